import * as kit from "../../kit.ts";
import { faultsOf, ORDERED_ENDPOINTS, type Fault } from "../../fault.ts";

// Counts characters, because some characters have two UTF-16 code units.
const isShortName: kit.Condition = (request) =>
  kit.holds("name", request) && Array.from(kit.lastOf(request, "name")).length < 3;

const sortRows = (rows: readonly kit.JsonObject[], member: string): readonly kit.JsonObject[] =>
  rows.toSorted((a, b) => (kit.textOf(a[member]) < kit.textOf(b[member]) ? -1 : 1));

const editSearches = (change: kit.RowsChange): kit.Rewriting => kit.when("name")(kit.editRows(change));

/** Adds a link to searches by name whose number of rows passes a test. */
const linkSearches = (test: (rows: number, request: kit.ServerRequest) => boolean): kit.Rewriting =>
  kit.when("name")(
    kit.editBody((body, request) =>
      test(kit.servedRows(body).length, request) ? kit.withNext(body, "?limit=1") : body,
    ),
  );

const keepNames = (test: (name: string, part: string) => boolean): kit.Rewriting =>
  editSearches((rows, request) =>
    rows.filter((row) => test(kit.textOf(row["name"]), kit.lastOf(request, "name"))),
  );

/** Searches all tokens after mapping both the name and the searched text. */
const searchNames =
  (normalize: (text: string) => string): kit.Rewriting =>
  (handler) =>
    editSearches((_, request) => {
      const part = normalize(kit.lastOf(request, "name")).toLowerCase();
      const otherParameters = request.query.filter(([name]) => name !== "name");
      return kit
        .wholeList(handler, { ...request, query: otherParameters })
        .filter((row) => normalize(kit.textOf(row["name"])).toLowerCase().includes(part))
        .slice(0, kit.spanOf(request).limit);
    })(handler);

/** Applies desc only after truncating the result: returns the first `most` rows of the ascending search in reverse. */
const reverseFirstRows = (most: number): kit.Rewriting =>
  kit.when([kit.isDescending, "name"])((handler) =>
    kit.editRows((rows) => rows.slice(0, most).toReversed())(kit.replaceValue("order", () => "asc")(handler)),
  );

/** Faults in the search by name (4.4, 8). */
export const nameFaults: readonly Fault[] = faultsOf(ORDERED_ENDPOINTS, {
  "4.4-name-refused": {
    "name-of-1-accepted": kit.ignoreValues("name", /^.$/s),
    "name-of-2-accepted": kit.ignoreValues("name", /^..$/s),
    "name-of-101-accepted": kit.replaceInValue("name", /^(.{100}).+$/s, "$1"),
    "name-refusal-unnamed": kit.refuseRequests("token", isShortName),
  },
  "4.4-name-accepted": {
    "name-of-100-refused": kit.refuseValues("name", /^.{100}$/su),
    "name-with-space-refused": kit.refuseValues("name", / /),
    "name-with-a-bracket-left-open-refused": kit.refuseValues("name", /^[^)]*\([^)]*$/s),
    "name-of-60-to-99-refused": kit.refuseValues("name", /^.{60,99}$/su),
  },
  "4.4-name-with-token-id": {
    "name-with-token-id-accepted": kit.ignoreParameter("token.id", "name"),
    "name-with-token-id-accepted-descending": kit.when([kit.isDescending, "name"])(
      kit.ignoreParameter("token.id"),
    ),
    "name-with-ne-accepted": kit.when([kit.hasParameter("token.id", /^ne:/), "name"])(
      kit.ignoreParameter("token.id"),
    ),
    "name-with-a-bound-of-ids-accepted": kit.when([kit.hasParameter("token.id", /^[gl]te?:/), "name"])(
      kit.ignoreParameter("token.id"),
    ),
    "name-with-both-ids-accepted": kit.when(["token.id", "account.id"])(kit.ignoreParameter("name")),
  },
  "4.4-name-with-account-id": {
    "name-with-account-id-accepted": kit.ignoreParameter("name", "account.id"),
    "name-with-account-id-accepted-beside-a-key": kit.when(["publickey", "name"])(
      kit.ignoreParameter("account.id"),
    ),
    "name-with-short-account-id-accepted": kit.when([kit.hasParameter("account.id", /^\d+$/), "name"])(
      kit.ignoreParameter("account.id"),
    ),
  },
  "4.4-name-complete": {
    "name-cut-at-5-without-the-first": editSearches((rows) => rows.slice(rows.length > 5 ? 1 : 0, 6)),
    "name-of-3-refused": kit.refuseValues("name", /^.{3}$/su),
    "name-last-row-lost-under-desc": editSearches((rows, request) =>
      kit.holds(kit.isDescending, request) ? rows.slice(0, -1) : rows,
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
    "name-ignored": kit.ignoreValues("name", /^.{3,100}$/s),
    "name-as-expression": kit.replaceInValue("name", /^\^(?=.{3})/, ""),
    "name-first-word": kit.replaceInValue("name", /^(\S{3,}) .*$/, "$1"),
    "name-first-three": kit.replaceInValue("name", /^(.{3}).{0,97}$/s, "$1"),
    "name-end-unread": kit.replaceInValue("name", /^(.{9,99}).$/s, "$1"),
    "name-of-100-ignored": kit.ignoreValues("name", /^.{100}$/s),
    "name-blanks-unread": searchNames((text) => text.replaceAll(" ", "")),
    "name-in-latin-1": searchNames((text) => text.replaceAll(/[\u0100-\uffff]/g, "?")),
    "name-with-wildcards": kit.replaceValue(
      "name",
      (name) => name.split("%").find((part) => part.length >= 3) ?? name,
    ),
  },
  "4.4-name-order": {
    "name-cut-at-5-before-the-order": reverseFirstRows(5),
    "name-page-turned": reverseFirstRows(100),
    "name-rows-lost-under-desc": editSearches((rows, request) =>
      kit.holds(kit.isDescending, request) ? rows.slice(1) : rows,
    ),
    "name-results-as-text": editSearches((rows, request) => {
      const sorted = sortRows(rows, "token_id");
      return kit.holds(kit.isDescending, request) ? sorted.toReversed() : sorted;
    }),
    "name-results-by-symbol": editSearches((rows) => sortRows(rows, "symbol")),
    "name-order-ignored": kit.ignoreParameter("order", "name"),
    "name-order-turned": kit.when("name")(kit.reverseOrder),
  },
  "4.4-name-default-order name-results-unsorted": editSearches((rows, request) =>
    kit.holds("order", request) ? rows : sortRows(rows, "symbol"),
  ),
  "4.4-name-next-null": {
    "name-results-have-next": linkSearches((rows) => rows > 0),
    "name-results-have-next-beside-a-key": kit.when("publickey")(linkSearches((rows) => rows > 0)),
    "name-results-have-next-under-desc": kit.when(kit.isDescending)(
      linkSearches((rows, request) => rows === Number(kit.lastOf(request, "limit"))),
    ),
  },
  "4.4-name-limit name-limit-ignored": kit.when(["name", kit.hasParameter("limit", /^[1-9]\d?$/)])(
    kit.editRequest((request) => kit.setQuery(request, "limit", "100")),
  ),
});
