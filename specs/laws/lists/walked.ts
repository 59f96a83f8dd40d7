// §4.1: a walk over a list, its places, and what is known of the rows that it should show
import type { Query } from "../../../engine/model/call.ts";
import { wholeAnswer } from "../../../engine/message/classify.ts";
import type { Finding, Reply, Undecided } from "../../../engine/model/exchange.ts";
import type { Direction, SortKey } from "./ordering.ts";
import type { ListRow, Walk } from "../../../engine/clauses/pagination.ts";
import { operations } from "../../../schemas/operations.ts";
import type { FilterInUse } from "./lists.ts";

/** A walk to make: its first request, and what it should show. */
export interface WalkPlan {
  readonly query: Query;
  /** Rows asked for per page; absent: as many as the target likes. */
  readonly limit?: number | undefined;
  /** Absent: the default order, which the document does not name. */
  readonly order?: Direction | undefined;
  /** The filters whose meaning shows in the rows. */
  readonly filters: readonly FilterInUse[];
  /** How many parameters select rows: those filters, and others. */
  readonly selecting: number;
}

/** A walk that was made, and the rows that the whole list says it should hold. */
export interface Walked {
  readonly plan: WalkPlan;
  readonly identity: string;
  readonly walk: Walk;
  /** What the parameters select together, from what each of them shows alone; absent where that is not known. */
  readonly selection?: readonly ListRow[] | undefined;
  /** Rows of which a filter reads nothing, so that they may be due: the clause on that field judges it. */
  readonly doubtful?: readonly ListRow[];
  /** The largest pages of the whole list, where it shows other rows. */
  readonly large?: Walk;
  /** The parameters may select fewer rows than each of them alone does. */
  readonly atMost?: boolean;
  /** Ways in which the whole list is sorted. */
  readonly keys?: readonly SortKey[];
  /** Why the rows of the selection are not known. */
  readonly unread?: Undecided | undefined;
  /** The whole list, as it was found: rows that came later are no strangers (reading 18). */
  readonly listed?: readonly ListRow[];
  /** The list has no further pages, however long it is: a search by name. */
  readonly unpaged?: boolean;
  /** The answers to each parameter alone, where the first answer to all of them is no list. */
  readonly singles?: readonly Reply[] | undefined;
  /** Name of the limit, which a link may carry. */
  readonly limitName?: string | undefined;
}

/** Whether a page behind the first shows a row: without one, nothing there was tested. */
export const showsBehind = ({ pages }: Walk): boolean => pages.slice(1).some(({ rows }) => rows.length > 0);

export interface PlacedRow {
  readonly row: ListRow;
  readonly reply: Reply;
  readonly pointer: string;
  /** Number of the page, from 0. */
  readonly page: number;
}

/** Member of the body that holds the rows of a list. */
export function rowsMember({ ask }: Reply): string {
  return operations[ask.endpoint].list?.rows ?? "";
}

export function placedRows({ pages }: Pick<Walk, "pages">): readonly PlacedRow[] {
  return pages.flatMap(({ rows, reply }, page) =>
    rows.map((row, index) => ({ row, reply, page, pointer: `/${rowsMember(reply)}/${index}` })),
  );
}

/** The first answer of each walk, to be shown beside another one. */
export function firstAnswers(walks: readonly Walk[]): readonly Reply[] {
  return walks.flatMap(({ pages }) => pages.slice(0, 1).map(({ reply }) => reply));
}

/** The first answer of a walk is not the list, though it had to be. */
export function notTheList({ pages }: Walk, message: string): readonly Finding[] {
  return pages.slice(0, 1).map(({ reply }) => wholeAnswer(reply, message, "status 200 and the list"));
}
