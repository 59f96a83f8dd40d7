// §2.1, §4.1, §4.3, §4.4: which differences break which clause on a list, and when it is not decided
import type { Judgement, Undecided } from "../../../engine/model/exchange.ts";
import { isRefusedWalk, type WalkEnd } from "../../../engine/clauses/pagination.ts";
import { operations } from "../../../schemas/operations.ts";
import { undecided } from "../requests/findings.ts";
import { arrivals, carriedLimit, MISMATCHES, keysOf, type Mismatch, type Kind } from "./mismatches.ts";
import type { RowFilter } from "./lists.ts";
import { misplaced, unlessShared } from "./order.ts";
import { stopped, tooLong, type Walked } from "./walked.ts";

/** What breaks a clause. */
export interface Blame {
  /** The first of these that shows breaks it. */
  readonly by: readonly Kind[];
  /** Which of them are its own; absent: all. */
  readonly where?: (mismatch: Mismatch, walked: Walked) => boolean;
  /** Why nothing wrong does not mean that it is kept; undefined: it is. */
  readonly open?: (walked: Walked) => Undecided | undefined;
}

export type Rule = (asked: Walked | Undecided) => Judgement;

/** What a walk tells of a clause; a request that was not sent, or is refused only beside others, tells nothing. */
export function judgeBy({ by, where = () => true, open }: Blame): Rule {
  return (asked) => {
    if ("undecided" in asked) {
      return asked;
    }
    if (asked.singles !== undefined && !by.includes("together")) {
      return stopped(asked.walk, "parameters that are fine alone are refused together");
    }
    for (const kind of by) {
      const wrong = MISMATCHES[kind](asked).filter((mismatch) => where(mismatch, asked));
      if (wrong.length > 0) {
        return wrong.map(({ finding }) => finding);
      }
    }
    return open?.(asked) ?? [];
  };
}

const isBehind = ({ page }: Mismatch): boolean => page > 0;
const firstReply = ({ walk: { pages } }: Walked) => pages[0]?.reply;

/** Why a walk stopped before the last page of the list, and says nothing about the rest. */
function unreadWalk({ walk }: Walked): Undecided | undefined {
  const behind = walk.pages.length === 1 ? "the first page" : "the page behind links.next";
  const reasons: Partial<Record<WalkEnd, string>> = {
    foreign: "links.next is of a form that cannot be followed here",
    absent: "a page has no links.next",
    refused: `${behind} is refused`,
  };
  const reason = reasons[walk.end];
  return reason === undefined ? undefined : stopped(walk, reason, { lost: true });
}

/** No key sorts the list both ways: that is judged of the list alone. */
function unknownOrder({ walk: { pages }, plan, keys = [], unread }: Walked): Undecided | undefined {
  const suspects = pages
    .slice(0, 1)
    .map(({ reply }) => `${operations[reply.ask.endpoint].section}-order-sorted`);
  return plan.order === undefined || keys.length === 0
    ? (unread ?? undecided("the order of the list is not known", undefined, { suspects }))
    : undefined;
}

/** Rows that are equal in a key may come in any order. */
function sharedKeyOf(walked: Walked): Undecided | undefined {
  const { walk, plan } = walked;
  return plan.order !== undefined && misplaced(walk, keysOf(walked), plan.order) !== undefined
    ? unlessShared(walk.rows)
    : undefined;
}

const unknownRows = ({ unread }: Walked): Undecided =>
  unread ?? undecided("what the parameters select together is not known");

/** Two rows would make two pages under a smaller limit: the level asks for none. */
function onePage(walked: Walked): Undecided | undefined {
  const { walk, plan } = walked;
  if (walk.pages.length > 1) {
    return undefined;
  }
  if (walk.end === "absent" || walk.end === "foreign") {
    return stopped(walk, "the link to the second page cannot be followed");
  }
  return walk.rows.length > 1 && plan.limit !== undefined
    ? undecided(`the selection has one page under the limit ${plan.limit}`, firstReply(walked), {
        obstacle: "level",
      })
    : undecided("the selection has one page", firstReply(walked));
}

/** The clauses on every walk, by what they are about. */
export const BLAME = {
  twice: { by: ["repeat"], open: unreadWalk },
  missing: {
    by: ["gap"],
    where: (_mismatch, { plan }) => plan.selecting === 0,
    open: (walked) => {
      const { plan, selection, walk, unread } = walked;
      const isWhole = plan.selecting === 0 && selection !== undefined && walk.end === "null";
      return unreadWalk(walked) ?? (isWhole ? undefined : (unread ?? tooLong()));
    },
  },
  end: {
    by: ["end"],
    open: (walked) =>
      walked.walk.end === "null"
        ? undefined
        : (unreadWalk(walked) ?? undecided("the end of the list was not reached")),
  },
  link: {
    by: ["link"],
    open: (walked) => (walked.walk.end === "budget" ? tooLong() : unreadWalk(walked)),
  },
  limit: {
    by: ["limit"],
    where: (mismatch) => !isBehind(mismatch),
    open: ({ plan, walk }) =>
      plan.limit === undefined || walk.pages.length === 0
        ? undecided("the service has no limit parameter")
        : undefined,
  },
  limitBehind: {
    by: ["limit"],
    where: isBehind,
    open: (walked) =>
      walked.walk.pages.slice(0, -1).some((page) => carriedLimit(page, walked.limitName) !== undefined)
        ? undefined
        : undecided("no links.next has the limit parameter", firstReply(walked)),
  },
  filterBehind: {
    by: ["stray"],
    where: (mismatch) => isBehind(mismatch) && mismatch.filter !== undefined,
    open: (walked) => {
      const { plan, walk } = walked;
      const unread = plan.filters.length === 0 ? undefined : unreadWalk(walked);
      return plan.filters.length === 0 || walk.pages.length < 2
        ? (unread ?? undecided("no filtered list has two pages", firstReply(walked)))
        : undefined;
    },
  },
  orderBehind: {
    by: ["seam"],
    open: (walked) =>
      walked.walk.pages.length < 2 || walked.plan.order === undefined
        ? (unreadWalk(walked) ?? undecided("no ordered list has two pages", firstReply(walked)))
        : keysOf(walked).length === 0
          ? undecided("too few different rows to show an order")
          : sharedKeyOf(walked),
  },
  selection: {
    by: ["stray", "gap"],
    where: (_mismatch, { plan }) => plan.selecting > 0,
    open: (walked) =>
      walked.plan.selecting === 0 || (walked.selection === undefined && walked.walk.rows.length === 0)
        ? unknownRows(walked)
        : undefined,
  },
  together: { by: ["together"] },
  behind: { by: ["stray"], where: isBehind, open: onePage },
  order: {
    by: ["order"],
    open: (walked) =>
      unknownOrder(walked) ??
      (walked.walk.rows.length < 2
        ? undecided("too few rows to show an order", firstReply(walked))
        : undefined),
  },
  next: {
    by: ["next"],
    open: (walked) =>
      unknownOrder(walked) ??
      (walked.selection === undefined || walked.atMost === true || (walked.doubtful ?? []).length > 0
        ? unknownRows(walked)
        : undefined) ??
      (arrivals(walked).length > 0
        ? undecided("rows came that the list did not have before", firstReply(walked))
        : undefined),
  },
} as const satisfies Readonly<Record<string, Blame>>;

/** What breaks an operator of a filter: rows that it leaves out, and, where it is sent alone, rows that are missing. */
export function operatorBlame(own: RowFilter): Blame {
  return {
    by: ["refused", "stray", "gap"],
    where: ({ filter }, { plan }) => (filter === undefined ? plan.selecting === 1 : filter === own),
    open: ({ plan, walk, selection }) => {
      if (!plan.filters.some(({ filter }) => filter === own)) {
        return undecided("the filter was not sent");
      }
      if (isRefusedWalk(walk)) {
        return stopped(walk, "the filter is refused beside other parameters");
      }
      const isRead = selection !== undefined && walk.end === "null";
      return walk.rows.length > 0 || plan.selecting > 1 || isRead ? undefined : tooLong();
    },
  };
}
