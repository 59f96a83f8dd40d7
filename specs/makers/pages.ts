// §2.1, §4.1, §4.3, §4.4: pages of a list, and what holds for every request for one
import { family } from "../../engine/clauses/declare.ts";
import type { AskingClause, Cites, ClauseId, Given, Have } from "../../engine/clauses/clause.ts";
import type { Page, WalkEnd } from "../../engine/clauses/pagination.ts";
import type { Context } from "../../generators/covering.ts";
import { place } from "../../schemas/places.ts";
import { limitOnFirstPage, nextKeepsLimit } from "../laws/lists/limits.ts";
import { judgeSelection, nextRowsInOrder, orderKept } from "../laws/lists/selection.ts";
import { contextsWhere } from "../laws/lists/contexts.ts";
import { askContext } from "../laws/lists/requests.ts";
import { walkPlan, walkPlans } from "../laws/lists/plans.ts";
import {
  nextKeepsFilter,
  nextNullAtEnd,
  noRowMissing,
  noRowTwice,
  orderAcrossPages,
  pagesEnd,
} from "../laws/lists/pages.ts";
import { LISTS, type ListName } from "../laws/lists/lists.ts";
import { lawful, servedTogether, type Rule, type Walked, type WalkPlan } from "../laws/lists/walked.ts";
import { answer as answered, SUCCESS } from "../fixtures/answers.ts";
import { refusedWalk } from "../fixtures/walks.ts";
import { parameterCites, sortedCites } from "./cites.ts";
import { isContext, LAWS, samplesFor, type Pages } from "./contexts.ts";

/** A walk that is planned, or a context that a request is made for. */
type Journey = WalkPlan | Context;

interface Journeyed {
  readonly answer: Walked;
  readonly value: Journey;
}

/** A rule that is judged on all walks over a list. */
interface PageRule {
  readonly id: ClauseId;
  readonly statement: string;
  readonly cites: Cites;
  readonly check: Rule;
  readonly keeps?: readonly [Journeyed, Journeyed];
  readonly breaks: Readonly<Record<string, Journeyed>>;
  readonly readings?: readonly number[];
}

/**
 * What every clause of this file sends. (1) Walks (plans.ts): the whole list at limit 100 in both orders, at
 * a limit that fills the last page and at one that does not; six rows at either end at limits 1, 2, 3, 6; one
 * row in the middle; what is behind the last row; a request without parameters; limits and orders by chance.
 * (2) The contexts of contexts.ts, which pair the states of the parameters, walked from page to page. Undecided: a page is refused, links.next cannot
 * be followed, the list is longer than the level walks, or the rows that are due are not known.
 */
function journeys({ list, material }: Have<ReturnType<typeof needsOf>>): Given<Journey> {
  return { ...walkPlans(list), contexts: contextsWhere(list, material, () => true) };
}

function needsOf(list: ListName) {
  return { list, material: LISTS[list].material } as const;
}

/** Walks as samples, with the rows that larger pages show. */
function samplesOf(list: ListName) {
  const made = samplesFor(list);
  const sample = (pages: Pages, end?: WalkEnd, expected: Pages = "9 10 11 12"): Journeyed => {
    const { answer, value } = made(pages, end);
    const large = made(expected).answer.walk;
    return { answer: { ...answer, expected: large.rows, large }, value };
  };
  const changed = (pages: Pages, end: WalkEnd, change: (pages: readonly Page[]) => readonly Page[]) => {
    const { answer, value } = sample(pages, end);
    return { answer: { ...answer, walk: { ...answer.walk, pages: change(answer.walk.pages) } }, value };
  };
  return {
    sample,
    changed,
    /** What breaks a law that is judged on contexts too. */
    rejecting: (law: keyof typeof LAWS) =>
      Object.fromEntries(Object.entries(LAWS[law].rejects).map(([name, pages]) => [name, sample(pages)])),
    /** Every link carries a limit of two. */
    carrying: (pages: Pages) =>
      changed(pages, "budget", (all) => all.map((page) => ({ ...page, next: "?limit=2&page=2" }))),
    /** Each parameter alone is served. */
    together: (status: number) => {
      const { answer, value } = sample("", "refused");
      const { endpoint } = LISTS[list];
      const walk = refusedWalk(answered(endpoint, status, { error: "boom" }));
      return { answer: { ...answer, walk, singles: [answered(endpoint, 200, SUCCESS[endpoint])] }, value };
    },
    accident: (status: number) =>
      changed("9 10", "refused", (all) => [
        ...all,
        ...refusedWalk(answered(LISTS[list].endpoint, status, { error: "boom" })).pages,
      ]),
  };
}

/** Every row comes once, and the walk ends behind the last one. */
function rowRules(list: ListName): readonly PageRule[] {
  const { sample, changed, accident } = samplesOf(list);
  const { words } = LISTS[list];
  const pages: Cites = ["4.1 pages", ...(list === "balances" ? (["2.4 across accounts"] as const) : [])];
  const end: Cites = ["4.1 end", "2.1 links end"];
  return [
    {
      id: `4.1-${list}-no-row-twice`,
      statement: `following links.next through ${words} returns no row twice`,
      cites: pages,
      check: noRowTwice,
      breaks: { "on both sides of a page boundary": sample("9 10 | 10 11 12") },
    },
    {
      id: `4.1-${list}-no-row-missing`,
      statement: `following links.next through ${words} returns the same rows at any page size`,
      cites: pages,
      check: noRowMissing,
      breaks: {
        "lost at a page boundary": sample("9 10 | 12"),
        "next null too early": sample("9 10"),
        "more rows than large pages show": sample("9 10 | 11 12", "null", "9 10 11"),
      },
    },
    {
      id: `4.1-${list}-next-null-at-end`,
      statement: `links.next is null on the last page of ${words}`,
      cites: end,
      check: nextNullAtEnd,
      breaks: {
        "a link to an empty page": sample("9 10 11 12 |"),
        "a link on an empty list": sample("|"),
        "links to empty pages without end": sample("9 10 11 12 ||||", "budget"),
        "false instead of null": changed("9 10 | 11", "foreign", (all) =>
          all.map((page, index) => (index === 1 ? { ...page, next: false } : page)),
        ),
      },
    },
    {
      id: `4.1-${list}-pages-end`,
      statement: `following links.next through ${words} comes to an end`,
      cites: end,
      check: pagesEnd,
      breaks: {
        "a link that was followed before": sample("9 10 11 12", "repeated"),
        "still a link behind the last row": sample("9 10 11 12 | 9 10 11 12", "budget"),
        "an accident behind a link": accident(500),
        "nothing behind a link": accident(404),
      },
    },
  ];
}

/** Pages behind the first go on as the request began. */
function keepingRules(list: ListName): readonly PageRule[] {
  const { sample, carrying } = samplesOf(list);
  const { endpoint, words } = LISTS[list];
  return [
    {
      id: `4.1-${list}-limit-with-others`,
      statement: `the first page of ${words} stays within the limit with any order or filter`,
      cites: ["4.1 pages", ...parameterCites(`${endpoint}.limit`, "effect")],
      check: limitOnFirstPage,
      breaks: { "limit ignored": sample("9 10 11 12") },
    },
    {
      id: `4.1-${list}-next-keeps-filters`,
      statement: `links.next of ${words} keeps the filters`,
      cites: ["4.1 pages"],
      check: nextKeepsFilter,
      breaks: { "filter dropped": sample("9 10 | 11 13") },
    },
    {
      id: `4.1-${list}-next-keeps-order`,
      statement: `links.next of ${words} keeps the order`,
      cites: ["4.1 pages", ...sortedCites(list)],
      check: orderAcrossPages,
      breaks: { "order dropped": sample("9 10 | 12 8"), "starts again": sample("11 12 | 9 10") },
    },
    {
      id: `4.1-${list}-next-keeps-limit`,
      statement: `a page of ${words} has at most as many rows as the limit in its link`,
      cites: ["4.1 pages"],
      check: nextKeepsLimit,
      keeps: [carrying("9 10 | 11 12"), carrying("9 10 11 | 12")],
      breaks: { "one row more": carrying("9 10 | 11 12 13") },
    },
  ];
}

/** All parameters together select the rows and sort them. */
function togetherRules(list: ListName): readonly PageRule[] {
  const { rejecting, together } = samplesOf(list);
  const { section, words } = LISTS[list];
  return [
    {
      id: `${section}-selection`,
      statement: `${words} returns exactly the rows that match all parameters of the request`,
      cites:
        list === "balances"
          ? ["4.3 accountId effect", "4.3 balance effect"]
          : ["4.4 accountId effect", "4.4 tokenId effect"],
      check: judgeSelection,
      breaks: rejecting("selection"),
    },
    {
      id: `${section}-together-accepted`,
      statement: `${words} serves parameters together that it serves alone`,
      cites: [list === "tokens" ? "4.4 all optional" : "4.3 balance optional"],
      readings: [7, 22],
      check: servedTogether,
      breaks: { "an accident": together(500), "not found": together(404) },
    },
    {
      id: `${section}-order-with-others`,
      statement: `${words} has the requested order with any other parameters`,
      cites: [place(`${section} order effect`), ...sortedCites(list)],
      check: orderKept,
      breaks: rejecting("order"),
    },
    {
      id: `4.1-${list}-next-rows`,
      statement: `each page of ${words} has the next matching rows in the requested order`,
      cites: ["4.1 pages"],
      check: nextRowsInOrder,
      breaks: rejecting("next"),
    },
  ];
}

export function listClauses(list: ListName): readonly AskingClause[] {
  const { sample } = samplesOf(list);
  const { endpoint } = LISTS[list];
  const rules = [...rowRules(list), ...keepingRules(list), ...togetherRules(list)];
  return family({
    family: `4.1-${list}`,
    restsOn: list === "tokens" ? ["2.3-name"] : [],
    compares: true,
    needs: needsOf(list),
    given: journeys,
    ask: ({ have: { list: found, material }, ...t }, journey: Journey) =>
      isContext(journey) ? askContext(t, found, material, journey) : walkPlan(t, found, journey),
    clauses: rules.map(({ check, ...rule }) => ({
      keeps: [sample("9 10 | 11 12"), sample("9 | 10 11 12")] as const,
      readings: [15, 16, 18],
      leavesOpen: ["4.1"],
      ...rule,
      endpoint,
      check: lawful(check),
    })),
  });
}
