// §2.1, §4.1, §4.3, §4.4: pages of a list, and what holds for every request for one
import {
  clause,
  type AskingClause,
  type Cites,
  type ClauseId,
  type Given,
  type Have,
} from "../../engine/clauses/clause.ts";
import type { Page, WalkEnd } from "../../engine/clauses/pagination.ts";
import type { Named } from "../../generators/cases.ts";
import { pairsIn, pairsOf, type Context } from "../../generators/covering.ts";
import { place } from "../../schemas/places.ts";
import { LIST_CONTEXTS } from "../laws/lists/contexts.ts";
import { judgeSelection, nextKeepsLimit, nextRowsInOrder, orderKept } from "../laws/lists/selection.ts";
import { contextsWhere } from "../laws/lists/contexts.ts";
import { askContext } from "../laws/lists/requests.ts";
import { walkPlan, walkPlans } from "../laws/lists/plans.ts";
import {
  limitOnFirstPage,
  nextKeepsFilter,
  nextNullAtEnd,
  noRowMissing,
  noRowTwice,
  orderAcrossPages,
  pagesEnd,
} from "../laws/lists/pages.ts";
import { LISTS, type ListName } from "../laws/lists/lists.ts";
import { lawful, type Rule, type Walked, type WalkPlan } from "../laws/lists/walked.ts";
import { answer as answered } from "../fixtures/answers.ts";
import { refusedWalk } from "../fixtures/walks.ts";
import { parameterCites } from "./cites.ts";
import { LAWS, samplesFor, type Pages } from "./contexts.ts";

/** A walk that is planned, or a context that a request is made for. */
type Journey = { readonly plan: WalkPlan } | { readonly context: Context };

interface Journeyed {
  readonly answer: Walked;
  readonly value: Journey;
}
type Rejects = Readonly<Record<string, Journeyed>>;

/** The walks over a list, and the contexts of its requests. */
function journeys(list: ListName) {
  const { factors, exclusions } = LIST_CONTEXTS[list];
  const of = (journey: Journey): readonly string[] => ("context" in journey ? pairsIn(journey.context) : []);
  return ({ list: found, material }: Have<ReturnType<typeof needsOf>>): Given<Journey> => {
    const { boundaries, few, middle } = walkPlans(found);
    const planned = ({ name, value }: Named<WalkPlan>) => ({ name, value: { plan: value } });
    const contexts = contextsWhere(found, material, () => true);
    return {
      boundaries: boundaries.map(planned),
      few: few.map(planned),
      middle: middle.map(planned),
      contexts: contexts.map(({ name, value }) => ({ name, value: { context: value } })),
      pairs: { possible: pairsOf(factors, exclusions).length, of },
    };
  };
}

function needsOf(list: ListName) {
  return { list, material: LISTS[list].material } as const;
}

/** The clauses that are judged on all walks over a list. */
export function listClauses(list: ListName): readonly AskingClause[] {
  const made = samplesFor(list);
  const { endpoint, section } = LISTS[list];
  const sample = (pages: Pages, end?: WalkEnd, expected: Pages = "9 10 11 12") => {
    const { answer, value } = made(pages, end);
    const large = made(expected).answer.walk;
    return { answer: { ...answer, expected: large.rows, large }, value: { context: value } };
  };
  const kept: readonly [Journeyed, Journeyed] = [sample("9 10 | 11 12"), sample("9 | 10 11 12")];
  const changed = (
    pages: Pages,
    end: WalkEnd,
    change: (page: Page, index: number) => Page,
    more: readonly Page[] = [],
  ): Journeyed => {
    const { answer, value } = sample(pages, end);
    const { walk } = answer;
    return { answer: { ...answer, walk: { ...walk, pages: [...walk.pages.map(change), ...more] } }, value };
  };
  const accident = (status: number) =>
    changed(
      "9 10",
      "refused",
      (page) => page,
      refusedWalk(answered(endpoint, status, { error: "boom" })).pages,
    );
  const carrying = (pages: Pages) =>
    changed(pages, "budget", (page) => ({ ...page, next: "?limit=2&page=2" }));
  const rule = (
    id: ClauseId,
    statement: string,
    cites: Cites,
    check: Rule,
    rejects: Rejects,
    accepts = kept,
  ) =>
    clause({
      id,
      endpoint,
      statement,
      cites,
      readings: [15, 16, 18],
      leavesOpen: ["4.1"],
      family: `4.1-${list}`,
      compares: true,
      needs: needsOf(list),
      given: journeys(list),
      ask: (have, journey) =>
        "plan" in journey
          ? walkPlan(have.list, journey.plan)
          : askContext(have.list, have.material, journey.context),
      check: lawful(check),
      accepts,
      rejects,
    });
  const rejecting = (law: keyof typeof LAWS) =>
    Object.fromEntries(Object.entries(LAWS[law].rejects).map(([name, pages]) => [name, sample(pages)]));
  const isBalances = list === "balances";
  const pages: Cites = ["4.1 pages", ...(isBalances ? (["2.4 across accounts"] as const) : [])];
  const end: Cites = ["4.1 end", "2.1 links end"];
  const sorted = isBalances ? (["4.3 sorted"] as const) : [];
  const selections: Cites = isBalances
    ? ["4.3 accountId effect", "4.3 balance effect"]
    : ["4.4 accountId effect", "4.4 tokenId effect"];
  return [
    rule(`4.1-${list}-no-row-twice`, "no row comes twice in a walk along links.next", pages, noRowTwice, {
      "on both sides of a page boundary": sample("9 10 | 10 11 12"),
    }),
    rule(
      `4.1-${list}-no-row-missing`,
      "a walk shows the same rows whatever the page size",
      pages,
      noRowMissing,
      {
        "lost at a page boundary": sample("9 10 | 12"),
        "next null too early": sample("9 10"),
        "more rows than large pages show": sample("9 10 | 11 12", "null", "9 10 11"),
      },
    ),
    rule(`4.1-${list}-next-null-at-end`, "links.next is null on the last page", end, nextNullAtEnd, {
      "a link to an empty page": sample("9 10 11 12 |"),
      "a link on an empty list": sample("|"),
      "links to empty pages without end": sample("9 10 11 12 ||||", "budget"),
      "false instead of null": changed("9 10 | 11", "foreign", (page, index) =>
        index === 1 ? { ...page, next: false } : page,
      ),
    }),
    rule(`4.1-${list}-pages-end`, "a walk along links.next comes to an end", end, pagesEnd, {
      "a link that was followed before": sample("9 10 11 12", "repeated"),
      "still a link behind the last row": sample("9 10 11 12 | 9 10 11 12", "budget"),
      "an accident behind a link": accident(500),
      "nothing behind a link": accident(404),
    }),
    rule(
      `4.1-${list}-limit-with-others`,
      "the first page keeps the limit under any order or filter",
      ["4.1 pages", ...parameterCites(`${endpoint}.limit`, "effect")],
      limitOnFirstPage,
      { "limit ignored": sample("9 10 11 12") },
    ),
    rule(
      `4.1-${list}-next-keeps-filters`,
      "pages behind links.next keep the filters",
      ["4.1 pages"],
      nextKeepsFilter,
      { "filter dropped": sample("9 10 | 11 13") },
    ),
    rule(
      `4.1-${list}-next-keeps-order`,
      "pages behind links.next go on in the same order",
      ["4.1 pages", ...sorted],
      orderAcrossPages,
      {
        "order dropped": sample("9 10 | 12 8"),
        "starts again": sample("11 12 | 9 10"),
      },
    ),
    rule(
      `4.1-${list}-next-keeps-limit`,
      "a page behind a link that carries the limit holds no more rows",
      ["4.1 pages"],
      nextKeepsLimit,
      { "one row more": carrying("9 10 | 11 12 13") },
      [carrying("9 10 | 11 12"), carrying("9 10 11 | 12")],
    ),
    rule(
      `${section}-selection`,
      "a request shows the rows that all its parameters select, whatever stands together",
      selections,
      judgeSelection,
      rejecting("selection"),
    ),
    rule(
      `${section}-order-with-others`,
      "the rows are sorted as asked, whatever stands beside the order",
      [place(`${section} order effect`), ...sorted],
      orderKept,
      rejecting("order"),
    ),
    rule(
      `4.1-${list}-next-rows`,
      "each page shows the next rows of the selection in the order asked for",
      ["4.1 pages"],
      nextRowsInOrder,
      rejecting("next"),
    ),
  ];
}
