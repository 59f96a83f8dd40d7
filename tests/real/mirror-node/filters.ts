/** A comparison of a filter. */
export interface Filter<T> {
  readonly operator: Operator;
  readonly value: T;
}

const OPERATORS = ["eq", "ne", "gt", "gte", "lt", "lte"] as const;
export type Operator = (typeof OPERATORS)[number];

function isOperator(text: string): text is Operator {
  return (OPERATORS as readonly string[]).includes(text);
}

/** Splits `gt:5`; undefined where what stands before the colon is no operator. */
export function split(text: string): Filter<string> | undefined {
  const at = text.indexOf(":");
  if (at === -1) {
    return { operator: "eq", value: text };
  }
  const operator = text.slice(0, at);
  return isOperator(operator) ? { operator, value: text.slice(at + 1) } : undefined;
}

/** The same, where `readsOver` says that an operator before an operator counts for nothing. */
export function splitAgain(text: string, readsOver: boolean): Filter<string> | undefined {
  const filter = split(text);
  const inner = readsOver && filter?.value.includes(":") === true ? split(filter.value) : filter;
  return filter === undefined || inner === undefined ? undefined : { ...filter, value: inner.value };
}

export function compare<T extends number | bigint | string>(
  actual: T,
  { operator, value }: Filter<T>,
): boolean {
  const results: Readonly<Record<Operator, boolean>> = {
    eq: actual === value,
    ne: actual !== value,
    gt: actual > value,
    gte: actual >= value,
    lt: actual < value,
    lte: actual <= value,
  };
  return results[operator];
}

/** Equalities hold when one of them does, everything else together. */
export function meets<T extends number | bigint | string>(actual: T, filters: readonly Filter<T>[]): boolean {
  const equal = filters.filter(({ operator }) => operator === "eq");
  const others = filters.filter(({ operator }) => operator !== "eq");
  return (
    (equal.length === 0 || equal.some((filter) => compare(actual, filter))) &&
    others.every((filter) => compare(actual, filter))
  );
}
