// §4.1, §4.3, §4.4: why what came of a list decides nothing
import type { Reason, Reply, Undecided } from "../../../engine/model/exchange.ts";
import { stopOf, type ListRow, type Walk, type WalkEnd } from "../../../engine/clauses/pagination.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import { linkClauses } from "../../../engine/model/reason.ts";
import { operations } from "../../../schemas/operations.ts";
import { undecided } from "../requests/verdicts.ts";
import { sharedKey, sortKeys } from "./ordering.ts";
import type { Source } from "./lists.ts";
import { showsBehind, type Walked } from "./walked.ts";
import { textsOf } from "./names.ts";

/** Why a walk that stopped on its way decides nothing: there are no links, or the service does not follow them. */
export function stopped(
  walk: Pick<Walk, "pages" | "end">,
  what: string,
  known: Partial<Undecided> = {},
): Undecided {
  const { came, by } = stopOf(walk);
  const suspects = by === undefined || walk.end === "refused" ? [] : linkClauses(by.ask.endpoint);
  const met =
    walk.end === "budget" ? FURTHER : walk.end === "null" ? {} : ({ obstacle: "service", suspects } as const);
  return undecided(`${what}: ${came}`, by, { ...met, ...known });
}

const FURTHER = { obstacle: "level", remedy: { kind: "walkFurther" } } as const;

/** Why the rows of a list are not all known; undefined where they are. */
export const unreadList = ({ stop }: Pick<Listing, "stop">): Undecided | undefined =>
  stop && stopped(stop, "the list was not read to its end");

/** A list whose end is behind the last page that is asked for. */
export const tooLong = (): Undecided =>
  undecided("the list has more pages than are followed for this request at this level", undefined, FURTHER);

/** There is no limit, by which all rows would come on the pages that are followed. */
export const notLimited = (walked: Walked): Undecided | undefined =>
  walked.unnamed?.["limit"] && without(walked, "limit", "");

export const FEW_DIFFERENT = "too few different rows to show an order";

export const fewRows = (walked: Walked, least: number, why: string): Undecided | undefined =>
  walked.walk.rows.length < least ? undecided(why, firstReply(walked)) : undefined;

export const firstReply = ({ walk: { pages } }: Walked) => pages[0]?.reply;

/** Why a walk stopped before the last page of the list, and says nothing about the rest. */
export function unreadWalk({ walk }: Walked): Undecided | undefined {
  const reasons: Partial<Record<WalkEnd, string>> = {
    foreign: "links.next leads to another origin, or is of a form that cannot be followed here",
    absent: "a page has no links.next",
    refused: "the page behind links.next is refused",
  };
  const reason = reasons[walk.end];
  return reason === undefined ? undefined : stopped(walk, reason, { lost: true });
}

type Named = "limit" | "order" | "filter";

/** Why a walk without a parameter, or of one page, says nothing. */
export const unreadOr = (walked: Walked, key: Named, otherwise: string): Undecided =>
  unreadWalk(walked) ?? without(walked, key, otherwise, firstReply(walked));

/** A service need not repeat the limit in its links: their form is unspecified (interpretation 15). */
export const opaqueLinks = (walked: Walked): Undecided =>
  undecided(
    "links.next of this service shows no limit, for example because its cursor is opaque",
    firstReply(walked),
    {
      obstacle: "service",
      remedy: { kind: "nothing" },
    },
  );

/** Why a request is without a parameter: it has no name that is known, or else the request is made so. */
export function without(walked: Walked, key: Named, otherwise: string, by?: Reply): Undecided {
  const why = walked.unnamed?.[key === "filter" ? namelessFilter(walked) : key];
  if (why === undefined) {
    return undecided(otherwise, by);
  }
  const { reason, came: _came, ...known } = why;
  return undecided(reason, undefined, known);
}

/** The first filter of a list, where none of them has a name. */
function namelessFilter({ names = {}, unnamed = {} }: Walked): string {
  const isFilter = (key: string): boolean => key !== "limit" && key !== "order";
  return (Object.keys(names).some(isFilter) ? undefined : Object.keys(unnamed).find(isFilter)) ?? "";
}

/** Rows that are equal in a key come in any order (reading 16). */
export function unlessShared(rows: readonly ListRow[]): Undecided | undefined {
  const shared = sharedKey(rows);
  return shared === undefined
    ? undefined
    : undecided(`all rows have the same ${shared}: any order may be sorted by it`, undefined, {
        suspects: [`2.4-balance-${shared}`, `2.3-${shared}`, `2.5-fee-${shared}`],
      });
}

/** The clause of this name on the list. */
const suspected = ({ walk: { pages } }: Walked, name: string): readonly string[] =>
  pages.slice(0, 1).map(({ reply }) => `${operations[reply.ask.endpoint].section}-${name}`);

/** No key is sure to sort the list both ways: that is judged of the list alone. */
export function unknownOrder(walked: Walked): Undecided | undefined {
  const { plan, keys = [], unread, listed } = walked;
  const suspects = suspected(walked, "order-sorted");
  if (plan.order === undefined) {
    return { suspects, ...without(walked, "order", "no order is sent") };
  }
  if (keys.length > 0) {
    return undefined;
  }
  const few = listed && sortKeys(listed).length === 0 ? undecided(FEW_DIFFERENT) : undefined;
  return (
    unread ??
    few ??
    unlessShared(listed ?? []) ??
    undecided("no field is known that sorts the list both ways", undefined, { suspects })
  );
}

export const unknownRows = (walked: Walked): Undecided =>
  walked.unread ??
  undecided(
    walked.atMost === true
      ? "the parameters may select fewer rows together than is known of each alone"
      : "what the parameters select together is not known",
    undefined,
    { suspects: suspected(walked, "selection") },
  );

/** Why no row tells what the parameters select: there are none, none came, or the rows are not known and no filter shows in them. */
export function unshownRows(walked: Walked): Undecided | undefined {
  const { selection, plan, walk } = walked;
  if (plan.selecting === 0) {
    return without(walked, "filter", "the request selects nothing");
  }
  if (selection === undefined && (plan.filters.length === 0 || walk.rows.length === 0)) {
    return unknownRows(walked);
  }
  // A row need not be among these: where none came, none is compared.
  const isOpen = walked.atMost === true || walked.unpaged === true;
  return walk.rows.length === 0
    ? (unreadWalk(walked) ?? (isOpen ? unknownRows(walked) : undefined))
    : undefined;
}

/** Two rows would make two pages under a smaller limit: the level asks for none. */
export function whyOnePage(walked: Walked): Undecided | undefined {
  const { walk, plan, names = {}, selection = [], atMost = false } = walked;
  const key = plan.query.find(([name]) => name === names["publicKey"]);
  if (showsBehind(walk)) {
    return undefined;
  }
  if (walk.end === "absent" || walk.end === "foreign" || walk.end === "refused") {
    return stopped(walk, "the link to the second page cannot be followed");
  }
  if (walked.unpaged === true) {
    return undecided("a search by name has one page", firstReply(walked));
  }
  if (selection.length > walk.rows.length && !atMost) {
    const suspects = suspected(walked, "selection");
    const reason = "the first page is the last one, though the parameters select more rows";
    return undecided(reason, firstReply(walked), { obstacle: "service", suspects });
  }
  if (walk.rows.length === 0) {
    return undecided("the request selects no row", firstReply(walked));
  }
  if (walk.rows.length === 1 && plan.selecting === 1 && key !== undefined) {
    const several =
      walk.identity === "account" ? "is shared by several accounts of the token" : "selects several tokens";
    const remedy = { kind: "giveSamples", of: "publicKeys" } as const;
    return undecided(`no key that was tried ${several}`, firstReply(walked), { remedy });
  }
  return walk.rows.length > 1 && plan.limit !== undefined
    ? undecided(`the selection has one page under the limit ${plan.limit}`, firstReply(walked), {
        obstacle: "level",
      })
    : undecided("the selection has one page", firstReply(walked));
}

const giving = (of: string, reason: string): Reason => {
  return { reason, obstacle: "user", remedy: { kind: "giveSamples", of } };
};

/** Why a list cannot be asked for by a public key. */
export function keyless({ member }: Listing): Reason {
  const [clause, whose] =
    member === "tokens"
      ? ["4.4-public-key", "selects a token"]
      : ["4.3-public-key", "belongs to an account of the list"];
  return { ...giving("publicKeys", `no known public key ${whose}`), suspects: [clause] };
}

/** Why parameters are left out of contexts, by factor; undefined where they are not. */
export function lacksOf({ list, material }: Source): readonly (readonly [string, Reason | undefined])[] {
  const { accounts, key } = material;
  const data = (reason: string, ...suspects: readonly string[]): Reason => ({
    reason,
    obstacle: "data",
    suspects,
  });
  return [
    ["publicKey", key === undefined ? keyless(list) : undefined],
    ["accountId", accounts.length === 0 ? giving("accountIds", "no account is known") : undefined],
    [
      "timestamp",
      list.time === undefined ? data("the list shows no time of its own", "2.4-timestamp") : undefined,
    ],
    [
      "name",
      textsOf(list).part === undefined
        ? data("too few plain names are shown to search for", "2.3-name", "4.4-tokens")
        : undefined,
    ],
  ];
}
