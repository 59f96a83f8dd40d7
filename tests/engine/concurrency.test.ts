import { describe, expect, test } from "vitest";
import { Concurrency } from "../../engine/pacing/semaphore.ts";

describe("the number of requests in flight", () => {
  test("halves once for requests that were rejected together, and never falls below one", () => {
    const concurrency = new Concurrency(16);
    concurrency.countRejected(10, 20);
    concurrency.countRejected(15, 21);
    expect(concurrency.limit).toBe(8);
    [20, 30, 40, 50].forEach((time) => concurrency.countRejected(time, time + 1));
    expect(concurrency.limit).toBe(1);
  });

  test("rises again with served requests, up to the number of the run", () => {
    const concurrency = new Concurrency(2);
    concurrency.countRejected(1, 2);
    const limits = Array.from({ length: 200 }, () => {
      concurrency.countServed();
      return concurrency.limit;
    });
    expect([limits[10], limits.at(-1)]).toEqual([1, 2]);
  });

  test("applies to work that waits", async () => {
    const concurrency = new Concurrency(4);
    let [inFlight, most] = [0, 0];
    const work = async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setTimeout(resolve, 2));
      inFlight -= 1;
    };
    concurrency.countRejected(1, 2);
    await Promise.all(Array.from({ length: 12 }, () => concurrency.run(work)));
    expect(most).toBe(2);
  });
});
