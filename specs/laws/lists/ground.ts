// §2.1, §4.1, §4.3, §4.4: the rows that some parameters select, from what each of them shows alone; filters compared with one another
import {
  type Asker,
  type Query,
  type Reply,
  type Undecided,
  isUndecided,
  type Ask,
  type Finding,
  type Judgement,
} from "../../../engine/model/exchange.ts";
import { describe, isSuccess } from "../../../engine/message/classify.ts";
import {
  isRefusedWalk,
  keyOf,
  keysOf,
  type ListRow,
  type Walk,
  pagesFor,
  walk,
} from "../../../engine/clauses/pagination.ts";
import type { Listing, Material } from "../../../engine/clauses/prerequisites.ts";
import { undecided, inTurn } from "../requests/verdicts.ts";
import { stopped, unreadList } from "./doubts.ts";
import type { Source } from "./lists.ts";
import { holdsText, longestSearch } from "./names.ts";
import {
  type RowSource,
  type Walked,
  lostRows,
  rowsOnce,
  surplusRows,
  firstAnswers,
  notTheList,
  placedRows,
} from "./walked.ts";
import { cut } from "../../../engine/schema/check-fields.ts";

/**
 * The rows that the hidden parameters select, and whether these are all of them. A parameter is hidden where
 * no member of a row shows for sure what it means: account.id of tokens, publicKey, timestamp, and a name, whose case of
 * letters is open (reading 8).
 */
export interface Ground {
  readonly rows: readonly ListRow[];
  readonly complete: boolean;
  /** Why they are not all known. */
  readonly unread?: Undecided | undefined;
  /** They may be fewer. */
  readonly atMost?: boolean;
  /** The pages that show them. */
  readonly sources: readonly RowSource[];
}

/** The answers to each parameter alone; undecided where one is refused alone too: its own clauses judge that. */
export async function askSingles(
  t: Asker,
  list: Listing,
  query: Query,
): Promise<readonly Reply[] | Undecided> {
  const alone = query.length === 0 ? [query] : query.map((parameter) => [parameter]);
  const replies = await t.all(alone.map((one) => list.ask(one)));
  const refused = replies.find((reply) => !isSuccess(reply));
  return refused ? undecided(`a parameter alone gives no list: ${describe(refused)}`, refused) : replies;
}

/**
 * Asks for each hidden parameter alone, and takes the rows that all of them show. Under a timestamp filter
 * asks for all of them at once, for the rows then differ from those of the list.
 */
export async function askGround(
  t: Asker & Source,
  hidden: Query,
): Promise<Ground | Undecided | Pick<Walked, "walk" | "singles">> {
  const { list, material } = t;
  const time = material.names["timestamp"];
  const atTime = hidden.some(([name]) => name === time);
  const groups = atTime ? [hidden] : hidden.map((parameter) => [parameter]);
  let ground: Ground = atTime
    ? { rows: [], complete: true, sources: [] }
    : { rows: list.rows, complete: list.complete, unread: unreadList(list), sources: [list] };
  for (const group of groups) {
    const part = await askSet(t, list, group);
    const singles = isRefusedWalk(part) && group.length > 1 ? await askSingles(t, list, group) : undefined;
    if (singles !== undefined) {
      return isUndecided(singles) ? singles : { walk: part, singles };
    }
    if (part.end === "refused") {
      return stopped(part, "a part of the list cannot be read");
    }
    if (atTime && part.rows.length === 0) {
      return undecided("the request selects no rows at that time", part.pages[0]?.reply);
    }
    const text = textIn(group, material);
    const longest =
      text === undefined ? undefined : await longestSearch(t, list, material.names["name"] ?? "");
    const whole = part.end === "null" && isWhole(part, list, longest);
    // A service may cut a search (interpretation 16): then the names of the whole list say which rows are due.
    const isCut = !whole && list.complete && text !== undefined;
    const rows = (isCut ? list.rows : rowsOnce(part)).filter((row) => isNamed(row, text));
    const complete = ground.complete && (whole || isCut);
    // Whether a name matches in another case of letters is unspecified: such a row may be due.
    const isSure = rows.every(({ name }) => typeof name !== "string" || name.includes(text ?? ""));
    const atMost = ground.atMost === true || (isCut && !isSure);
    const unread =
      ground.unread ??
      (part.end === "null" ? undefined : stopped(part, "a part of the list was not read to its end"));
    const sources = [part, ...ground.sources];
    ground = { rows: atTime ? rows : shared(ground, rows, list.identity), complete, unread, atMost, sources };
  }
  return ground;
}

/** The text that a request searches for. */
const textIn = (group: Query, { names }: Material): string | undefined =>
  group.find(([name]) => name === names["name"])?.[1];

/** Whether the name of a row has the text that is searched for, in any case of letters. */
const isNamed = ({ name }: ListRow, text: string | undefined): boolean =>
  text === undefined || typeof name !== "string" || holdsText(name, text);

/** A search by name has one page: all of its rows came where they are fewer than the `longest` search has, or all of the list. */
function isWhole({ rows }: Walk, list: Listing, longest: number | undefined): boolean {
  const hasAll = list.complete && rows.length === list.rows.length;
  return longest === undefined || hasAll || rows.length < longest;
}

/** The rows that are in both; only `others` where the ground is not known whole. */
function shared(ground: Ground, others: readonly ListRow[], identity: string): readonly ListRow[] {
  const known = keysOf(ground.rows, identity);
  return ground.complete ? others.filter((row) => known.has(keyOf(row, identity))) : others;
}

/** Pages of a usual size that hold as much as one of the largest. */
const USUAL_IN_LARGEST = 4;

/** Walks what a query selects, in the largest pages; in usual ones where the query is refused beside their limit. */
export async function askSet(t: Asker, list: Listing, query: Query, pages = pagesFor(list)): Promise<Walk> {
  const asking = (sent: Query): Ask => ({ ...list.ask(sent), gateways: "steady" });
  const walked = await walk(t, asking([...query, ...list.largest]), pages);
  return isRefusedWalk(walked) && list.largest.length > 0
    ? await walk(t, asking(query), pages * USUAL_IN_LARGEST)
    : walked;
}

/** Selections can be compared where all were read to the end; a refused one is a finding: its filter is well-formed. */
function readable(walks: readonly Walk[]): Judgement {
  const unread = walks.find(({ end }) => end !== "null");
  if (unread === undefined) {
    return [];
  }
  return isRefusedWalk(unread)
    ? notTheList(unread, "a well-formed filter is refused")
    : stopped(unread, "a list was not read to its end");
}

/** Every row of some selections is in this one too. A refused one fails; undecided where one is not read to its end. */
export function judgeHolds(selected: Walk, due: readonly Walk[], message: string): Judgement {
  const rows = due.flatMap((other) => other.rows);
  return inTurn(
    () => readable([selected, ...due]),
    () => lostRows(selected, message, rows, due),
  );
}

/** Every row of a selection is in one of the others. A refused one fails; undecided where one is not read to its end. */
export function judgeWithin(selected: Walk, allowed: readonly Walk[], message: string): Judgement {
  const { identity } = selected;
  const keys = keysOf(
    allowed.flatMap(({ rows }) => rows),
    identity,
  );
  const expected = `a row whose ${identity} the other ${allowed.length === 1 ? "request gets" : "requests get"} too`;
  return inTurn(
    () => readable([selected, ...allowed]),
    () => surplusRows(selected, message, keys, expected, firstAnswers(allowed)),
  );
}

/** A selection holds the same rows as some others together; a refused one is a finding. */
export function judgeEqual(selected: Walk, model: readonly Walk[], message: string): Judgement {
  return inTurn(
    () => judgeWithin(selected, model, message),
    () => judgeHolds(selected, model, message),
  );
}

export function judgeEmpty(selected: Walk, message: string): readonly Finding[] {
  const defect = { kind: "stray" } as const;
  const shown = placedRows(selected).slice(0, 1);
  return shown.map(({ row, pointer, reply }) => {
    return { message, pointer, expected: "no row", actual: cut(row), defect, reply };
  });
}
