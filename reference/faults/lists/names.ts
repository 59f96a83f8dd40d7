import type { Ask } from "../../exchange.ts";
import type { Fault } from "../../fault.ts";
import type { JsonObject } from "../../json.ts";
import { editBody, editSuccess } from "../../rewriting/answer.ts";
import { sends, setQuery, when, type Rewriting } from "../../rewriting/ask.ts";
import { rowsOf, withNext, withRows } from "../../rewriting/list.ts";
import {
  at,
  beside,
  faultsOf,
  ignored,
  lastOf,
  orderTurned,
  overlooked,
  refused,
  refusedWhen,
  taken,
  under,
  way,
  type Test,
  type Way,
  type Ways,
} from "../ways.ts";

const named = sends("name");

/** In characters, of which some take two units. */
const long =
  (count: number): Test =>
  (name) =>
    Array.from(name).length === count;
const shortName = (ask: Ask): boolean => named(ask) && Array.from(lastOf(ask, "name") ?? "").length < 3;

function textIn(row: JsonObject, member: string): string {
  const value = row[member];
  return typeof value === "string" ? value : "";
}

function sortedBy(rows: readonly JsonObject[], member: string): readonly JsonObject[] {
  return rows.toSorted((a, b) => (textIn(a, member) < textIn(b, member) ? -1 : 1));
}

/** What is done wrong in searches by name alone. */
const searching = (says: string, breaks: Rewriting): Way => way(says, when(named, breaks));

/** Other rows than those that were found. */
const results = (change: (rows: readonly JsonObject[], ask: Ask) => readonly JsonObject[]): Rewriting =>
  editBody((body, ask) => withRows(body, "tokens", change(rowsOf(body, "tokens"), ask)));

/** Searches that find something else than what contains the text. */
const matching = (says: string, test: (name: string, part: string) => boolean): Way =>
  searching(
    says,
    results((rows, ask) => rows.filter((row) => test(textIn(row, "name"), lastOf(ask, "name") ?? ""))),
  );

const NAMES: Ways = {
  "4.4-name-refused": {
    "name-of-1-accepted": overlooked("name", "a name of one character", /^.$/s),
    "name-of-2-accepted": overlooked("name", "a name of two characters", /^..$/s),
    "name-of-101-accepted": taken("name", "a name of 101 characters is cut to 100", (name) =>
      name.slice(0, 100),
    ),
    "name-refusal-unnamed": refusedWhen("the refusal of a name names another parameter", shortName, "token"),
  },
  "4.4-name-accepted": {
    "name-of-100-refused": refused("name", "a name of 100 characters", long(100)),
    "name-with-space-refused": refused("name", "a name with a space in it", / /),
  },
  "4.4-name-with-token-id": {
    "name-with-token-id-accepted": at(beside("name"), ignored("token.id")),
    "name-with-token-id-accepted-descending": at(under("desc"), at(beside("name"), ignored("token.id"))),
  },
  "4.4-name-with-account-id": { "name-with-account-id-accepted": at(beside("account.id"), ignored("name")) },
  "4.4-name-complete": {
    "name-of-3-refused": refused("name", "a name of three characters", long(3)),
    "name-whole-only": matching("a part of a name finds nothing", (name, part) => name === part),
    "name-beginning-only": matching("a part from within a name finds nothing", (name, part) =>
      name.startsWith(part),
    ),
    "name-end-only": matching("only the end of a name is compared", (name, part) => name.endsWith(part)),
    "name-never-whole": matching("a name in full finds nothing", (name, part) => name.length > part.length),
    "name-ascii-only": matching(
      "a name outside ASCII finds nothing",
      (_, part) => !/[^\x20-\x7e]/.test(part),
    ),
    "name-punctuation-lost": matching(
      "a name with signs other than letters, digits and spaces finds nothing",
      (_, part) => /^[\p{L}\p{N}\s]*$/u.test(part),
    ),
  },
  "4.4-name-contained": {
    "name-ignored": overlooked("name", "a well-formed name", /^.{3,100}$/s),
    "name-with-wildcards": taken(
      "name",
      "a percent sign in a name stands for any text",
      (name) => name.split("%").find((part) => part.length >= 3) ?? name,
    ),
    "name-as-expression": taken(
      "name",
      "a name is read as an expression that begins at its first sign",
      (name) => name.replace(/^\^(?=.{3})/, ""),
    ),
    "name-first-word": taken("name", "only the beginning of the text up to a space is searched for", (name) =>
      name.replace(/^(\S{3,}) .*$/, "$1"),
    ),
    "name-first-three": taken(
      "name",
      "only the first three characters of the text are searched for",
      (name) => (name.length <= 100 ? name.slice(0, 3) : name),
    ),
    "name-end-unread": taken("name", "the last character of a long name is not compared", (name) =>
      name.length > 9 && name.length <= 100 ? name.slice(0, -1) : name,
    ),
    "name-of-100-ignored": overlooked("name", "a name of 100 characters", /^.{100}$/s),
  },
  "4.4-name-order": {
    "name-with-limit-refused": refusedWhen(
      "name beside limit is refused",
      (ask) => named(ask) && sends("limit")(ask),
      "name",
    ),
    "name-results-as-text": searching(
      "results of a search are ordered by token id as text",
      results((rows, ask) => {
        const sorted = sortedBy(rows, "token_id");
        return lastOf(ask, "order") === "desc" ? sorted.toReversed() : sorted;
      }),
    ),
    "name-results-by-symbol": searching(
      "results of a search are ordered by symbol",
      results((rows) => sortedBy(rows, "symbol")),
    ),
    "name-order-ignored": at(beside("name"), ignored("order")),
    "name-order-turned": at(beside("name"), orderTurned),
  },
  "4.4-name-next-null": {
    "name-results-have-next": searching(
      "a search has a link to a next page",
      editBody((body) => (rowsOf(body, "tokens").length > 0 ? withNext(body, "?limit=1") : body)),
    ),
  },
  "4.4-name-limit": {
    "name-limit-ignored": way("limit has no effect on a search", (honest) => (ask) => {
      const well = /^[1-9]\d?$/.test(lastOf(ask, "limit") ?? "");
      return honest(named(ask) && well ? setQuery(ask, "limit", "100") : ask);
    }),
  },
  "4.4-success-status": {
    "status-206-by-name": searching(
      "results of a search have the status code 206",
      editSuccess((answer) => ({ ...answer, status: 206 })),
    ),
  },
};

/** Faults in the search by name (4.4, 8). */
export const nameFaults: readonly Fault[] = faultsOf("tokens", NAMES);
