import type { Ask } from "../exchange.ts";
import { lastOf, sends, when } from "../rewriting/ask.ts";
import { CURSOR } from "../service/parameters.ts";
import type { Way } from "./notation.ts";

/** The requests in which a fault shows. */
export type Where = { readonly says: string; readonly holds: (ask: Ask) => boolean };

export const under = (order: "asc" | "desc"): Where => ({
  says: `under ${order}`,
  holds: (ask) => lastOf(ask, "order") === order,
});
export const beside = (name: string): Where => ({ says: `beside ${name}`, holds: sends(name) });
export const inPath = (says: string, path: RegExp): Where => ({
  says,
  holds: ({ param }) => path.test(param),
});
export const atLimit1: Where = { says: "at limit 1", holds: (ask) => lastOf(ask, "limit") === "1" };
export const withoutLimit: Where = { says: "without limit", holds: (ask) => !sends("limit")(ask) };
export const behindFirst: Where = { says: "behind the first page", holds: sends(CURSOR) };

/** Two parameters and nothing else, on whatever page. */
export const alone = (one: string, other: string): Where => ({
  says: `beside ${other} alone`,
  holds: ({ query }) => {
    const names = new Set(query.map(([name]) => name).filter((name) => name !== CURSOR));
    return names.size === 2 && names.has(one) && names.has(other);
  },
});

/** The way in some requests alone. */
export function at({ says, holds }: Where, one: Way): Way {
  return { ...one, says: `${one.says} ${says}`, breaks: when(holds, one.breaks) };
}
