// §2.1, §4.3, §4.4: filters compared with one another, by the rows that they select
import type { Query } from "../../../engine/model/call.ts";
import { wholeAnswer } from "../../../engine/message/classify.ts";
import type { Asking, Finding, Judgement } from "../../../engine/model/exchange.ts";
import { cut } from "../../../engine/schema/check-fields.ts";
import { pagesFor, walk, type Walk } from "../../../engine/clauses/pagination.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import { lostRows, recognise, surplusRows, WHOLE_ROW } from "./differences.ts";
import { inTurn } from "../requests/findings.ts";
import { along } from "./lists.ts";
import { firstAnswers, placedRows, stopped } from "./walked.ts";

/** Walks what a query selects. */
export function* askSet(list: Listing, query: Query): Asking<Walk> {
  const first = list.ask([...query, ...list.largest]);
  return yield* walk({ ...first, memo: true }, list.member, pagesFor(list));
}

/** Whether two selections can be compared: both were read to the end, and neither is refused. */
function readable(walks: readonly Walk[]): Judgement {
  for (const walked of walks) {
    const { end, pages } = walked;
    const [first] = pages;
    if (end === "refused" && pages.length === 1 && first !== undefined) {
      return [wholeAnswer(first.reply, "a well-formed filter is refused", "status 200 and the list")];
    }
    if (end !== "null") {
      return stopped(walked, "a list was not read to its end");
    }
  }
  return [];
}

/** Every row of some selections is in this one too. */
export function judgeHolds(
  selected: Walk,
  due: readonly Walk[],
  identity: string,
  message: string,
): Judgement {
  const rows = due.flatMap((other) => other.rows);
  return inTurn(
    () => readable([selected, ...due]),
    () => lostRows({ walk: selected, identity, message, along: along(identity) }, rows, firstAnswers(due)),
  );
}

/** Every row of a selection is in one of the others. */
export function judgeWithin(
  selected: Walk,
  allowed: readonly Walk[],
  identity: string,
  message: string,
): Judgement {
  const keys = new Set(allowed.flatMap(({ rows }) => rows.map((row) => recognise(row, identity))));
  const expected = `${identity === WHOLE_ROW ? "a row" : `a row with a ${identity}`} that is shown there too`;
  return inTurn(
    () => readable([selected, ...allowed]),
    () =>
      surplusRows(
        { walk: selected, identity, message, along: along(identity) },
        keys,
        expected,
        firstAnswers(allowed),
      ),
  );
}

/** A selection holds the same rows as some others together. */
export function judgeEqual(
  selected: Walk,
  model: readonly Walk[],
  identity: string,
  message: string,
): Judgement {
  return inTurn(
    () => judgeWithin(selected, model, identity, message),
    () => judgeHolds(selected, model, identity, message),
  );
}

/** A selection has no rows at all. */
export function judgeEmpty(selected: Walk, message: string): readonly Finding[] {
  return placedRows(selected)
    .slice(0, 1)
    .map(({ row, pointer, reply }) => {
      const defect = { kind: "stray" } as const;
      return { message, pointer, expected: "no row", actual: cut(row), defect, reply };
    });
}
