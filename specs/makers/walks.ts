// §2.1, §4.1, §4.3, §4.4: clauses on what comes of a list, page by page, under any parameters
import { family } from "../../engine/clauses/declare.ts";
import type { AskingClause, Cites, ClauseId, Given, Have, Trial } from "../../engine/clauses/clause.ts";
import type { ParameterKey } from "../../engine/clauses/prerequisites.ts";
import type { Context } from "../../generators/covering.ts";
import { place } from "../../schemas/places.ts";
import { walkProofs } from "../fixtures/walked.ts";
import { BLAME, judgeBy } from "../laws/lists/blame.ts";
import { contextsByChance, contextsWhere } from "../laws/lists/contexts.ts";
import { listOf, LISTS, shortKey, type ListName } from "../laws/lists/lists.ts";
import { askContext } from "../laws/lists/requests.ts";
import { parameterCites, sortedCites } from "./cites.ts";

/** A clause on walks over a list, by what it blames. */
interface WalkClause {
  readonly id: ClauseId;
  readonly statement: string;
  readonly cites: Cites;
  readonly blame: keyof typeof BLAME;
  readonly readings?: readonly number[];
}

/** A clause of a family, with its proofs. */
function walkClause(list: ListName, { blame, ...told }: WalkClause) {
  return {
    readings: [15, 16, 18],
    leavesOpen: ["4.1"],
    ...told,
    endpoint: LISTS[list].endpoint,
    check: judgeBy(BLAME[blame]),
    ...walkProofs(list, blame),
  };
}

/** What holds for the pages of every walk: each clause, and what it blames. */
function pageClauses(list: ListName): readonly WalkClause[] {
  const { endpoint, words } = LISTS[list];
  const pages: Cites = ["4.1 pages", ...(list === "tokens" ? [] : (["2.4 across accounts"] as const))];
  const end: Cites = ["4.1 end", "2.1 links end"];
  return [
    {
      blame: "twice",
      id: `4.1-${list}-no-row-twice`,
      cites: pages,
      statement: `following links.next through ${words} returns no row twice`,
    },
    {
      blame: "missing",
      id: `4.1-${list}-no-row-missing`,
      cites: pages,
      statement: `following links.next through ${words} returns the same rows at any page size`,
    },
    {
      blame: "end",
      id: `4.1-${list}-next-null-at-end`,
      cites: end,
      statement: `links.next is null on the last page of ${words}`,
    },
    {
      blame: "link",
      id: `4.1-${list}-pages-end`,
      cites: end,
      statement: `following links.next through ${words} comes to an end`,
    },
    {
      blame: "limit",
      id: `4.1-${list}-limit-with-others`,
      cites: ["4.1 pages", ...parameterCites(`${endpoint}.limit`, "effect")],
      statement: `the first page of ${words} stays within the limit with any order or filter`,
    },
    {
      blame: "filterBehind",
      id: `4.1-${list}-next-keeps-filters`,
      cites: ["4.1 pages"],
      statement: `links.next of ${words} keeps the filters`,
    },
    {
      blame: "orderBehind",
      id: `4.1-${list}-next-keeps-order`,
      cites: ["4.1 pages", ...sortedCites(list)],
      statement: `links.next of ${words} keeps the order`,
    },
    {
      blame: "limitBehind",
      id: `4.1-${list}-next-keeps-limit`,
      cites: ["4.1 pages"],
      statement: `a page of ${words} has at most as many rows as the limit in its link`,
    },
  ];
}

/** What holds for every request: all parameters together select the rows and sort them. */
function requestClauses(list: ListName): readonly WalkClause[] {
  const { section, words } = LISTS[list];
  const isTokens = list === "tokens";
  return [
    {
      blame: "selection",
      id: `${section}-selection`,
      cites: isTokens
        ? ["4.4 accountId effect", "4.4 tokenId effect"]
        : ["4.3 accountId effect", "4.3 balance effect"],
      statement: `${words} returns exactly the rows that match all parameters of the request`,
    },
    {
      blame: "together",
      id: `${section}-together-accepted`,
      cites: [isTokens ? "4.4 all optional" : "4.3 balance optional"],
      readings: [7, 22],
      statement: `${words} serves parameters together that it serves alone`,
    },
    {
      blame: "order",
      id: `${section}-order-with-others`,
      cites: [place(`${section} order effect`), ...sortedCites(list)],
      statement: `${words} has the requested order with any other parameters`,
    },
    {
      blame: "next",
      id: `4.1-${list}-next-rows`,
      cites: ["4.1 pages"],
      statement: `each page of ${words} has the next matching rows in the requested order`,
    },
  ];
}

function needsOf(list: ListName) {
  return { list, material: LISTS[list].material } as const;
}

/**
 * What every clause of a list sends: the contexts of contexts.ts, followed from page to page. Undecided: a page is
 * refused, links.next cannot be followed, the list is longer than the level walks, or the rows that are due are not known.
 */
function walksWhere(list: ListName, fits: (context: Context) => boolean) {
  return {
    compares: true,
    given: (have: Have<ReturnType<typeof needsOf>>): Given<Context> => ({
      boundaries: [],
      contexts: contextsWhere(have.list, have.material, fits),
    }),
    ask: ({ have, ...t }: Trial<ReturnType<typeof needsOf>>, context: Context) =>
      askContext(t, have.list, have.material, context),
  } as const;
}

export function listClauses(list: ListName): readonly AskingClause[] {
  return family({
    ...walksWhere(list, () => true),
    given: ({ list: found, material }): Given<Context> => ({
      boundaries: [],
      contexts: contextsWhere(found, material, () => true),
      middle: contextsByChance(found, material),
    }),
    family: `4.1-${list}`,
    restsOn: list === "tokens" ? ["2.3-name"] : [],
    needs: needsOf(list),
    clauses: [...pageClauses(list), ...requestClauses(list)].map((clause) => walkClause(list, clause)),
  });
}

/** A clause that is judged wherever some parameters stand together. */
export interface ContextSpec {
  readonly id: ClauseId;
  readonly statement: string;
  readonly blame: "selection" | "behind" | "order" | "next" | "limit";
  /** Parameters that must be present; `states` names the state of a factor where it matters. */
  readonly beside: readonly [ParameterKey, ...ParameterKey[]];
  readonly states?: Context;
  readonly readings?: readonly number[];
}

/** What the document says that the parameters of such a request do. */
function contextCites({ beside, blame }: ContextSpec): Cites {
  const isSorted = beside.some((key) => shortKey(key) === "order") && (blame === "order" || blame === "next");
  const [first, ...others] = beside;
  return [
    parameterCites(first, "effect")[0],
    ...others.map((key) => parameterCites(key, "effect")[0]),
    ...(blame === "behind" ? (["4.1 pages"] as const) : []),
    ...(isSorted ? sortedCites(listOf(first)) : []),
  ];
}

/** What parameters rest on beside the identity of the rows: where their values are from, and what may sort the rows. */
const RESTS_ON: Readonly<Partial<Record<ParameterKey, readonly ClauseId[]>>> = {
  "tokenBalances.timestamp": ["2.4-timestamp"],
  "tokens.name": ["2.3-name"],
  "tokens.order": ["2.3-name"],
};

/** One clause: what it needs differs from that of others, and the requests that they share are sent once. */
export function contextClause(spec: ContextSpec): readonly AskingClause[] {
  const { beside, states = {}, readings = [7, 15, 16], ...told } = spec;
  const list = listOf(beside[0]);
  const fits = (context: Context): boolean =>
    beside.every((key) => context[shortKey(key)] !== "absent") &&
    Object.entries(states).every(([factor, state]) => context[factor] === state);
  const { leavesOpen: _none, ...clause } = walkClause(list, { ...told, readings, cites: contextCites(spec) });
  return family({
    ...walksWhere(list, fits),
    family: spec.id,
    restsOn: beside.flatMap((key) => RESTS_ON[key] ?? []),
    needs: { ...Object.fromEntries(beside.map((key) => [key, key])), ...needsOf(list) },
    clauses: [clause],
  });
}
