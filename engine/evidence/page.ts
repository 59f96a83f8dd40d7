import { isObject } from "../message/classify.ts";
import type { PageFacts } from "../model/clause-results.ts";
import type { Reply } from "../model/exchange.ts";
import { present } from "../model/model.ts";
import { redactDeep, type Redact } from "../secrets/redact.ts";
import { operations } from "../../schemas/operations.ts";

/** Characters of a key or a link that are kept. */
const LONGEST = 200;

/** What an answer shows as a page of a list; nothing where it is none. */
export function pageIn({ ask, body }: Reply, redact: Redact): { readonly page?: PageFacts } {
  const { list } = operations[ask.endpoint];
  const rows: unknown = list !== undefined && isObject(body.value) ? body.value[list.rows] : undefined;
  if (list === undefined || !isObject(body.value) || !Array.isArray(rows)) {
    return {};
  }
  const { links } = body.value;
  const keyOf = (row: unknown): unknown => (isObject(row) ? row[list.identity] : row);
  const [first, last, next] = [
    keyOf(rows[0]),
    keyOf(rows.at(-1)),
    isObject(links) ? links["next"] : undefined,
  ].map((value) => JSON.stringify(value)?.slice(0, LONGEST));
  const told = redactDeep(present({ first, last, next }), redact);
  return { page: { rows: rows.length, ...told, ...present({ follows: ask.rooted }) } };
}
