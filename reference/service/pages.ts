import { idKey, isEntityId } from "./entity-id.ts";
import type { Ask } from "../exchange.ts";
import type { JsonObject } from "../json.ts";
import type { Keyed } from "./ledger.ts";
import { CURSOR, itemCount, order, PREFIX, type Order, type QueryReading } from "./parameters.ts";

/** The part of a list that a request asks for. */
type Span = { readonly limit: number; readonly order: Order; readonly after: bigint | undefined };

/** A page of rows, and whether more follow. */
export type Page = { readonly rows: readonly JsonObject[]; readonly more: boolean };

/** Reads limit, order and cursor; `usual` is the order when none is sent. */
export function spanOf(
  reading: QueryReading,
  names: { readonly limit: string; readonly order: string },
  pageSize: number,
  usual: Order,
): Span {
  const limit = reading.last(names.limit, itemCount);
  const listing = reading.last(names.order, order);
  const after = reading.last(CURSOR, (id) => (isEntityId(id) ? idKey(id) : undefined));
  return { limit: limit ?? pageSize, order: listing ?? usual, after };
}

/** The rows of a span, out of rows in ascending order of their keys. */
export function pageOf<T extends Keyed>(
  sorted: readonly T[],
  accepts: (row: T) => boolean,
  span: Span,
): Page {
  const { limit, after } = span;
  const isUp = span.order === "asc";
  const isAhead = ({ key }: T) => after === undefined || (isUp ? key > after : key < after);
  const rows = (isUp ? sorted : sorted.toReversed()).filter((row) => isAhead(row) && accepts(row));
  return { rows: rows.slice(0, limit).map(({ row }) => row), more: rows.length > limit };
}

/** The link to the page after this one, whose rows have their id in this member: the cursor is moved on. */
export function linkAfter(ask: Ask, { rows, more }: Page, member: string): string | null {
  const id = rows.at(-1)?.[member];
  if (!more || typeof id !== "string") return null;
  const kept = ask.query.filter(([name]) => name !== CURSOR);
  const query = [...kept, [CURSOR, id] as const]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll("%3A", ":")}`)
    .join("&");
  return `${PREFIX}${ask.path}?${query}`;
}
