import { longZeroAddress } from "../entity-id.ts";
import type { Json } from "../json.ts";
import { hex } from "./made-up.ts";

/** As many logs as asked for and one more; the first has no topics, the next one more than the one before. */
export function logs(most: number): readonly Json[] {
  return Array.from({ length: most + 1 }, (_, index) => ({
    address: longZeroAddress(`0.0.${5001 + index}`),
    bloom: hex(`log/${most}/${index}/bloom`, 256),
    contract_id: `0.0.${5001 + index}`,
    data: index === 0 ? "0x" : hex(`log/${most}/${index}`, 32 * index),
    index,
    topics: Array.from({ length: index }, (_unused, place) => hex(`topic/${index}/${place}`, 32)),
  }));
}

/** Slots of the contracts that a call has read and written. */
export function stateChanges(count: number): readonly Json[] {
  return Array.from({ length: count }, (_, index) => ({
    address: longZeroAddress(`0.0.${5001 + index}`),
    contract_id: `0.0.${5001 + index}`,
    slot: index === 0 ? "0x" : `0x${String(index)}`,
    value_read: index === 1 ? "0x0" : hex(`slot/${index}/read`, 32),
    value_written: hex(`slot/${index}/written`, 1 + index * 15),
  }));
}
