import { setQuery, textOf, type Ask, type JsonObject } from "../../exchange.ts";
import { faultsOf, type Fault } from "../../fault.ts";
import { editRows, rowsOf, spanOf, wholeList, withNext, type RowsChange } from "../../listing.ts";
import { desc, editAsk, editBody, has, holds, ignored, lastOf, orderTurned } from "../../rewriting.ts";
import { overlooked, readAs, refused, refusedWhen, taken, when } from "../../rewriting.ts";
import type { Condition, Rewriting } from "../../rewriting.ts";

// In characters, of which some take two units.
const isShort: Condition = (ask) => holds("name", ask) && Array.from(lastOf(ask, "name")).length < 3;

function sortedBy(rows: readonly JsonObject[], member: string): readonly JsonObject[] {
  return rows.toSorted((a, b) => (textOf(a[member]) < textOf(b[member]) ? -1 : 1));
}

/** The rows of searches by name are other ones. */
const found = (change: RowsChange): Rewriting => when("name", editRows(change));

/** Searches by name that find so many rows have a link. */
const linked = (test: (rows: number, ask: Ask) => boolean): Rewriting =>
  when(
    "name",
    editBody((body, ask) => (test(rowsOf(body).length, ask) ? withNext(body, "?limit=1") : body)),
  );

/** Searches that find something else than what contains the text. */
const matching = (test: (name: string, part: string) => boolean): Rewriting =>
  found((rows, ask) => rows.filter((row) => test(textOf(row["name"]), lastOf(ask, "name"))));

/** Searches that find what contains the text once both are read otherwise. */
const finding =
  (read: (text: string) => string): Rewriting =>
  (honest) =>
    found((_, ask) => {
      const part = read(lastOf(ask, "name")).toLowerCase();
      const others = ask.query.filter(([name]) => name !== "name");
      return wholeList(honest, { ...ask, query: others })
        .filter((row) => read(textOf(row["name"])).toLowerCase().includes(part))
        .slice(0, spanOf(ask).limit);
    })(honest);

/** Faults in the search by name (4.4, 8). */
export const nameFaults: readonly Fault[] = faultsOf("tokens", {
  "4.4-name-refused": {
    "name-of-1-accepted": overlooked("name", /^.$/s),
    "name-of-2-accepted": overlooked("name", /^..$/s),
    "name-of-101-accepted": readAs("name", /^(.{100}).+$/s, "$1"),
    "name-refusal-unnamed": refusedWhen("token", isShort),
  },
  "4.4-name-accepted": {
    "name-of-100-refused": refused("name", /^.{100}$/su),
    "name-with-space-refused": refused("name", / /),
    "name-of-60-to-99-refused": refused("name", /^.{60,99}$/su),
  },
  "4.4-name-with-token-id": {
    "name-with-token-id-accepted": ignored("token.id", "name"),
    "name-with-token-id-accepted-descending": when([desc, "name"], ignored("token.id")),
    "name-with-ne-accepted": when([has("token.id", /^ne:/), "name"], ignored("token.id")),
    "name-with-a-bound-of-ids-accepted": when([has("token.id", /^[gl]te?:/), "name"], ignored("token.id")),
  },
  "4.4-name-with-account-id": {
    "name-with-account-id-accepted": ignored("name", "account.id"),
    "name-with-account-id-accepted-beside-a-key": when(["publickey", "name"], ignored("account.id")),
    "name-with-short-account-id-accepted": when([has("account.id", /^\d+$/), "name"], ignored("account.id")),
  },
  "4.4-name-complete": {
    "name-cut-at-5-without-the-first": found((rows) => rows.slice(rows.length > 5 ? 1 : 0, 6)),
    "name-of-3-refused": refused("name", /^.{3}$/su),
    "name-whole-only": matching((name, part) => name === part),
    "name-beginning-only": matching((name, part) => name.startsWith(part)),
    "name-end-only": matching((name, part) => name.endsWith(part)),
    "name-of-one-type-alone": found((rows) => rows.filter(({ type }) => type !== "NON_FUNGIBLE_UNIQUE")),
    "name-never-whole": matching((name, part) => name.length > part.length),
    "name-cut-at-20": matching((name, part) => name.slice(0, 20).toLowerCase().includes(part.toLowerCase())),
    "name-ascii-only": matching((_, part) => !/[^\x20-\x7e]/.test(part)),
    "name-punctuation-lost": matching((_, part) => /^[\p{L}\p{N}\s]*$/u.test(part)),
  },
  "4.4-name-contained": {
    "name-ignored": overlooked("name", /^.{3,100}$/s),
    "name-as-expression": readAs("name", /^\^(?=.{3})/, ""),
    "name-first-word": readAs("name", /^(\S{3,}) .*$/, "$1"),
    "name-first-three": readAs("name", /^(.{3}).{0,97}$/s, "$1"),
    "name-end-unread": readAs("name", /^(.{9,99}).$/s, "$1"),
    "name-of-100-ignored": overlooked("name", /^.{100}$/s),
    "name-blanks-unread": finding((text) => text.replaceAll(" ", "")),
    "name-in-latin-1": finding((text) => text.replaceAll(/[\u0100-\uffff]/g, "?")),
    "name-with-wildcards": taken("name", (name) => name.split("%").find((part) => part.length >= 3) ?? name),
  },
  "4.4-name-order": {
    "name-cut-at-5-before-the-order": when([desc, "name"], (honest) =>
      editRows((rows) => rows.slice(0, 5).toReversed())(taken("order", () => "asc")(honest)),
    ),
    "name-page-turned": when([desc, "name"], (honest) =>
      editRows((rows) => rows.toReversed())(taken("order", () => "asc")(honest)),
    ),
    "name-rows-lost-under-desc": found((rows, ask) => (holds(desc, ask) ? rows.slice(1) : rows)),
    "name-results-as-text": found((rows, ask) => {
      const sorted = sortedBy(rows, "token_id");
      return holds(desc, ask) ? sorted.toReversed() : sorted;
    }),
    "name-results-by-symbol": found((rows) => sortedBy(rows, "symbol")),
    "name-order-ignored": ignored("order", "name"),
    "name-order-turned": when("name", orderTurned),
  },
  "4.4-name-default-order": {
    "name-results-unsorted": found((rows, ask) => (holds("order", ask) ? rows : sortedBy(rows, "symbol"))),
  },
  "4.4-name-next-null": {
    "name-results-have-next": linked((rows) => rows > 0),
    "name-results-have-next-beside-a-key": when(
      "publickey",
      linked((rows) => rows > 0),
    ),
    "name-results-have-next-under-desc": when(
      desc,
      linked((rows, ask) => rows === Number(lastOf(ask, "limit"))),
    ),
  },
  "4.4-name-limit": {
    "name-limit-ignored": when(
      ["name", has("limit", /^[1-9]\d?$/)],
      editAsk((ask) => setQuery(ask, "limit", "100")),
    ),
  },
});
