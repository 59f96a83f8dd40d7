import { getHeapStatistics } from "node:v8";
import { runInNewContext } from "node:vm";
import { excess } from "./trouble.ts";

/** Bytes from which an answer is large, and how many bytes of such answers are read in a run. */
const LARGE = { from: 128 * 1024, total: 48 * 1024 * 1024 };
/** Bytes from which answers pile up, and how many of them come between two looks for garbage. */
const HEAVY = { from: 16 * 1024, between: 4 * 1024 * 1024 };
/** Bytes from which an answer is refused where the memory is full, and how much a run may hold more than at its start. */
const FULL = { from: 128 * 1024, held: 26 * 1024 * 1024 };

/** How the memory is looked at. */
export interface Heap {
  /** Collects garbage; false where this process does not expose it. */
  collect(): boolean;
  /** Bytes that are held. */
  used(): number;
}

/**
 * Counts the bytes of answers: a target that sends only large ones must not fill the memory. Throws where the run has
 * read its fill.
 */
export function createFill(heap: Heap = ownHeap()): (size: number) => void {
  const atStart = heap.used();
  let largeBytes = 0;
  let heavyBytes = 0;
  let isFull = false;

  function look(): void {
    heavyBytes = 0;
    isFull = heap.collect() && heap.used() - atStart > FULL.held;
  }

  return (size) => {
    heavyBytes += size < HEAVY.from ? 0 : size;
    if (heavyBytes > HEAVY.between) {
      look();
    }
    if (isFull && size >= FULL.from) {
      throw excess(`the answer is ${size} bytes long, and the memory is full of answers as long as that`);
    }
    if (size >= LARGE.from && largeBytes + size > LARGE.total) {
      throw excess(`the answer is ${size} bytes long: the run has read its fill of answers as long as that`);
    }
    largeBytes += size < LARGE.from ? 0 : size;
  };
}

/** Garbage is collected in a process of the suite's own, which exposes it: by itself it waits for far more to come. */
function ownHeap(): Heap {
  const collect: unknown = runInNewContext("typeof gc === 'function' ? gc : undefined");
  return {
    collect: () => {
      if (typeof collect !== "function") {
        return false;
      }
      collect();
      return true;
    },
    used: () => getHeapStatistics().used_heap_size,
  };
}
