// §4.1: walks as samples, and places in them
import type { Reply } from "../../engine/exchange.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import type { ListRow, Page, Walk, WalkEnd } from "../../engine/walk.ts";
import { answer } from "./answers.ts";

/** A walk over pages with these rows, for samples. */
export function walkOf(
  endpoint: Endpoint,
  pages: readonly (readonly ListRow[])[],
  end: WalkEnd = "null",
): Walk {
  const member = operations[endpoint].list?.rows ?? "";
  const made = pages.map((rows, index): Page => {
    const next = index === pages.length - 1 && end === "null" ? null : `/page/${index + 1}`;
    return { reply: answer(endpoint, 200, { [member]: rows, links: { next } }), rows, next };
  });
  return { pages: made, rows: pages.flat(), end, stoppedAt: "the last page" };
}

/** A walk whose first request is answered with this instead of a list, for samples. */
export function refusedWalk(reply: Reply): Walk {
  const page: Page = { reply, rows: [], next: undefined };
  return { pages: [page], rows: [], end: "refused", stoppedAt: "the first page" };
}

/** A row of a walk with the answer that holds it. */
export interface PlacedRow {
  readonly row: ListRow;
  readonly reply: Reply;
  readonly pointer: string;
  /** Number of the page, from 0. */
  readonly page: number;
}

/** Every row of a walk with its place. */
export function placedRows(walk: Walk): readonly PlacedRow[] {
  return walk.pages.flatMap(({ rows, reply }, page) => {
    const member = operations[reply.ask.endpoint].list?.rows ?? "";
    return rows.map((row, index) => ({ row, reply, page, pointer: `/${member}/${index}` }));
  });
}

/** The row with this number in the whole walk. */
export function rowAt(walk: Walk, index: number): PlacedRow | undefined {
  return placedRows(walk)[index];
}
