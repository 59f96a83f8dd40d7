import { faultsOf, slug, type Fault, type Ways } from "../../fault.ts";
import { print } from "../../json.ts";
import { accident, editBody } from "../../rewriting/answer.ts";
import { behindFirst, lastOf, sends, when, withoutLimit } from "../../rewriting/ask.ts";
import type { Condition, Rewriting } from "../../rewriting/ask.ts";
import { editNext, editRows, follows, relist, repage, withNext } from "../../rewriting/list.ts";
import type { PagePlace } from "../../rewriting/list.ts";
import { CROWDED_TOKEN } from "../../data/tokens.ts";
import { LISTS, type List } from "./list.ts";
import { refused, taken } from "../texts.ts";

/** A list links to its next page in another way; `onward` is where that begins when nothing is wrong. */
const linking = (next: (place: PagePlace, onward: number | null) => number | null): Rewriting =>
  repage({ next: (place) => next(place, follows(place)) });

export const rowLost = linking((_, onward) => (onward === null ? null : onward + 1));

export const cutOff = linking(({ from, limit, total }, onward) => (from + 2 * limit < total ? onward : null));

export const dropping = (name: string): Rewriting =>
  editNext((query) => query.filter(([sent]) => sent !== name));

const firstTwice = editRows((rows) => {
  const [first, , ...others] = rows;
  return first === undefined || others.length === 0 ? rows : [first, first, ...others];
});

const withoutNext = editBody((body) => withNext(body, null));

function pageWays({ member }: List): Ways {
  const lastLost = relist((rows) => rows.slice(0, -1));
  const turned = editRows((rows) => rows.toReversed());
  const isUnder100: Condition = (ask) => lastOf(ask, "limit") !== "100";
  return {
    [`4.1-${member}-no-row-missing`]: {
      "row-lost-between-pages": rowLost,
      "last-row-missing": when(isUnder100, lastLost),
      "last-page-cut-off": cutOff,
      "null-after-two-pages": when(behindFirst, withoutNext),
    },
    [`4.1-${member}-no-row-twice`]: {
      "row-twice-between-pages": linking(({ from }, onward) =>
        onward === null ? null : Math.max(onward - 1, from + 1),
      ),
      "next-includes-last": linking((_, onward) => (onward === null ? null : onward - 1)),
      "row-twice-on-a-page": firstTwice,
    },
    [`4.1-${member}-next-null-at-end`]: {
      "next-never-null": linking(({ from, limit, total }) =>
        from > total ? from + 1 : Math.min(from + limit, total + 1),
      ),
      "full-page-next-empty": linking(({ from, limit, total }, onward) =>
        from + limit === total ? total : onward,
      ),
      "empty-list-has-next": linking(({ from, total }, onward) => (total === 0 ? from + 1 : onward)),
    },
    [`4.1-${member}-pages-end`]: {
      "next-repeats": linking(({ from }, onward) => (from > 0 && onward !== null ? from : onward)),
      "next-is-an-accident": when(behindFirst, accident),
      "next-starts-over": linking((_, onward) => onward ?? 0),
    },
    [`4.1-${member}-next-keeps-order`]: {
      "next-drops-order": dropping("order"),
      "next-turns-order": when(behindFirst, turned),
    },
  };
}

/** A limit above 100 gives as many rows. */
const servedAbove: Rewriting = (honest) => repage({})(changedLimit(() => 100)(honest));
const aboveHundred: Condition = (ask) => Number(lastOf(ask, "limit")) > 100;

/** The token with hundreds of holders has some dozens, and another one has those; that one alone has no maximum. */
const otherCrowded: Rewriting = (honest) => {
  const few = relist((rows) => rows.filter((row) => !/"0\.0\.(\d{6,}|2[1-9]\d{3})"/.test(print(row))));
  const fewer = when(({ param }) => param === CROWDED_TOKEN, few)(honest);
  const many = when(aboveHundred, servedAbove)(honest);
  return (ask) => (ask.param === "0.0.98" ? many({ ...ask, param: CROWDED_TOKEN }) : fewer(ask));
};

const changedLimit = (change: (limit: number) => number): Rewriting =>
  taken("limit", (value) => (/^\d+$/.test(value) ? String(change(Number(value))) : value));

function sizeWays({ member, section }: List): Ways {
  const at100: Condition = (ask) => Number(lastOf(ask, "limit")) === 100;
  const pagesOf = (count: number) =>
    repage({ size: () => count, next: ({ from, total }) => (from + count < total ? from + count : null) });
  const empty = repage({ size: () => 0, next: () => null });
  return {
    [`${section}-limit-at-most`]: {
      "page-above-limit": changedLimit((most) => (most > 0 && most < 100 ? most + 1 : most)),
      "page-of-101": when(at100, pagesOf(101)),
      "page-of-26": changedLimit((most) => (most === 25 ? 26 : most)),
    },
    [`${section}-limit-accepted`]: { "limit-10-refused": refused("limit", /^10$/) },
    [`4.1-${member}-no-row-missing`]: { "limit-100-empty": when(at100, empty) },
    [`${section}-default-page-size`]: { "default-page-above-100": when(withoutLimit, pagesOf(150)) },
    [`${section}-limit-above-maximum`]: {
      "limit-above-100-served": when(aboveHundred, servedAbove),
      "limit-above-100-served-beside-an-id": when(
        sends(member === "tokens" ? "token.id" : "account.id"),
        when(aboveHundred, servedAbove),
      ),
    },
  };
}

function faultsOfPages(list: List) {
  return [
    ...faultsOf(list.endpoint, pageWays(list)),
    ...faultsOf(list.endpoint, sizeWays(list)),
    ...Object.entries(list.walks).flatMap(([name, rule]) => {
      const dropped = { [`next-drops-${slug(name)}`]: dropping(name) };
      const later = { [`second-next-drops-${slug(name)}`]: when(behindFirst, dropping(name)) };
      // What came later than the second page is the same at both times of the reference.
      const both = name === "timestamp" ? dropped : { ...dropped, ...later };
      return faultsOf(list.endpoint, { [`4.1-${list.member}-${rule}`]: both });
    }),
  ];
}

/** Faults in how lists are cut into pages (4.1, 8). */
export const pageFaults: readonly Fault[] = [
  ...faultsOf("tokenBalances", {
    "4.3-limit-above-maximum": { "limit-above-100-served-elsewhere": otherCrowded },
  }),
  ...LISTS.flatMap(faultsOfPages),
];
