import type { Ask, Handler, Query } from "../exchange.ts";
import { CURSOR } from "../service/parameters.ts";

/** Makes another handler of a handler. */
export type Rewriting = (handler: Handler) => Handler;

/** The handler that is asked something else than what was asked. */
export function editAsk(change: (ask: Ask) => Ask): Rewriting {
  return (handler) => (ask) => handler(change(ask));
}

/** Some of the requests. */
export type Condition = (ask: Ask) => boolean;

/** The rewriting for some requests only. */
export function when(condition: Condition, rewriting: Rewriting): Rewriting {
  return (handler) => {
    const rewritten = rewriting(handler);
    return (ask) => (condition(ask) ? rewritten(ask) : handler(ask));
  };
}

/** The values of a query parameter, in the order in which they were sent. */
export function valuesOf(ask: Ask, name: string): readonly string[] {
  return ask.query.filter(([sent]) => sent === name).map(([, value]) => value);
}

/** The last value of a query parameter. */
export function lastOf(ask: Ask, name: string): string | undefined {
  return valuesOf(ask, name).at(-1);
}

/** Whether a query parameter was sent. */
export function sends(name: string): Condition {
  return (ask) => valuesOf(ask, name).length > 0;
}

export const behindFirst = sends(CURSOR);
export const withoutLimit: Condition = (ask) => !sends("limit")(ask);
export const atLimit1: Condition = (ask) => lastOf(ask, "limit") === "1";
export const under =
  (order: "asc" | "desc"): Condition =>
  (ask) =>
    lastOf(ask, "order") === order;
export const inPath =
  (path: RegExp): Condition =>
  ({ param }) =>
    path.test(param);
export const repeats =
  (name: string): Condition =>
  (ask) =>
    valuesOf(ask, name).length > 1;

/** Two parameters and nothing else, on whatever page. */
export const alone =
  (one: string, other: string): Condition =>
  ({ query }) => {
    const names = new Set(query.map(([name]) => name).filter((name) => name !== CURSOR));
    return names.size === 2 && names.has(one) && names.has(other);
  };

/** The request with some query parameters changed; undefined takes one out. */
export function withQuery(ask: Ask, change: (name: string, value: string) => string | undefined): Ask {
  const query: Query = ask.query.flatMap(([name, value]) => {
    const changed = change(name, value);
    return changed === undefined ? [] : [[name, changed] as const];
  });
  return { ...ask, query };
}

/** The handler that sees other values of a query parameter than those sent; undefined takes one out. */
export function rewriteQuery(name: string, change: (value: string) => string | undefined): Rewriting {
  return editAsk((ask) => withQuery(ask, (sent, value) => (sent === name ? change(value) : value)));
}

/** The request with a query parameter that has this value only. */
export function setQuery(ask: Ask, name: string, value: string): Ask {
  const others = ask.query.filter(([sent]) => sent !== name);
  return { ...ask, query: [...others, [name, value]] };
}
