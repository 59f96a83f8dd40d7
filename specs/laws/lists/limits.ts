// §4.1, §4.3, §4.4, §8: the largest number of items to return
import { describe, isObject, isSuccess } from "../../../engine/message/classify.ts";
import { queryOf } from "../../../engine/model/call.ts";
import type { Judgement, Reply } from "../../../engine/model/exchange.ts";
import { undecided } from "../requests/findings.ts";
import { judgeRefused } from "../requests/verdicts.ts";
import { overfull } from "./mismatches.ts";
import { rowsMember } from "./walked.ts";

/** Most items on any page (part 8). */
export const MOST = 100;

/** A first page holds at most so many rows. Undecided: no list comes. */
export function judgeSize(reply: Reply, most: number): Judgement {
  const { value } = reply.body;
  const rows = isObject(value) ? value[rowsMember(reply)] : undefined;
  return !isSuccess(reply) || !Array.isArray(rows)
    ? undecided(`the list did not come: ${describe(reply)}`, reply)
    : overfull(reply, rows.length, most);
}

/** Above the maximum, refusing and serving at most 100 rows are both fair (reading 10). The limit is sent alone. */
export function judgeAboveMaximum(reply: Reply): Judgement {
  const [name = ""] = queryOf(reply.ask.target).keys();
  return isSuccess(reply) ? judgeSize(reply, MOST) : judgeRefused(reply, { name });
}
