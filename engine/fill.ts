import { runInNewContext } from "node:vm";
import { excess } from "./trouble.ts";

/** Bytes from which an answer is large, and how many bytes of such answers are read in a run. */
const LARGE = { from: 256 * 1024, total: 48 * 1024 * 1024 };
/** Bytes from which answers pile up, and how many of them come between two looks for garbage. */
const HEAVY = { from: 16 * 1024, between: 12 * 1024 * 1024 };

/**
 * Counts the bytes of answers: a target that sends only large ones must not fill the memory. Throws where the run has
 * read its fill.
 */
export function createFill(collect = collector()): (size: number) => void {
  let largeBytes = 0;
  let heavyBytes = 0;
  return (size) => {
    if (size >= LARGE.from && largeBytes + size > LARGE.total) {
      throw excess(`the answer is ${size} bytes long: the run has read its fill of answers as long as that`);
    }
    largeBytes += size < LARGE.from ? 0 : size;
    heavyBytes += size < HEAVY.from ? 0 : size;
    if (heavyBytes > HEAVY.between) {
      heavyBytes = 0;
      collect();
    }
  };
}

/** Collects garbage, in a process of the suite's own, which exposes it: by itself it waits for far more to come. */
function collector(): () => void {
  const collect: unknown = runInNewContext("typeof gc === 'function' ? gc : undefined");
  return () => {
    if (typeof collect === "function") {
      collect();
    }
  };
}
