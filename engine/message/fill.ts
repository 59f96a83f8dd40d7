import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { excess } from "./errors.ts";

/** Bytes from which an answer is large, and how many bytes of such answers are read in a run. */
const LARGE = { from: 128 * 1024, total: 48 * 1024 * 1024 };
/**
 * Bytes of answers, or of what comes of them, between two looks for garbage, and from which an answer is looked at, as it
 * came and with all that is read from it. The process looks by itself too: soon enough where no answer is as long.
 */
const BETWEEN = { answers: 2 * 1024 * 1024, held: 8 * 1024 * 1024, from: 24 * 1024, fromRead: 128 * 1024 };
/**
 * Bytes from which an answer is refused where the memory is full, as it came and with all that is read from it, and how
 * much a run may hold more than at its start.
 */
const FULL = { from: 128 * 1024, fromRead: 256 * 1024, held: 26 * 1024 * 1024 };

/** How the memory is looked at. */
export interface Heap {
  /** Collects garbage; false where this process does not expose it. */
  collect(): boolean;
  /** Bytes that are held. */
  used(): number;
}

/**
 * Counts the bytes of answers: a target that sends only large ones must not fill the memory. Throws where the run has
 * read its fill. `read`: bytes that an answer takes once it is read; a short text may hold a great many values.
 */
export function createFill(heap: Heap = ownHeap()): (size: number, read?: () => number) => void {
  const atStart = heap.used();
  let largeBytes = 0;
  let sinceLook = 0;
  let heldThen = atStart;
  let isFull = false;

  function look(): void {
    const isKnown = heap.collect();
    sinceLook = 0;
    heldThen = heap.used();
    isFull = isKnown && heldThen - atStart > FULL.held;
  }

  return (size, read = () => size) => {
    sinceLook += size;
    const isLong = size >= BETWEEN.from || read() >= BETWEEN.fromRead;
    if (isLong && (sinceLook > BETWEEN.answers || heap.used() - heldThen > BETWEEN.held)) {
      look();
    }
    if (isFull && (size >= FULL.from || read() >= FULL.fromRead)) {
      throw excess(`the response has ${size} bytes, and the memory is full of responses like that`);
    }
    if (size >= LARGE.from && largeBytes + size > LARGE.total) {
      throw excess(
        `the response has ${size} bytes, and the run has read as many responses of this size as it may`,
      );
    }
    largeBytes += size < LARGE.from ? 0 : size;
  };
}

/** The heap of this process, whose collector new contexts see from here on. */
function ownHeap(): Heap {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  return {
    collect: () => {
      if (typeof collect !== "function") {
        return false;
      }
      collect();
      return true;
    },
    used: () => {
      const { used_heap_size: heap, external_memory: beside } = getHeapStatistics();
      return heap + beside;
    },
  };
}
