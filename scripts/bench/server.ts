// The reference in a process of its own, so that its work is not counted as ours.
import { subscribe } from "node:diagnostics_channel";
import { startReference, type Reference } from "../../reference/server.ts";
import { answerAs, cpuSince } from "./children.ts";
import type { ServerOrder } from "./messages.ts";

let reference: Reference | undefined;
let before = 0;
let start = process.cpuUsage();
let firstRequestAt: number | undefined;
/** When each request came in, by `performance.now()`. */
let arrivals: number[] = [];

subscribe("http.server.request.start", () => {
  firstRequestAt ??= Date.now();
  arrivals.push(performance.now());
});

/** The reference as an order wants it; the first order starts it. */
async function opened({ fault, latencyMs }: ServerOrder): Promise<Reference> {
  reference ??= await startReference({
    ...(fault === undefined ? {} : { fault }),
    ...(latencyMs === undefined ? {} : { latencyMs }),
  });
  return reference;
}

answerAs("server", async (order) => {
  const { target, requests } = await opened(order);
  const state = {
    target,
    requests: requests() - before,
    ...(firstRequestAt === undefined ? {} : { firstRequestAt }),
    cpuMs: cpuSince(start),
    mostInASecond: mostInASecond(arrivals),
  };
  if (order.order === "count from now") {
    before = requests();
    firstRequestAt = undefined;
    arrivals = [];
    start = process.cpuUsage();
  }
  return state;
});

/** The most requests in any second, wherever it begins. */
function mostInASecond(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= 1_000) {
      first += 1;
    }
    most = Math.max(most, last - first + 1);
  }
  return most;
}
