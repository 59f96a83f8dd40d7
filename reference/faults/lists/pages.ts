import type { Ask } from "../../exchange.ts";
import type { Fault } from "../../fault.ts";
import { print } from "../../json.ts";
import { editBody, editSuccess } from "../../rewriting/answer.ts";
import { lastOf, when, type Rewriting } from "../../rewriting/ask.ts";
import {
  editNext,
  editRows,
  follows,
  relist,
  repage,
  withNext,
  type ListMember,
  type PagePlace,
} from "../../rewriting/list.ts";
import { CROWDED_TOKEN } from "../../data/tokens.ts";
import { LISTS, type List } from "./list.ts";
import { faultsOf, slug, way, type Way, type Ways } from "../notation.ts";
import { taken } from "../texts.ts";
import { at, behindFirst, beside, withoutLimit, type Where } from "../where.ts";

/** A list links to its next page in another way; `onward` is where that begins when nothing is wrong. */
const linking = (
  member: ListMember,
  says: string,
  next: (place: PagePlace, onward: number | null) => number | null,
): Way => way(says, repage(member, { next: (place) => next(place, follows(place)) }));

export const rowLost = (member: ListMember): Way =>
  linking(member, "each page begins one row too late", (_, onward) => (onward === null ? null : onward + 1));

export const cutOff = (member: ListMember): Way =>
  linking(member, "links.next is null on the last page but one", ({ from, limit, total }, onward) =>
    from + 2 * limit < total ? onward : null,
  );

export const dropping = (name: string): Way =>
  way(
    `the link forgets ${name}`,
    editNext((query) => query.filter(([sent]) => sent !== name)),
  );

const firstTwice = (member: ListMember): Rewriting =>
  editRows(member, (rows) => {
    const [first, , ...others] = rows;
    return first === undefined || others.length === 0 ? rows : [first, first, ...others];
  });

const withoutNext = editBody((body) => withNext(body, null));
const accident = editSuccess((answer) => ({ ...answer, status: 500, body: { error: "boom" } }));

function pageWays({ member }: List): Ways {
  const lastLost = relist(member, (rows) => rows.slice(0, -1));
  const turned = editRows(member, (rows) => rows.toReversed());
  const isUnder100 = (ask: Ask) => lastOf(ask, "limit") !== "100";
  return {
    [`4.1-${member}-no-row-missing`]: {
      "row-lost-between-pages": rowLost(member),
      "last-row-missing": way("the last row is on no page of less than 100 rows", lastLost, isUnder100),
      "last-page-cut-off": cutOff(member),
      "null-after-two-pages": at(behindFirst, way("links.next is null, whatever follows", withoutNext)),
    },
    [`4.1-${member}-no-row-twice`]: {
      "row-twice-between-pages": linking(
        member,
        "each page of several rows begins with the last row before it",
        ({ from }, onward) => (onward === null ? null : Math.max(onward - 1, from + 1)),
      ),
      "next-includes-last": linking(member, "the link returns the last row of its page", (_, onward) =>
        onward === null ? null : onward - 1,
      ),
      "row-twice-on-a-page": way("the second row of a full page is the first one again", firstTwice(member)),
    },
    [`4.1-${member}-next-null-at-end`]: {
      "next-never-null": linking(member, "empty pages without end follow", ({ from, limit, total }) =>
        from > total ? from + 1 : Math.min(from + limit, total + 1),
      ),
      "full-page-next-empty": linking(
        member,
        "a last page that is exactly full has a link to an empty page",
        ({ from, limit, total }, onward) => (from + limit === total ? total : onward),
      ),
      "empty-list-has-next": linking(member, "an empty list has a link", ({ from, total }, onward) =>
        total === 0 ? from + 1 : onward,
      ),
    },
    [`4.1-${member}-pages-end`]: {
      "next-repeats": linking(member, "the second page links to itself", ({ from }, onward) =>
        from > 0 && onward !== null ? from : onward,
      ),
      "next-is-an-accident": at(behindFirst, way("a page is answered with 500", accident)),
      "next-starts-over": linking(member, "the last page links to the first", (_, onward) => onward ?? 0),
    },
    [`4.1-${member}-next-keeps-order`]: {
      "next-drops-order": dropping("order"),
      "next-turns-order": at(behindFirst, way("the rows stand the other way round", turned)),
    },
  };
}

/** A limit above 100 gives as many rows. */
const servedAbove =
  (member: ListMember): Rewriting =>
  (honest) =>
    repage(member, {})(changedLimit("", () => 100).breaks(honest));
const aboveHundred = (ask: Ask): boolean => Number(lastOf(ask, "limit")) > 100;

/** The token with hundreds of holders has some dozens, and another one has those; that one alone has no maximum. */
const otherCrowded: Rewriting = (honest) => {
  const few = relist("balances", (rows) =>
    rows.filter((row) => !/"0\.0\.(\d{6,}|2[1-9]\d{3})"/.test(print(row))),
  );
  const fewer = when(({ param }) => param === CROWDED_TOKEN, few)(honest);
  const many = when(aboveHundred, servedAbove("balances"))(honest);
  return (ask) => (ask.param === "0.0.98" ? many({ ...ask, param: CROWDED_TOKEN }) : fewer(ask));
};

const changedLimit = (says: string, change: (limit: number) => number): Way =>
  taken("limit", says, (value) => (/^\d+$/.test(value) ? String(change(Number(value))) : value));

function sizeWays({ member, section }: List): Ways {
  const limit = (ask: Ask) => Number(lastOf(ask, "limit"));
  const at100: Where = { says: "at limit 100", holds: (ask) => limit(ask) === 100 };
  const pagesOf = (count: number) =>
    repage(member, {
      size: () => count,
      next: ({ from, total }) => (from + count < total ? from + count : null),
    });
  const empty = repage(member, { size: () => 0, next: () => null });
  return {
    [`${section}-limit-at-most`]: {
      "page-above-limit": changedLimit("a page has one row more than the limit", (most) =>
        most > 0 && most < 100 ? most + 1 : most,
      ),
      "page-of-101": at(at100, way("a page has 101 rows", pagesOf(101))),
    },
    [`4.1-${member}-no-row-missing`]: {
      "limit-100-empty": at(at100, way("a page is empty, with nothing behind it", empty)),
    },
    [`${section}-default-page-size`]: {
      "default-page-above-100": at(withoutLimit, way("a page has 150 rows", pagesOf(150))),
    },
    [`${section}-limit-above-maximum`]: {
      "limit-above-100-served": way(
        "a limit above 100 gives as many rows",
        servedAbove(member),
        aboveHundred,
      ),
      "limit-above-100-served-beside-an-id": at(
        beside(member === "tokens" ? "token.id" : "account.id"),
        way("a limit above 100 gives as many rows", servedAbove(member), aboveHundred),
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
      const later = { [`second-next-drops-${slug(name)}`]: at(behindFirst, dropping(name)) };
      // What came later than the second page is the same at both times of the reference.
      const both = name === "timestamp" ? dropped : { ...dropped, ...later };
      return faultsOf(list.endpoint, { [`4.1-${list.member}-${rule}`]: both });
    }),
  ];
}

/** Faults in how lists are cut into pages (4.1, 8). */
export const pageFaults: readonly Fault[] = [
  ...faultsOf("tokenBalances", {
    "4.3-limit-above-maximum": {
      "limit-above-100-served-elsewhere": way(
        "another token with hundreds of holders has no maximum",
        otherCrowded,
      ),
    },
  }),
  ...LISTS.flatMap(faultsOfPages),
];
