import type { Ask, Handler, Query } from "../exchange.ts";

/** Makes another handler of a handler. */
export type Rewriting = (handler: Handler) => Handler;

/** The handler that is asked something else than what was asked. */
export function editAsk(change: (ask: Ask) => Ask): Rewriting {
  return (handler) => (ask) => handler(change(ask));
}

/** The rewriting for some requests only. */
export function when(condition: (ask: Ask) => boolean, rewriting: Rewriting): Rewriting {
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
export function sends(name: string): (ask: Ask) => boolean {
  return (ask) => valuesOf(ask, name).length > 0;
}

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
