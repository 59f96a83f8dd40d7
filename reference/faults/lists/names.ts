import { setQuery, textOf, type JsonObject, type ServerRequest } from "../../exchange.ts";
import { editRows, servedRows, spanOf, wholeList, withNext, type RowsChange } from "../../listing.ts";
import { ignoreParameter, ignoreValues, refuseRequests, refuseValues } from "../../parameter-rewriting.ts";
import { replaceInValue, replaceValue, reverseOrder } from "../../parameter-rewriting.ts";
import { editBody, editRequest, hasParameter, holds, isDescending, lastOf, when } from "../../rewriting.ts";
import type { Condition, Rewriting } from "../../rewriting.ts";
import { faultsOf, ORDERED_ENDPOINTS, type Fault } from "../../fault.ts";

// A character may have two UTF-16 code units.
const isShortName: Condition = (request) =>
  holds("name", request) && Array.from(lastOf(request, "name")).length < 3;

const sortRows = (rows: readonly JsonObject[], member: string): readonly JsonObject[] =>
  rows.toSorted((a, b) => (textOf(a[member]) < textOf(b[member]) ? -1 : 1));

const editSearches = (change: RowsChange): Rewriting => when("name")(editRows(change));

const linkSearches = (test: (rows: number, request: ServerRequest) => boolean): Rewriting =>
  when("name")(
    editBody((body, request) => (test(servedRows(body).length, request) ? withNext(body, "?limit=1") : body)),
  );

const keepNames = (test: (name: string, part: string) => boolean): Rewriting =>
  editSearches((rows, request) => rows.filter((row) => test(textOf(row["name"]), lastOf(request, "name"))));

const searchNames =
  (normalize: (text: string) => string): Rewriting =>
  (handler) =>
    editSearches((_, request) => {
      const part = normalize(lastOf(request, "name")).toLowerCase();
      const otherParameters = request.query.filter(([name]) => name !== "name");
      return wholeList(handler, { ...request, query: otherParameters })
        .filter((row) => normalize(textOf(row["name"])).toLowerCase().includes(part))
        .slice(0, spanOf(request).limit);
    })(handler);

/** Applies desc only after truncating the result: returns the first `most` rows of the ascending search in reverse. */
const reverseFirstRows = (most: number): Rewriting =>
  when([isDescending, "name"])((handler) =>
    editRows((rows) => rows.slice(0, most).toReversed())(replaceValue("order", () => "asc")(handler)),
  );

/** Faults in the search by name (§4.4, §8). */
export const nameFaults: readonly Fault[] = faultsOf(ORDERED_ENDPOINTS, {
  "4.4-name-refused": {
    "name-of-1-accepted": ignoreValues("name", /^.$/s),
    "name-of-2-accepted": ignoreValues("name", /^..$/s),
    "name-of-101-accepted": replaceInValue("name", /^(.{100}).+$/s, "$1"),
    "name-refusal-unnamed": refuseRequests("token", isShortName),
  },
  "4.4-name-accepted": {
    "name-of-100-refused": refuseValues("name", /^.{100}$/su),
    "name-with-space-refused": refuseValues("name", / /),
    "name-with-a-bracket-left-open-refused": refuseValues("name", /^[^)]*\([^)]*$/s),
    "name-of-60-to-99-refused": refuseValues("name", /^.{60,99}$/su),
  },
  "4.4-name-with-token-id": {
    "name-with-token-id-accepted": ignoreParameter("token.id", "name"),
    "name-with-token-id-accepted-descending": when([isDescending, "name"])(ignoreParameter("token.id")),
    "name-with-ne-accepted": when([hasParameter("token.id", /^ne:/), "name"])(ignoreParameter("token.id")),
    "name-with-a-bound-of-ids-accepted": when([hasParameter("token.id", /^[gl]te?:/), "name"])(
      ignoreParameter("token.id"),
    ),
    "name-with-both-ids-accepted": when(["token.id", "account.id"])(ignoreParameter("name")),
  },
  "4.4-name-with-account-id": {
    "name-with-account-id-accepted": ignoreParameter("name", "account.id"),
    "name-with-account-id-accepted-beside-a-key": when(["publickey", "name"])(ignoreParameter("account.id")),
    "name-with-short-account-id-accepted": when([hasParameter("account.id", /^\d+$/), "name"])(
      ignoreParameter("account.id"),
    ),
  },
  "4.4-name-complete": {
    "name-cut-at-5-without-the-first": editSearches((rows) => rows.slice(rows.length > 5 ? 1 : 0, 6)),
    "name-of-3-refused": refuseValues("name", /^.{3}$/su),
    "name-last-row-lost-under-desc": editSearches((rows, request) =>
      holds(isDescending, request) ? rows.slice(0, -1) : rows,
    ),
    "name-whole-only": keepNames((name, part) => name === part),
    "name-beginning-only": keepNames((name, part) => name.startsWith(part)),
    "name-end-only": keepNames((name, part) => name.endsWith(part)),
    "name-of-one-type-alone": editSearches((rows) =>
      rows.filter(({ type }) => type !== "NON_FUNGIBLE_UNIQUE"),
    ),
    "name-never-whole": keepNames((name, part) => name.length > part.length),
    "name-cut-at-20": keepNames((name, part) => name.slice(0, 20).toLowerCase().includes(part.toLowerCase())),
    "name-ascii-only": keepNames((_, part) => !/[^\x20-\x7e]/.test(part)),
    "name-quotes-lost": keepNames((_, part) => !part.includes('"')),
    "name-punctuation-lost": keepNames((_, part) => /^[\p{L}\p{N}\s]*$/u.test(part)),
  },
  "4.4-name-contained": {
    "name-ignored": ignoreValues("name", /^.{3,100}$/s),
    "name-as-expression": replaceInValue("name", /^\^(?=.{3})/, ""),
    "name-first-word": replaceInValue("name", /^(\S{3,}) .*$/, "$1"),
    "name-first-three": replaceInValue("name", /^(.{3}).{0,97}$/s, "$1"),
    "name-end-unread": replaceInValue("name", /^(.{9,99}).$/s, "$1"),
    "name-of-100-ignored": ignoreValues("name", /^.{100}$/s),
    "name-blanks-unread": searchNames((text) => text.replaceAll(" ", "")),
    "name-in-latin-1": searchNames((text) => text.replaceAll(/[\u0100-\uffff]/g, "?")),
    "name-with-wildcards": replaceValue(
      "name",
      (name) => name.split("%").find((part) => part.length >= 3) ?? name,
    ),
  },
  "4.4-name-order": {
    "name-cut-at-5-before-the-order": reverseFirstRows(5),
    "name-page-turned": reverseFirstRows(100),
    "name-rows-lost-under-desc": editSearches((rows, request) =>
      holds(isDescending, request) ? rows.slice(1) : rows,
    ),
    "name-results-as-text": editSearches((rows, request) => {
      const sorted = sortRows(rows, "token_id");
      return holds(isDescending, request) ? sorted.toReversed() : sorted;
    }),
    "name-results-by-symbol": editSearches((rows) => sortRows(rows, "symbol")),
    "name-order-ignored": ignoreParameter("order", "name"),
    "name-order-turned": when("name")(reverseOrder),
  },
  "4.4-name-default-order name-results-unsorted": editSearches((rows, request) =>
    holds("order", request) ? rows : sortRows(rows, "symbol"),
  ),
  "4.4-name-next-null": {
    "name-results-have-next": linkSearches((rows) => rows > 0),
    "name-results-have-next-beside-a-key": when("publickey")(linkSearches((rows) => rows > 0)),
    "name-results-have-next-under-desc": when(isDescending)(
      linkSearches((rows, request) => rows === Number(lastOf(request, "limit"))),
    ),
  },
  "4.4-name-limit name-limit-ignored": when(["name", hasParameter("limit", /^[1-9]\d?$/)])(
    editRequest((request) => setQuery(request, "limit", "100")),
  ),
});
