// §4.1: places in walks
import type { Reply, Undecided } from "../../../engine/model/exchange.ts";
import { operations } from "../../../schemas/operations.ts";
import { stopOf, type ListRow, type Walk } from "../../../engine/clauses/pagination.ts";

/** A row of a walk with the answer that holds it. */
export interface PlacedRow {
  readonly row: ListRow;
  readonly reply: Reply;
  readonly pointer: string;
  /** Number of the page, from 0. */
  readonly page: number;
}

/** Every row of a walk with its place. */
export function placedRows(walk: Pick<Walk, "pages">): readonly PlacedRow[] {
  return walk.pages.flatMap(({ rows, reply }, page) => {
    const member = operations[reply.ask.endpoint].list?.rows ?? "";
    return rows.map((row, index) => ({ row, reply, page, pointer: `/${member}/${index}` }));
  });
}

/** The row with this number in the whole walk. */
export function rowAt(walk: Walk, index: number): PlacedRow | undefined {
  return placedRows(walk)[index];
}

/** Why a walk that stopped on its way decides nothing. */
export function stopped(walk: Walk, what: string, cause: Undecided["cause"] = "data"): Undecided {
  const { came, ...stop } = stopOf(walk);
  return { undecided: `${what}: ${came}`, cause, ...(walk.end === "budget" ? FURTHER : {}), ...stop };
}

const FURTHER = { remedy: { kind: "walkFurther" } } as const;

/** A list whose end is behind the last page that is asked for. */
export function tooLong(): Undecided {
  return { undecided: "the list is longer than this level walks", cause: "data", ...FURTHER };
}
