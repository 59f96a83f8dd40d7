import { isObject } from "../message/classify.ts";
import type { PageFacts } from "../model/clause-results.ts";
import type { Reply } from "../model/exchange.ts";
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
  const told = {
    ...brief("first", keyOf(rows[0])),
    ...brief("last", keyOf(rows.at(-1))),
    ...brief("next", isObject(links) ? links["next"] : undefined),
  };
  const follows = ask.rooted === true ? ({ follows: true } as const) : {};
  return { page: { rows: rows.length, ...redactDeep(told, redact), ...follows } };
}

function brief<N extends string>(name: N, value: unknown): { readonly [K in N]?: string } {
  const text = JSON.stringify(value);
  // The type of an object with one computed member is not seen.
  return (text === undefined ? {} : { [name]: text.slice(0, LONGEST) }) as { readonly [K in N]?: string };
}
