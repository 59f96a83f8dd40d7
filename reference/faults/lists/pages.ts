import type { Ask } from "../../exchange.ts";
import type { Fault } from "../../fault.ts";
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
import { LISTS, type List } from "./list.ts";
import { faultOf, faultsOf, slug, way, type Way, type Ways } from "../notation.ts";
import { taken } from "../texts.ts";
import { at, behindFirst, withoutLimit } from "../where.ts";

/** How a list links to its next page. */
type Next = (place: PagePlace) => number | null;

/** Each page but the first one begins so many rows too late. */
const shifted =
  (rows: number): Next =>
  (place) => {
    const from = follows(place);
    return from === null ? null : Math.max(from + rows, place.from + 1);
  };

/** Each page but the first one begins with the last row before it: of one row it is the same page. */
const lastAgain: Next = (place) => {
  const from = follows(place);
  return from === null ? null : from - 1;
};

export const rowLost = (member: ListMember): Way =>
  way("each page begins one row too late", repage(member, { next: shifted(1) }));

export const cutOff = (member: ListMember): Way =>
  way(
    "links.next is null on the last page but one",
    repage(member, { next: (place) => (place.from + 2 * place.limit < place.total ? follows(place) : null) }),
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

function pageWays({ member }: List): Ways {
  const turned = editRows(member, (rows) => rows.toReversed());
  const lastLost = relist(member, (rows) => rows.slice(0, -1));
  const linking = (says: string, next: Next) => way(says, repage(member, { next }));
  return {
    [`4.1-${member}-no-row-missing`]: {
      "row-lost-between-pages": rowLost(member),
      "last-row-missing": way(
        "the last row of the list is on no page of less than 100 rows",
        when((ask) => lastOf(ask, "limit") !== "100", lastLost),
      ),
      "last-page-cut-off": cutOff(member),
      "null-after-two-pages": at(
        behindFirst,
        way(
          "links.next is null, whatever follows",
          editBody((body) => withNext(body, null)),
        ),
      ),
    },
    [`4.1-${member}-no-row-twice`]: {
      "row-twice-between-pages": linking("each page begins with the last row before it", shifted(-1)),
      "next-includes-last": linking("the link returns the last row of its page once more", lastAgain),
      "row-twice-on-a-page": way("the second row of a full page is the first one again", firstTwice(member)),
    },
    [`4.1-${member}-next-null-at-end`]: {
      "next-never-null": linking(
        "the last page has a link, to empty pages without end",
        ({ from, limit, total }) => (from > total ? from + 1 : Math.min(from + limit, total + 1)),
      ),
      "full-page-next-empty": linking(
        "a last page that is exactly full has a link to an empty page",
        (place) => (place.from + place.limit === place.total ? place.total : follows(place)),
      ),
      "empty-list-has-next": linking("an empty list has a link, to an empty page", (place) =>
        place.total === 0 ? place.from + 1 : follows(place),
      ),
    },
    [`4.1-${member}-pages-end`]: {
      "next-repeats": linking("the link of the second page leads to the second page", (place) =>
        place.from > 0 && follows(place) !== null ? place.from : follows(place),
      ),
      "next-is-an-accident": at(
        behindFirst,
        way(
          "a page is answered with 500",
          editSuccess((answer) => ({ ...answer, status: 500, body: { error: "boom" } })),
        ),
      ),
      "next-starts-over": linking(
        "the link of the last page leads to the first one",
        (place) => follows(place) ?? 0,
      ),
    },
    [`4.1-${member}-next-keeps-order`]: {
      "next-drops-order": dropping("order"),
      "next-turns-order": at(behindFirst, way("the rows stand the other way round", turned)),
    },
  };
}

const changedLimit = (says: string, change: (limit: number) => number): Way =>
  taken("limit", says, (value) => (/^\d+$/.test(value) ? String(change(Number(value))) : value));

function sizeWays({ member, section }: List): Ways {
  const limit = (ask: Ask) => Number(lastOf(ask, "limit"));
  const pagesOf = (count: number) =>
    repage(member, {
      size: () => count,
      next: ({ from, total }) => (from + count < total ? from + count : null),
    });
  const served = changedLimit("", () => 100).breaks;
  return {
    [`${section}-limit-at-most`]: {
      "page-above-limit": changedLimit("a page has one row more than the limit", (most) =>
        most > 0 && most < 100 ? most + 1 : most,
      ),
      "page-of-101": way(
        "a page with limit 100 has 101 rows",
        when((ask) => limit(ask) === 100, pagesOf(101)),
      ),
    },
    [`4.1-${member}-no-row-missing`]: {
      "limit-100-empty": way(
        "a page with limit 100 is empty, with nothing behind it",
        when((ask) => limit(ask) === 100, repage(member, { size: () => 0, next: () => null })),
      ),
    },
    [`${section}-default-page-size`]: {
      "default-page-above-100": at(withoutLimit, way("a page has 150 rows", pagesOf(150))),
    },
    [`${section}-limit-above-maximum`]: {
      "limit-above-100-served": way(
        "a limit above 100 gives as many rows",
        when(
          (ask) => limit(ask) > 100,
          (honest) => repage(member, {})(served(honest)),
        ),
      ),
    },
  };
}

/** Faults in how lists are cut into pages (4.1, 8). */
export const pageFaults: readonly Fault[] = LISTS.flatMap((list) => [
  ...faultsOf(list.endpoint, pageWays(list)),
  ...faultsOf(list.endpoint, sizeWays(list)),
  ...Object.entries(list.walks).map(([name, rule]) =>
    faultOf(list.endpoint, `4.1-${list.member}-${rule}`, `next-drops-${slug(name)}`, dropping(name)),
  ),
  ...Object.entries(list.walks).flatMap(([name, rule]) => {
    // What came later than the second page is the same at both times of the reference.
    if (name === "timestamp") return [];
    const clause = `4.1-${list.member}-${rule}`;
    return faultOf(list.endpoint, clause, `second-next-drops-${slug(name)}`, at(behindFirst, dropping(name)));
  }),
]);
