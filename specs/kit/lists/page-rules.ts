// §2.1, §4.1, §4.3, §4.4: the violations of a clause over the pages of a list, and the conditions on its request and pages
import type { ListEnd } from "../../../engine/clauses/pagination.ts";
import { isInconclusive, type CheckResult, type Inconclusive } from "../../../engine/model/exchange.ts";
import { LIST_CLAUSES, ROW_FIELDS } from "../../depends-on.ts";
import { inconclusive, noRows } from "../requests/check-results.ts";
import { carriedLimit } from "./links.ts";
import { FEW_DIFFERENT, firstMisplaced, sortKeys, sortKeysOf, whyAnyOrder } from "./order.ts";
import { newRows, rowsOnce, whyNotWhole, whyStopped, whyTooLong } from "./pages-read.ts";
import type { Difference, PagesRead } from "./pages-read.ts";
import { compare, symptomsOf } from "./compare.ts";

/** Inconclusive, with the response of the first page as evidence. */
const because = (
  { pagedList: { pages } }: PagesRead,
  reason: string,
  known?: Partial<Inconclusive>,
): Inconclusive => inconclusive(reason, pages[0]?.response, known);

const whyFewRows = (pagesRead: PagesRead, least: number, why: string): Inconclusive | undefined =>
  pagesRead.pagedList.rows.length < least ? because(pagesRead, why) : undefined;

/** Inconclusive if the last link of the list leads to no page, or is absent; otherwise undefined. */
function whyPagesUnread({ pagedList }: PagesRead): Inconclusive | undefined {
  const reasons: Partial<Record<ListEnd, string>> = {
    foreign: "links.next cannot be followed",
    absent: "a page has no links.next",
    refused: "the request to links.next is refused",
  };
  const reason = reasons[pagedList.end];
  return reason === undefined ? undefined : whyStopped(pagedList, reason, { isUnusable: true });
}

/** This reason is reported only if no inconclusive case of the clause has another. */
const OTHER_REQUEST = { code: "otherRequest" } as const;

function whyNotSent(pagesRead: PagesRead, key: "limit" | "order" | "filter"): Inconclusive {
  const why = pagesRead.unnamed?.[key === "filter" ? namelessFilter(pagesRead) : key];
  if (why === undefined) return inconclusive(`the request has no ${key}`, undefined, OTHER_REQUEST);
  const { commonReason: _commonReason, ...known } = why;
  return known;
}

/** The key of the first filter without a known name; empty if another filter of the list has one. */
function namelessFilter({ names = {}, unnamed = {} }: PagesRead): string {
  const isFilter = (key: string): boolean => key !== "limit" && key !== "order";
  return (Object.keys(names).some(isFilter) ? undefined : Object.keys(unnamed).find(isFilter)) ?? "";
}

function dependsOnList(
  { pagedList: { identity } }: PagesRead,
  ...names: readonly ("noRowMissing" | "orderSorted" | "selection")[]
) {
  const clauses = LIST_CLAUSES[identity === "account" ? "balances" : "tokens"];
  return { dependsOn: names.map((name) => clauses[name]) };
}

/** Inconclusive if no field is certain to sort the whole list in both orders. */
function whyOrderUnknown(pagesRead: PagesRead): Inconclusive | undefined {
  const { keys = [], unread, listed = [] } = pagesRead;
  if (keys.length > 0) return undefined;
  const few = sortKeys(listed).length === 0 && pagesRead.listed ? inconclusive(FEW_DIFFERENT) : undefined;
  const reason = "no field is known to sort the list in both orders";
  const unknown = inconclusive(reason, undefined, dependsOnList(pagesRead, "orderSorted"));
  return unread ?? few ?? whyAnyOrder(listed) ?? unknown;
}

const whyRowsUnknown = (pagesRead: PagesRead): Inconclusive =>
  pagesRead.unread ??
  inconclusive(
    pagesRead.mayBeFewer === true
      ? "the expected rows are unknown: an account id and a public key together may select fewer rows than their results have in common"
      : "the rows that the request selects are unknown",
    undefined,
    dependsOnList(pagesRead, "selection"),
  );

/** Inconclusive if no row was returned, or if neither the expected rows nor an unambiguous filter is known. */
function whySelectionUnshown(pagesRead: PagesRead): Inconclusive | undefined {
  const { selection, plan, pagedList } = pagesRead;
  if (selection === undefined && (plan.filters.length === 0 || pagedList.rows.length === 0)) {
    return whyRowsUnknown(pagesRead);
  }
  // If no row is certain to be expected, an empty response shows nothing.
  const mayBeEmpty = pagesRead.mayBeFewer === true || pagesRead.unpaged === true;
  return pagedList.rows.length === 0
    ? (whyPagesUnread(pagesRead) ?? (mayBeEmpty ? whyRowsUnknown(pagesRead) : undefined))
    : undefined;
}

/** Inconclusive if only the first page has rows. */
function whyOnePage(pagesRead: PagesRead): Inconclusive | undefined {
  const { pagedList, plan, names = {}, selection = [], mayBeFewer = false } = pagesRead;
  const { rows, pages, end } = pagedList;
  const why = (reason: string, known?: Partial<Inconclusive>) => because(pagesRead, reason, known);
  if (pages.slice(1).some((page) => page.rows.length > 0)) return undefined;
  if (end === "absent" || end === "foreign" || end === "refused" || end === "repeated") {
    return whyStopped(pagedList, "the link to the second page cannot be followed");
  }
  if (pagesRead.unpaged === true) return why("a search by name has one page");
  if (selection.length > rows.length && !mayBeFewer) {
    const depends = dependsOnList(pagesRead, "noRowMissing", "selection");
    const reason = "the list ends after its first page, although further rows are expected";
    return why(reason, { code: "otherClause", ...depends });
  }
  if (rows.length === 0) return why("no row matches the request");
  const isKey = plan.query.some(([name]) => name === names["publicKey"]);
  if (rows.length === 1 && plan.filterCount === 1 && isKey) {
    const isOfAccounts = pagedList.identity === "account";
    const several = isOfAccounts ? "is shared by several accounts of the token" : "selects several tokens";
    return why(`no key that was tried ${several}`, { remedy: { kind: "giveSamples", of: "publicKeys" } });
  }
  const isLimited = rows.length > 1 && plan.limit !== undefined;
  return why("all selected rows are on one page", isLimited ? { code: "tooFewCases" } : {});
}

type PageNeed = (pagesRead: PagesRead) => Inconclusive | undefined;

const REQUEST_NEEDS = {
  limit: (pagesRead) => (pagesRead.plan.limit === undefined ? whyNotSent(pagesRead, "limit") : undefined),
  rowFilter: (pagesRead) =>
    pagesRead.plan.filters.length === 0 ? whyNotSent(pagesRead, "filter") : undefined,
  filter: (pagesRead) => (pagesRead.plan.filterCount === 0 ? whyNotSent(pagesRead, "filter") : undefined),
  order: (pagesRead) => (pagesRead.plan.order === undefined ? whyNotSent(pagesRead, "order") : undefined),
} as const satisfies Readonly<Record<string, PageNeed>>;

/** The reason of the first unmet condition, in this order, is reported. */
const PAGE_NEEDS = {
  noFilter: ({ plan }) =>
    plan.filterCount > 0
      ? inconclusive("the request selects a part of the list", undefined, OTHER_REQUEST)
      : undefined,
  pagesInBudget: ({ pagedList }) => (pagedList.end === "budget" ? whyTooLong() : undefined),
  links: whyPagesUnread,
  lastPage: ({ pagedList }) =>
    pagedList.end === "null" ? undefined : inconclusive("the end of the list was not reached"),
  wholeList: (pagesRead) =>
    pagesRead.selection !== undefined && pagesRead.pagedList.end === "null"
      ? undefined
      : (pagesRead.unread ??
        (pagesRead.unnamed?.["limit"] ? whyNotSent(pagesRead, "limit") : whyNotWhole(pagesRead.pagedList))),
  severalPages: whyOnePage,
  sortKeys: whyOrderUnknown,
  orderedFirstPage: (pagesRead) => {
    const { pagedList, plan } = pagesRead;
    const keys = sortKeysOf(pagesRead);
    if (keys.length === 0) return whyOrderUnknown(pagesRead);
    // The misplaced row is on the first page: on a later page it would be a violation.
    return plan.order && firstMisplaced(pagedList, keys, plan.order)
      ? (whyAnyOrder(pagedList.rows) ?? inconclusive("the first page is not in order"))
      : undefined;
  },
  expectedRows: (pagesRead) =>
    pagesRead.selection === undefined ||
    pagesRead.mayBeFewer === true ||
    (pagesRead.ambiguous ?? []).length > 0
      ? whyRowsUnknown(pagesRead)
      : undefined,
  selection: whySelectionUnshown,
  noEarlyNull: (pagesRead) =>
    compare(pagesRead).some(({ subkind }) => subkind === "cutOff")
      ? because(pagesRead, "links.next is null although further rows are expected", {
          code: "otherClause",
          ...dependsOnList(pagesRead, "noRowMissing"),
        })
      : undefined,
  rowsOfList: (pagesRead) =>
    newRows(pagesRead).length > 0
      ? because(
          pagesRead,
          "a row is in this response and not in the whole list that was read before: the two responses contradict each other, or the list grew",
          { code: "unsteady" },
        )
      : undefined,
  rowsOnce: (pagesRead) =>
    rowsOnce(pagesRead.pagedList).length < pagesRead.pagedList.rows.length
      ? because(pagesRead, "rows are returned twice: the next expected row is unknown", {
          code: "otherClause",
        })
      : undefined,
  // The form of a link is unspecified (interpretation 15): it may contain no limit.
  limitInLinks: (pagesRead) => {
    const { pages } = pagesRead.pagedList;
    if (pages.some((page) => carriedLimit(page, pagesRead.names?.["limit"]) !== undefined)) return undefined;
    const unread = whyPagesUnread(pagesRead);
    if (unread !== undefined) return unread;
    if (pagesRead.plan.limit === undefined) {
      return because(pagesRead, "links.next has no visible limit, but the request has none either");
    }
    const dependsOn = pages
      .slice(0, 1)
      .map(({ response: { request } }) => ({ endpoint: request.endpoint, needs: "data" }) as const);
    const reason =
      "links.next of this service has no visible limit, for example because its cursor is opaque";
    return because(pagesRead, reason, { code: "unspecified", dependsOn });
  },
  noRowLostByPages: (pagesRead) => {
    const differences = pagesRead.plan.filterCount === 1 ? compare(pagesRead) : [];
    const isLost = differences.some(({ mayBeLost }) => mayBeLost);
    const depends = dependsOnList(pagesRead, "noRowMissing", "selection");
    const reason = "a row is missing that may have been lost between two pages";
    return isLost ? because(pagesRead, reason, { code: "otherClause", ...depends }) : undefined;
  },
  filterShown: (pagesRead) => {
    const { plan, pagedList, selection, unread } = pagesRead;
    const { rows, end } = pagedList;
    const uncompared = plan.filters.find(({ filter }) => rows.every((row) => filter.read(row) === undefined));
    if (rows.length > 0 && uncompared !== undefined) {
      const dependsOn = [ROW_FIELDS[uncompared.filter.field]];
      const reason = "no row has a value that the filter can compare";
      return because(pagesRead, reason, { code: "otherClause", dependsOn });
    }
    const isAllRead = selection !== undefined && unread === undefined && end === "null";
    return rows.length > 0 || plan.filterCount > 1 || isAllRead
      ? undefined
      : (unread ?? whyNotWhole(pagedList));
  },
  aRow: (pagesRead) => whyFewRows(pagesRead, 1, "no row was returned"),
  twoRows: (pagesRead) => whyFewRows(pagesRead, 2, "too few rows to show an order"),
} as const satisfies Readonly<Record<string, PageNeed>>;

export interface ViolationRule {
  /** The kinds of differences that violate the clause; the first kind with differences is reported. */
  readonly violatedBy: readonly Difference["kind"][];
  /** Selects the differences of these kinds that violate the clause; absent: all of them. `all`: the differences of the pages. */
  readonly where?: (difference: Difference, pagesRead: PagesRead, all: readonly Difference[]) => boolean;
  /** A request that does not meet one of these conditions is inconclusive, whatever its pages show. */
  readonly sends?: readonly (keyof typeof REQUEST_NEEDS)[];
  /** Pages without a violation that do not meet one of these conditions are inconclusive. */
  readonly shows?: readonly (keyof typeof PAGE_NEEDS)[];
}

function firstReason(
  table: Readonly<Record<string, PageNeed>>,
  names: readonly string[],
  pagesRead: PagesRead,
): Inconclusive | undefined {
  for (const [name, whyLacking] of Object.entries(table)) {
    const reason = names.includes(name) ? whyLacking(pagesRead) : undefined;
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/**
 * Inconclusive if the list could not be read, or if parameters that succeed alone are refused together and the clause is not on refusals.
 */
export function checkPagesBy(rule: ViolationRule): (pagesRead: PagesRead | Inconclusive) => CheckResult {
  const { violatedBy, where = () => true, sends = [], shows = [] } = rule;
  const isAboutRefusals = violatedBy.every((kind) => kind === "refused");
  return (pagesRead) => {
    if (isInconclusive(pagesRead)) return pagesRead;
    if (pagesRead.sentAlone !== undefined && !isAboutRefusals) {
      return whyStopped(pagesRead.pagedList, "parameters that are accepted alone are refused together");
    }
    const unsent = firstReason(REQUEST_NEEDS, sends, pagesRead);
    if (unsent !== undefined) return unsent;
    const { pagedList, listed = [{}] } = pagesRead;
    const all = compare(pagesRead);
    const differences = all.filter((difference) => where(difference, pagesRead, all));
    const firstKind = violatedBy.find((one) => differences.some(({ kind }) => kind === one));
    if (firstKind !== undefined) {
      const symptoms = symptomsOf(pagesRead);
      const violations = differences.filter(({ kind }) => kind === firstKind);
      return violations.map(({ violation }) => ({ ...violation, symptoms }));
    }
    // A list without rows shows nothing about rows, their order or links.
    const needsRows = pagedList.end === "null" && !isAboutRefusals;
    return (
      (needsRows ? noRows(listed, pagedList.rows) : undefined) ??
      firstReason(PAGE_NEEDS, shows, pagesRead) ??
      []
    );
  };
}
