import { bytesHeld } from "./bounds.ts";
import type { Body } from "../model/exchange.ts";
import { excess } from "./errors.ts";

/** Bytes in memory from which a response is large, and how many bytes of such responses are read in a run. */
const LARGE = { from: 256 * 1024, total: 96 * 1024 * 1024 };

/** Counts what large responses hold: a target that sends nothing else must not fill the memory. Throws where a run has read its fill. */
export function createFill(): (body: Pick<Body, "text">) => void {
  let held = 0;
  return ({ text }) => {
    const size = bytesHeld(text);
    if (size < LARGE.from) {
      return;
    }
    if (held + size > LARGE.total) {
      throw excess(
        `the response takes ${size} bytes, and the run has read as many responses of this size as it may`,
      );
    }
    held += size;
  };
}
