// §2.1, §4.3, §4.4: filters compared with one another, by the rows that they select
import type { Ask, Asker, Finding, Judgement, Query } from "../../../engine/model/exchange.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import { isRefusedWalk, keysOf, pagesFor, walk, type Walk } from "../../../engine/clauses/pagination.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import { inTurn } from "../requests/verdicts.ts";
import { stopped } from "./doubts.ts";
import { lostRows, surplusRows, firstAnswers, notTheList, placedRows } from "./walked.ts";

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
    () => lostRows(selected, message, rows, firstAnswers(due)),
  );
}

/** Every row of a selection is in one of the others. A refused one fails; undecided where one is not read to its end. */
export function judgeWithin(selected: Walk, allowed: readonly Walk[], message: string): Judgement {
  const { identity } = selected;
  const keys = keysOf(
    allowed.flatMap(({ rows }) => rows),
    identity,
  );
  const expected = `a row whose ${identity} is shown there too`;
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
