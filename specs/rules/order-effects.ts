// §4.3, §4.4: the order under a limit of one and under a filter
import { all, type Asking, type Judgement, type Reply } from "../../engine/exchange.ts";
import { cut } from "../../engine/inspect.ts";
import { explainingKeys, type Direction } from "../../engine/sort-keys.ts";
import { pagesFor, rowsIn, type Walk } from "../../engine/walk.ts";
import type { Listing } from "../../engine/world.ts";
import { bothWays, type BothWays } from "./order.ts";
import { sortedIds } from "./page-plans.ts";

/** The whole list both ways, and its first row alone both ways. */
interface FirstRows extends BothWays {
  readonly firstUp: Reply;
  readonly firstDown: Reply;
}

export function* askFirstRows(list: Listing, order: string, limit: string): Asking<FirstRows> {
  const whole = yield* bothWays(
    (way) => list.ask([[order, way], ...list.largest]),
    list.member,
    pagesFor(list),
  );
  const firsts = yield* all([
    {
      ...list.ask([
        [order, "asc"],
        [limit, "1"],
      ]),
      memo: true,
    },
    {
      ...list.ask([
        [order, "desc"],
        [limit, "1"],
      ]),
      memo: true,
    },
  ]);
  const [firstUp, firstDown] = firsts;
  if (firstUp === undefined || firstDown === undefined) {
    throw new Error("two requests were sent, not two answered");
  }
  return { ...whole, firstUp, firstDown };
}

/** With a limit of 1 the first row is still the lowest under asc, the highest under desc. */
export function judgeFirstRows({ up, down, firstUp, firstDown }: FirstRows, member: string): Judgement {
  const keys = explainingKeys(up.rows, down.rows);
  if (keys.length === 0 || up.end !== "null" || down.end !== "null") {
    return { undecided: "the order of the whole list is not known", cause: "data" };
  }
  return [
    ...judgeFirst(firstUp, up, "asc", member, keys),
    ...judgeFirst(firstDown, down, "desc", member, keys),
  ];
}

function judgeFirst(
  reply: Reply,
  whole: Walk,
  way: Direction,
  member: string,
  keys: ReturnType<typeof explainingKeys>,
) {
  const [row] = rowsIn(reply, member);
  const [due] = whole.rows;
  if (row === undefined || due === undefined || keys.some(({ compare }) => compare(row, due) === 0)) {
    return [];
  }
  const message = `with a limit of 1 the first row under ${way} is another one`;
  const [key] = keys;
  const name = key?.member ?? "";
  const place = { pointer: `/${member}/0/${name}`, expected: cut(due[name]), actual: cut(row[name]) };
  return [{ message, ...place, reply, beside: whole.pages.slice(0, 1).map((page) => page.reply) }];
}

/** A few rows at one end of the list, both ways. */
export function* askUnderFilter(list: Listing, order: string, filter: string): Asking<BothWays> {
  const ids = sortedIds(list);
  const bound = ids[Math.max(ids.length - 12, 0)] ?? "0.0.0";
  return yield* bothWays(
    (way) => list.ask([[filter, `gte:${bound}`], [order, way], ...list.largest]),
    list.member,
    pagesFor(list),
  );
}
