// §4.3, §4.4, §8: the largest number of items to return
import { isObject, isSuccess, describe } from "../../../engine/message/classify.ts";
import type { Judgement, Reply } from "../../../engine/model/exchange.ts";
import { operations } from "../../../schemas/operations.ts";
import { judgeRefused } from "../requests/verdicts.ts";

/** Most items on any page (part 8). */
export const MOST = 100;

/** A first page holds no more rows than were asked for. */
export function judgeSize(reply: Reply, most: number): Judgement {
  const member = operations[reply.ask.endpoint].list?.rows ?? "";
  const rows = isObject(reply.body.value) ? reply.body.value[member] : undefined;
  if (!isSuccess(reply) || !Array.isArray(rows)) {
    return { undecided: `the list did not come: ${describe(reply)}`, cause: "data", by: reply };
  }
  return rows.length <= most
    ? []
    : [
        {
          message: "a page holds more rows than the limit",
          pointer: `/${member}`,
          expected: `at most ${most} rows`,
          actual: `${rows.length} rows`,
          reply,
        },
      ];
}

/** Above the maximum, refusing and serving at most 100 rows are both fair (reading 10). */
export function judgeAboveMaximum(reply: Reply, name: string): Judgement {
  return isSuccess(reply) ? judgeSize(reply, MOST) : judgeRefused(reply, { name });
}
