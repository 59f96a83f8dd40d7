// §4.1, §4.3, §4.4: reasons why the pages of a list decide nothing about a clause; undefined if they decide
import type { Reason, ApiResponse, Inconclusive } from "../../../engine/model/exchange.ts";
import { stopOf, type ListRow, type PagedList, type ListEnd } from "../../../engine/clauses/pagination.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import { linkClauses } from "../../../engine/model/reason.ts";
import { BALANCE_TIME, LIST_CLAUSES, ROW_FIELDS } from "../../depends-on.ts";
import { inconclusive } from "../requests/check-results.ts";
import { sharedKey, sortKeys } from "./ordering.ts";
import type { ListSource } from "./lists.ts";
import { showsBehind, type PagesRead } from "./pages-read.ts";
import { searchTextsOf } from "./name-search.ts";

/** Why a paged list that ended early decides nothing: the page budget, a missing or foreign link, or a refused page. */
export function whyStopped(
  pagedList: Pick<PagedList, "pages" | "end">,
  what: string,
  known: Partial<Inconclusive> = {},
): Inconclusive {
  const { came, by } = stopOf(pagedList);
  const dependsOn = by === undefined || pagedList.end === "refused" ? [] : linkClauses(by.request.endpoint);
  const met =
    pagedList.end === "budget"
      ? READ_FURTHER
      : pagedList.end === "null"
        ? {}
        : ({ obstacle: "service", dependsOn } as const);
  return inconclusive(`${what}: ${came}`, by, { ...met, ...known });
}

const READ_FURTHER = { obstacle: "level", remedy: { kind: "readFurther" } } as const;

/** Why the rows of the whole list are incomplete. */
export const whyListUnread = ({ stop }: Pick<Listing, "stop">): Inconclusive | undefined =>
  stop && whyStopped(stop, "the list was not read completely");

/** The list has more pages than the page budget. */
export const whyTooLong = (): Inconclusive =>
  inconclusive("the list has more pages than the level reads for this request", undefined, READ_FURTHER);

/** The target has no known limit parameter, with which the whole list would fit into the page budget. */
export const whyUnlimited = (pagesRead: PagesRead): Inconclusive | undefined =>
  pagesRead.unnamed?.["limit"] && whyNotSent(pagesRead, "limit", "");

export const FEW_DIFFERENT = "too few different rows to determine an order";

export const whyFewRows = (pagesRead: PagesRead, least: number, why: string): Inconclusive | undefined =>
  pagesRead.pagedList.rows.length < least ? inconclusive(why, firstResponse(pagesRead)) : undefined;

export const firstResponse = ({ pagedList: { pages } }: PagesRead) => pages[0]?.response;

/** Why a paged list ended before the last page: its later pages are unknown. */
export function whyPagesUnread({ pagedList }: PagesRead): Inconclusive | undefined {
  const reasons: Partial<Record<ListEnd, string>> = {
    foreign: "links.next has another origin or an unsupported form",
    absent: "a page has no links.next",
    refused: "the page behind links.next is refused",
  };
  const reason = reasons[pagedList.end];
  return reason === undefined ? undefined : whyStopped(pagedList, reason, { lost: true });
}

type PageParameter = "limit" | "order" | "filter";

/** Why a paged list without a parameter, or with one page, decides nothing. */
export const whyUnreadOr = (pagesRead: PagesRead, key: PageParameter, otherwise: string): Inconclusive =>
  whyPagesUnread(pagesRead) ?? whyNotSent(pagesRead, key, otherwise, firstResponse(pagesRead));

/** Why no limit can be read from links.next: the form of a link is unspecified (interpretation 15). */
export const whyOpaqueLinks = (pagesRead: PagesRead): Inconclusive =>
  inconclusive(
    "links.next of this service has no visible limit, for example because its cursor is opaque",
    firstResponse(pagesRead),
    {
      obstacle: "service",
      remedy: { kind: "nothing" },
    },
  );

/** Why a request lacks a parameter: its name is unknown, or the reason `otherwise`. */
export function whyNotSent(
  pagesRead: PagesRead,
  key: PageParameter,
  otherwise: string,
  by?: ApiResponse,
): Inconclusive {
  const why = pagesRead.unnamed?.[key === "filter" ? namelessFilter(pagesRead) : key];
  if (why === undefined) {
    return inconclusive(otherwise, by);
  }
  const { reason, came: _came, ...known } = why;
  return inconclusive(reason, undefined, known);
}

/** The first filter of a list without any filter of a known name; empty if a filter has one. */
function namelessFilter({ names = {}, unnamed = {} }: PagesRead): string {
  const isFilter = (key: string): boolean => key !== "limit" && key !== "order";
  return (Object.keys(names).some(isFilter) ? undefined : Object.keys(unnamed).find(isFilter)) ?? "";
}

/** Why no order of the rows is wrong: all rows share a field by which the list may be sorted (interpretation 16). */
export function whyAnyOrder(rows: readonly ListRow[]): Inconclusive | undefined {
  const shared = sharedKey(rows);
  return shared === undefined
    ? undefined
    : inconclusive(`all rows have the same ${shared}: any order may be sorted by it`, undefined, {
        dependsOn: [ROW_FIELDS[shared]],
      });
}

/** The clause on the list of a response; none where no response came. */
const listClause = (
  { pagedList: { pages } }: PagesRead,
  name: "orderSorted" | "selection",
): readonly string[] =>
  pages
    .slice(0, 1)
    .map(
      ({ response }) => LIST_CLAUSES[response.request.endpoint === "tokens" ? "tokens" : "balances"][name],
    );

/** Why the order cannot be checked: no field is certain to sort the whole list in both orders. */
export function whyOrderUnknown(pagesRead: PagesRead): Inconclusive | undefined {
  const { plan, keys = [], unread, listed } = pagesRead;
  const dependsOn = listClause(pagesRead, "orderSorted");
  if (plan.order === undefined) {
    return { dependsOn, ...whyNotSent(pagesRead, "order", "the request has no order") };
  }
  if (keys.length > 0) {
    return undefined;
  }
  const few = listed && sortKeys(listed).length === 0 ? inconclusive(FEW_DIFFERENT) : undefined;
  return (
    unread ??
    few ??
    whyAnyOrder(listed ?? []) ??
    inconclusive("no field is known to sort the list in both orders", undefined, { dependsOn })
  );
}

export const whyRowsUnknown = (pagesRead: PagesRead): Inconclusive =>
  pagesRead.unread ??
  inconclusive(
    pagesRead.atMost === true
      ? "together the parameters may select fewer rows than each alone shows"
      : "the rows that the parameters select together are unknown",
    undefined,
    { dependsOn: listClause(pagesRead, "selection") },
  );

/** Why the selection cannot be checked: no parameter selects rows, no row was returned, or the expected rows are unknown. */
export function whySelectionUnshown(pagesRead: PagesRead): Inconclusive | undefined {
  const { selection, plan, pagedList } = pagesRead;
  if (plan.selecting === 0) {
    return whyNotSent(pagesRead, "filter", "the request has no filter");
  }
  if (selection === undefined && (plan.filters.length === 0 || pagedList.rows.length === 0)) {
    return whyRowsUnknown(pagesRead);
  }
  // If no row is certain to be expected, an empty response shows nothing.
  const isOpen = pagesRead.atMost === true || pagesRead.unpaged === true;
  return pagedList.rows.length === 0
    ? (whyPagesUnread(pagesRead) ?? (isOpen ? whyRowsUnknown(pagesRead) : undefined))
    : undefined;
}

/** Why a paged list has one page: the pages behind the first cannot be checked. */
export function whyOnePage(pagesRead: PagesRead): Inconclusive | undefined {
  const { pagedList, plan, names = {}, selection = [], atMost = false } = pagesRead;
  const key = plan.query.find(([name]) => name === names["publicKey"]);
  if (showsBehind(pagedList)) {
    return undefined;
  }
  if (pagedList.end === "absent" || pagedList.end === "foreign" || pagedList.end === "refused") {
    return whyStopped(pagedList, "the link to the second page cannot be followed");
  }
  if (pagesRead.unpaged === true) {
    return inconclusive("a search by name has one page", firstResponse(pagesRead));
  }
  if (selection.length > pagedList.rows.length && !atMost) {
    const dependsOn = listClause(pagesRead, "selection");
    const reason = "the list ends after its first page, although more rows match";
    return inconclusive(reason, firstResponse(pagesRead), { obstacle: "service", dependsOn });
  }
  if (pagedList.rows.length === 0) {
    return inconclusive("no row matches the request", firstResponse(pagesRead));
  }
  if (pagedList.rows.length === 1 && plan.selecting === 1 && key !== undefined) {
    const several =
      pagedList.identity === "account"
        ? "is shared by several accounts of the token"
        : "selects several tokens";
    const remedy = { kind: "giveSamples", of: "publicKeys" } as const;
    return inconclusive(`no key that was tried ${several}`, firstResponse(pagesRead), { remedy });
  }
  return pagedList.rows.length > 1 && plan.limit !== undefined
    ? inconclusive(`the selection has one page under the limit ${plan.limit}`, firstResponse(pagesRead), {
        obstacle: "level",
      })
    : inconclusive("the selection has one page", firstResponse(pagesRead));
}

const needsSamples = (of: string, reason: string): Reason => {
  return { reason, obstacle: "user", remedy: { kind: "giveSamples", of } };
};

/** Why no public key can be sent: none is known. */
export function whyNoKey({ member }: Listing): Reason {
  const isOfTokens = member === "tokens";
  const effect = isOfTokens ? "selects a token" : "belongs to an account of the list";
  const { publicKey } = LIST_CLAUSES[isOfTokens ? "tokens" : "balances"];
  return { ...needsSamples("publicKeys", `no known public key ${effect}`), dependsOn: [publicKey] };
}

/** By factor, why a parameter is omitted from contexts; undefined if it is sent. */
export function missingParameters({
  list,
  material,
}: ListSource): readonly (readonly [string, Reason | undefined])[] {
  const { accounts, key } = material;
  const data = (reason: string, ...dependsOn: readonly string[]): Reason => ({
    reason,
    obstacle: "data",
    dependsOn,
  });
  return [
    ["publicKey", key === undefined ? whyNoKey(list) : undefined],
    ["accountId", accounts.length === 0 ? needsSamples("accountIds", "no account is known") : undefined],
    [
      "timestamp",
      list.time === undefined ? data("the list has no timestamp of its own", BALANCE_TIME) : undefined,
    ],
    [
      "name",
      searchTextsOf(list).part === undefined
        ? data(
            "the list has too few names that can be searched for",
            ROW_FIELDS.name,
            LIST_CLAUSES.tokens.rows,
          )
        : undefined,
    ],
  ];
}
