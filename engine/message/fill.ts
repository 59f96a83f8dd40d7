import { excess } from "./errors.ts";

/** Bytes from which an answer is large, and how many bytes of such answers are read in a run. */
const LARGE = { from: 128 * 1024, total: 48 * 1024 * 1024 };

/** Counts the bytes of large answers: a target that sends nothing else must not fill the memory. Throws where a run has read its fill. */
export function createFill(): (size: number) => void {
  let read = 0;
  return (size) => {
    if (size < LARGE.from) {
      return;
    }
    if (read + size > LARGE.total) {
      throw excess(
        `the response has ${size} bytes, and the run has read as many responses of this size as it may`,
      );
    }
    read += size;
  };
}
