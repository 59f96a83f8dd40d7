import { idKey, isEntityId } from "./entity-id.ts";
import type { Ask } from "../exchange.ts";
import type { Keyed } from "./ledger.ts";
import { CURSOR, itemCount, order, type Order, type QueryReading, type Settings } from "./parameters.ts";

/** The part of a list that a request asks for. */
export type Span = { readonly limit: number; readonly order: Order; readonly after: bigint | undefined };

/** A page of rows; `last` is the id of its last row when more rows follow. */
export type Page<T> = { readonly rows: readonly T[]; readonly more: boolean };

/** Reads limit, order and cursor; `usual` is the order when none is sent. */
export function spanOf(
  reading: QueryReading,
  names: { readonly limit: string; readonly order: string },
  settings: Settings,
  usual: Order,
): Span {
  const limit = reading.last(names.limit, itemCount(settings.aboveHundred));
  const listing = reading.last(names.order, order);
  const after = reading.last(CURSOR, (id) => (isEntityId(id) ? idKey(id) : undefined));
  return { limit: limit ?? settings.pageSize, order: listing ?? usual, after };
}

/** The rows of a span, out of rows in ascending order of their keys. */
export function pageOf<T extends Keyed>(
  sorted: readonly T[],
  accepts: (row: T) => boolean,
  span: Span,
): Page<T> {
  const { limit, after } = span;
  const rows: T[] = [];
  for (let index = 0; index < sorted.length; index += 1) {
    const row = sorted[span.order === "asc" ? index : sorted.length - 1 - index];
    if (row === undefined) break;
    if (after !== undefined && (span.order === "asc" ? row.key <= after : row.key >= after)) continue;
    if (!accepts(row)) continue;
    if (rows.length === limit) return { rows, more: true };
    rows.push(row);
  }
  return { rows, more: false };
}

/** The link to the page after the row with this id: the same request with the cursor moved on. */
export function linkAfter(ask: Ask, id: string, settings: Settings): string {
  const kept = ask.query.filter(([name]) => name !== CURSOR);
  const query = [...kept, [CURSOR, id] as const]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll("%3A", ":")}`)
    .join("&");
  return `${settings.prefix}${ask.path}?${query}`;
}
