import { expect, test } from "vitest";
import { benchmarkPage, median, mostInASecond } from "../../scripts/bench/page.ts";

test("the median is the value in the middle", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 9, 2])).toBe(4);
});

test("the most requests in a second are counted wherever the second begins", () => {
  expect(mostInASecond([0, 900, 999, 1_000, 1_100, 3_000])).toBe(4);
  expect(mostInASecond([])).toBe(0);
});

test("a page names the machine, and the promise that is not kept", () => {
  const at = {
    date: "2025-01-02",
    version: "1.2.3",
    machine: "Node 20.19.0, 2 cores, 8 GB of memory",
    repeats: 3,
    load: 0.2,
  };
  const page = benchmarkPage(
    [
      { what: "whole run", measured: 2.5, most: 5, unit: "s" },
      { what: "memory", measured: 400.4, most: 350, unit: "MB" },
    ],
    at,
  );
  expect(page).toContain("- Machine: Node 20.19.0, 2 cores, 8 GB of memory\n");
  expect(page).toContain("| whole run | 2.50 s | at most 5.00 s |");
  expect(page).toContain("| memory | 400 MB | at most 350 MB, not kept |");
});
