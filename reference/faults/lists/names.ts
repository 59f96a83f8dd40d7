import type { Ask } from "../../exchange.ts";
import type { Fault } from "../../fault.ts";
import type { JsonObject } from "../../json.ts";
import { editBody, editSuccess } from "../../rewriting/answer.ts";
import { lastOf, rewriteQuery, sends, setQuery, type Rewriting } from "../../rewriting/ask.ts";
import { editRows, rowsOf, wholeList, withNext } from "../../rewriting/list.ts";
import { faultsOf, way, type Way, type Ways } from "../notation.ts";
import { ignored, orderTurned, overlooked, readAs, refused, refusedWhen, taken } from "../texts.ts";
import { at, beside, under } from "../where.ts";

const named = sends("name");

// In characters, of which some take two units.
const shortName = (ask: Ask): boolean => named(ask) && Array.from(lastOf(ask, "name") ?? "").length < 3;

function textIn(row: JsonObject, member: string): string {
  const value = row[member];
  return typeof value === "string" ? value : "";
}

function sortedBy(rows: readonly JsonObject[], member: string): readonly JsonObject[] {
  return rows.toSorted((a, b) => (textIn(a, member) < textIn(b, member) ? -1 : 1));
}

/** The rows of searches by name alone are other ones. */
function found(says: string, change: (rows: readonly JsonObject[], ask: Ask) => readonly JsonObject[]): Way {
  const changed = editRows("tokens", change);
  return way(says, changed, named);
}

/** Searches by name have a link. */
function linked(says: string, test: (rows: number, ask: Ask) => boolean): Way {
  const changed = editBody((body, ask) =>
    test(rowsOf(body, "tokens").length, ask) ? withNext(body, "?limit=1") : body,
  );
  return way(says, changed, named);
}

/** Searches that find something else than what contains the text. */
const matching = (says: string, test: (name: string, part: string) => boolean): Way =>
  found(says, (rows, ask) => rows.filter((row) => test(textIn(row, "name"), lastOf(ask, "name") ?? "")));

/** Searches that find what contains the text once both are read otherwise. */
function finding(says: string, read: (text: string) => string): Way {
  const changed: Rewriting = (honest) =>
    editRows("tokens", (_, ask) => {
      const part = read(lastOf(ask, "name") ?? "").toLowerCase();
      const all = wholeList(honest, { ...ask, query: [] }, "tokens");
      return all.filter((row) => read(textIn(row, "name")).toLowerCase().includes(part));
    })(honest);
  return way(says, changed, named);
}

const status206 = editSuccess((answer) => ({ ...answer, status: 206 }));

const NAMES: Ways = {
  "4.4-name-refused": {
    "name-of-1-accepted": overlooked("name", "a name of one character", /^.$/s),
    "name-of-2-accepted": overlooked("name", "a name of two characters", /^..$/s),
    "name-of-101-accepted": readAs("name", "a name of 101 characters is cut to 100", /^(.{100}).+$/s, "$1"),
    "name-refusal-unnamed": refusedWhen("token", "the refusal of a name names another parameter", shortName),
  },
  "4.4-name-accepted": {
    "name-of-100-refused": refused("name", "a name of 100 characters", /^.{100}$/su),
    "name-with-space-refused": refused("name", "a name with a space in it", / /),
    "name-of-60-to-99-refused": refused("name", "a name of 60 to 99 characters", /^.{60,99}$/su),
  },
  "4.4-name-with-token-id": {
    "name-with-token-id-accepted": at(beside("name"), ignored("token.id")),
    "name-with-token-id-accepted-descending": at(under("desc"), at(beside("name"), ignored("token.id"))),
  },
  "4.4-name-with-account-id": { "name-with-account-id-accepted": at(beside("account.id"), ignored("name")) },
  "4.4-name-complete": {
    "name-of-3-refused": refused("name", "a name of three characters", /^.{3}$/su),
    "name-whole-only": matching("a part of a name finds nothing", (name, part) => name === part),
    "name-beginning-only": matching("a part from within a name finds nothing", (name, part) =>
      name.startsWith(part),
    ),
    "name-end-only": matching("only the end of a name is compared", (name, part) => name.endsWith(part)),
    "name-never-whole": matching("a name in full finds nothing", (name, part) => name.length > part.length),
    "name-ascii-only": matching("no name outside ASCII is found", (_, part) => !/[^\x20-\x7e]/.test(part)),
    "name-punctuation-lost": matching(
      "no name with other signs than letters and digits is found",
      (_, part) => /^[\p{L}\p{N}\s]*$/u.test(part),
    ),
  },
  "4.4-name-contained": {
    "name-ignored": overlooked("name", "a well-formed name", /^.{3,100}$/s),
    "name-as-expression": readAs("name", "a name is read as an expression", /^\^(?=.{3})/, ""),
    "name-first-word": readAs("name", "only the text up to a space is searched for", /^(\S{3,}) .*$/, "$1"),
    "name-first-three": readAs("name", "only three characters are searched for", /^(.{3}).{0,97}$/s, "$1"),
    "name-end-unread": readAs("name", "the last character of a name is not compared", /^(.{9,99}).$/s, "$1"),
    "name-of-100-ignored": overlooked("name", "a name of 100 characters", /^.{100}$/s),
    "name-blanks-unread": finding("blanks in a name do not count", (text) => text.replaceAll(" ", "")),
    "name-in-latin-1": finding("letters outside Latin-1 are all alike in a search", (text) =>
      text.replaceAll(/[\u0100-\uffff]/g, "?"),
    ),
    "name-with-wildcards": taken(
      "name",
      "a percent sign stands for any text",
      (name) => name.split("%").find((part) => part.length >= 3) ?? name,
    ),
  },
  "4.4-name-order": {
    "name-page-turned": at(
      under("desc"),
      way(
        "a page of a search is an ascending one turned",
        (honest) =>
          editRows("tokens", (rows) => rows.toReversed())(rewriteQuery("order", () => "asc")(honest)),
        named,
      ),
    ),
    "name-with-limit-refused": refusedWhen(
      "name",
      "name beside limit is refused",
      (ask) => named(ask) && sends("limit")(ask),
    ),
    "name-results-as-text": found("results are ordered by token id as text", (rows, ask) => {
      const sorted = sortedBy(rows, "token_id");
      return lastOf(ask, "order") === "desc" ? sorted.toReversed() : sorted;
    }),
    "name-results-by-symbol": found("results are ordered by symbol", (rows) => sortedBy(rows, "symbol")),
    "name-order-ignored": at(beside("name"), ignored("order")),
    "name-order-turned": at(beside("name"), orderTurned),
  },
  "4.4-name-next-null": {
    "name-results-have-next": linked("a search has a link to a next page", (rows) => rows > 0),
    "name-results-have-next-under-desc": at(
      under("desc"),
      linked("a full page of a search has a link", (rows, ask) => rows === Number(lastOf(ask, "limit"))),
    ),
  },
  "4.4-name-limit": {
    "name-limit-ignored": way("limit has no effect on a search", (honest) => (ask) => {
      const well = /^[1-9]\d?$/.test(lastOf(ask, "limit") ?? "");
      return honest(named(ask) && well ? setQuery(ask, "limit", "100") : ask);
    }),
  },
  "4.4-success-status": {
    "status-206-by-name": way("results of a search have the status code 206", status206, named),
  },
};

/** Faults in the search by name (4.4, 8). */
export const nameFaults: readonly Fault[] = faultsOf("tokens", NAMES);
