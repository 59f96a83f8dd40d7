import { invalidParameters, type Ask } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import type { JsonObject } from "../json.ts";
import { editBody, isSuccess } from "../rewriting/answer.ts";
import {
  ignoreQuery,
  rewriteQuery,
  sends,
  setQuery,
  valuesOf,
  when,
  type Rewriting,
} from "../rewriting/ask.ts";
import { rowsOf, withNext, withRows } from "../rewriting/list.ts";
import { overlook, refuseValue } from "./breaking.ts";
import { faultsOf, type Entry } from "./tables.ts";

const named = sends("name");

function lengthOf(ask: Ask): number {
  return Array.from(valuesOf(ask, "name").at(-1) ?? "").length;
}

const LENGTHS: readonly Entry[] = [
  [
    "name-of-1-accepted",
    "4.4-name-refused",
    "a name of one character is overlooked",
    overlook("name", (value) => value.length === 1),
  ],
  [
    "name-of-2-accepted",
    "4.4-name-refused",
    "a name of two characters is overlooked",
    overlook("name", (value) => value.length === 2),
  ],
  [
    "name-of-101-accepted",
    "4.4-name-refused",
    "a name of 101 characters is cut to 100",
    rewriteQuery("name", (value) => (value.length > 100 ? value.slice(0, 100) : value)),
  ],
  [
    "name-of-3-refused",
    "4.4-name-complete",
    "a name of three characters is refused",
    when(
      (ask) => lengthOf(ask) === 3,
      refuseValue("name", () => true),
    ),
  ],
  [
    "name-of-100-refused",
    "4.4-name-accepted",
    "a name of 100 characters is refused",
    when(
      (ask) => lengthOf(ask) === 100,
      refuseValue("name", () => true),
    ),
  ],
  [
    "name-refusal-unnamed",
    "4.4-name-refused",
    "the refusal of a name names another parameter",
    when(
      (ask) => named(ask) && lengthOf(ask) < 3,
      () => () => invalidParameters(["token"]),
    ),
  ],
  [
    "name-with-space-refused",
    "4.4-name-accepted",
    "a name with a space in it is refused",
    refuseValue("name", (value) => value.includes(" ")),
  ],
];

const COMBINED: readonly Entry[] = [
  [
    "name-with-token-id-accepted",
    "4.4-name-with-token-id",
    "name beside token.id is accepted, and token.id overlooked",
    when(named, ignoreQuery("token.id")),
  ],
  [
    "name-with-account-id-accepted",
    "4.4-name-with-account-id",
    "name beside account.id is accepted, and name overlooked",
    when(sends("account.id"), ignoreQuery("name")),
  ],
  [
    "name-with-token-id-accepted-descending",
    "4.4-name-with-token-id",
    "name beside token.id is accepted under desc, and token.id overlooked",
    when((ask) => named(ask) && valuesOf(ask, "order").at(-1) === "desc", ignoreQuery("token.id")),
  ],
  [
    "name-with-limit-refused",
    "4.4-name-order",
    "name beside limit is refused",
    when(
      (ask) => named(ask) && sends("limit")(ask),
      () => () => invalidParameters(["name"]),
    ),
  ],
];

/** Searches that find something else than what contains the text. */
function matching(test: (name: string, part: string) => boolean): Rewriting {
  return (handler) => (ask) => {
    const answer = handler(ask);
    const part = valuesOf(ask, "name").at(-1);
    if (part === undefined || !isSuccess(answer)) return answer;
    const rows = rowsOf(answer.body, "tokens").filter(
      ({ name }) => typeof name === "string" && test(name, part),
    );
    return { ...answer, body: withRows(answer.body, "tokens", rows) };
  };
}

const MATCHES: readonly Entry[] = [
  [
    "name-whole-only",
    "4.4-name-complete",
    "a part of a name finds nothing",
    matching((name, part) => name === part),
  ],
  [
    "name-beginning-only",
    "4.4-name-complete",
    "a part from within a name finds nothing",
    matching((name, part) => name.startsWith(part)),
  ],
  [
    "name-end-only",
    "4.4-name-complete",
    "only the end of a name is compared",
    matching((name, part) => name.endsWith(part)),
  ],
  [
    "name-never-whole",
    "4.4-name-complete",
    "a name in full finds nothing",
    matching((name, part) => name.length > part.length),
  ],
  [
    "name-ignored",
    "4.4-name-contained",
    "name has no effect",
    when(
      named,
      overlook("name", (value) => value.length >= 3 && value.length <= 100),
    ),
  ],
  [
    "name-with-wildcards",
    "4.4-name-contained",
    "a percent sign in a name stands for any text",
    rewriteQuery("name", (value) => value.split("%").find((part) => part.length >= 3) ?? value),
  ],
  [
    "name-as-expression",
    "4.4-name-contained",
    "a name is read as an expression that begins at its first sign",
    rewriteQuery("name", (value) => value.replace(/^\^(?=.{3})/, "")),
  ],
  [
    "name-first-word",
    "4.4-name-contained",
    "only the beginning of the text up to a space is searched for",
    rewriteQuery("name", (value) => value.replace(/^(\S{3,}) .*$/, "$1")),
  ],
  [
    "name-first-three",
    "4.4-name-contained",
    "only the first three characters of the text are searched for",
    rewriteQuery("name", (value) => (value.length > 3 && value.length <= 100 ? value.slice(0, 3) : value)),
  ],
  [
    "name-ascii-only",
    "4.4-name-complete",
    "a name with other than ASCII characters finds nothing",
    matching((_, part) => !/[^\x20-\x7e]/.test(part)),
  ],
  [
    "name-punctuation-lost",
    "4.4-name-complete",
    "a name with signs other than letters, digits and spaces finds nothing",
    matching((_, part) => /^[\p{L}\p{N}\s]*$/u.test(part)),
  ],
];

function textOf(row: JsonObject, member: string): string {
  const value = row[member];
  return typeof value === "string" ? value : "";
}

const RESULTS: readonly Entry[] = [
  [
    "name-results-as-text",
    "4.4-name-order",
    "results of a search are ordered by token id as text",
    when(
      named,
      editBody((body, ask) => {
        const sorted = rowsOf(body, "tokens").toSorted((a, b) =>
          textOf(a, "token_id") < textOf(b, "token_id") ? -1 : 1,
        );
        const descending = valuesOf(ask, "order").at(-1) === "desc";
        return withRows(body, "tokens", descending ? sorted.toReversed() : sorted);
      }),
    ),
  ],
  [
    "name-results-by-symbol",
    "4.4-name-order",
    "results of a search are ordered by symbol",
    when(
      named,
      editBody((body) => {
        const bySymbol = rowsOf(body, "tokens").toSorted((a, b) =>
          textOf(a, "symbol") < textOf(b, "symbol") ? -1 : 1,
        );
        return withRows(body, "tokens", bySymbol);
      }),
    ),
  ],
  [
    "name-order-ignored",
    "4.4-name-order",
    "order has no effect on a search",
    when(named, ignoreQuery("order")),
  ],
  [
    "name-order-turned",
    "4.4-name-order",
    "a search is listed the other way round",
    when(
      (ask) => named(ask) && sends("order")(ask),
      rewriteQuery("order", (value) => ({ asc: "desc", desc: "asc" })[value] ?? value),
    ),
  ],
  [
    "name-results-have-next",
    "4.4-name-next-null",
    "a search has a link to a next page",
    when(
      named,
      editBody((body) => (rowsOf(body, "tokens").length > 0 ? withNext(body, "?limit=1") : body)),
    ),
  ],
  [
    "name-limit-ignored",
    "4.4-name-limit",
    "limit has no effect on a search",
    (handler) => (ask) => {
      const well = /^[1-9]\d?$/.test(valuesOf(ask, "limit").at(-1) ?? "");
      return handler(named(ask) && well ? setQuery(ask, "limit", "100") : ask);
    },
  ],
];

/** Faults in the search by name (4.4, 8). */
export const nameFaults: readonly Fault[] = faultsOf("tokens", "tokens", [
  ...LENGTHS,
  ...COMBINED,
  ...MATCHES,
  ...RESULTS,
]);
