// §4.1: example pages of lists
import { requestTo, type ApiResponse, type CallOptions } from "../../engine/model/exchange.ts";
import { mapValues } from "../../engine/model/model.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import type { ListRow, ListPage, PagedList, ListEnd } from "../../engine/clauses/pagination.ts";
import { identityOf, onePage } from "../../engine/clauses/pagination.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import { IDENTITY_FILTERS, type ListName, LISTS } from "../kit/lists/lists.ts";
import { badRequestOf, responseOf, SUCCESS, successOf } from "./responses.ts";
import { sortKeys } from "../kit/lists/order.ts";
import type { ParameterContext } from "../../generators/covering.ts";
import type { PagesRead, PagePlan } from "../kit/lists/pages-read.ts";

export const pageOf = (
  list: ListName,
  rows: readonly ListRow[],
  next: string | null = null,
  sent: CallOptions = {},
): ApiResponse => responseOf(LISTS[list].endpoint, 200, { [list]: rows, links: { next } }, sent);

export function idPages(list: ListName) {
  return (...nums: readonly number[]): ApiResponse => pageOf(list, exampleRows(list, nums));
}

/** From text such as `9 10 | | !`: a page of rows with these ids, an empty page, a refusal. */
export const scriptOf =
  (list: ListName) =>
  (text: string): readonly ApiResponse[] =>
    text
      .split("|")
      .map((page) =>
        page.includes("!")
          ? badRequestOf(LISTS[list].endpoint, "id")
          : pageOf(list, exampleRows(list, page.match(/\d+/g) ?? [])),
      );

function exampleRows(list: ListName, nums: readonly (number | string)[]): readonly ListRow[] {
  return nums.map((num) => ({ [IDENTITY_FILTERS[list].identity]: `0.0.${num}` }));
}

export function listOfIds(list: ListName, ...nums: readonly number[]): Listing {
  const { endpoint, identity } = IDENTITY_FILTERS[list];
  return {
    request: (query, expects = "success") => requestTo(endpoint, { query, expects }),
    rows: exampleRows(list, nums),
    pages: [],
    largest: [],
    pageRows: 100,
    names: { limit: "limit", order: "order" },
    complete: true,
    member: list,
    identity,
    size: { values: 10, random: 0, perFamily: 1, contexts: 1, pages: 10, records: 10, tokens: 0, shapes: 10 },
  };
}

export function examplePages(
  endpoint: Endpoint,
  pages: readonly (readonly ListRow[])[],
  end: ListEnd = "null",
): PagedList {
  const member = operations[endpoint].list?.rows ?? "";
  const made = pages.map((rows, index): ListPage => {
    const next = index === pages.length - 1 && end === "null" ? null : `/page/${index + 1}`;
    return { response: responseOf(endpoint, 200, { [member]: rows, links: { next } }), rows, next };
  });
  return { identity: identityOf(endpoint), pages: made, rows: pages.flat(), end };
}

export function feesOf(rows: readonly ListRow[]): ApiResponse {
  return responseOf("networkFees", 200, { ...SUCCESS.networkFees, fees: rows });
}

/** The responses with desc, asc, desc, a refused order and asc, both orders at once and, if one is wrong, each order twice. */
export function afterAnotherOrder(up: ApiResponse, down: ApiResponse, refused: ApiResponse) {
  const eachTwice = [up, up, down, down];
  return {
    passes: [
      [down, up, down, refused, up, up, down],
      [up, down, up, refused, down, down, up],
    ],
    fails: {
      "desc has the order of the request before": [down, up, up, refused, up, up, down, ...eachTwice],
      "asc has the order of the request before": [down, down, down, refused, up, up, down, ...eachTwice],
      "asc descends after a refused order": [down, up, down, refused, down, up, down, ...eachTwice],
      "the order of a simultaneous request": [down, up, down, refused, up, down, down, ...eachTwice],
    },
  } as const;
}

const refusedList = (response: ApiResponse): PagedList => ({ ...onePage(response), end: "refused" });

/**
 * From pages such as `9 10 | 11` to a paged list whose expected rows are 9 to 12.
 * @param isWhole whether the request has no filter
 */
function samplePages(list: ListName, isWhole: boolean) {
  const filter = IDENTITY_FILTERS[list];
  const pagesRead = (pages: string, end: ListEnd) => {
    const rows = pages.split("|").map((page) => exampleRows(list, page.match(/\d+/g) ?? []));
    return examplePages(filter.endpoint, rows, end);
  };
  const plan: PagePlan = {
    query: [],
    limit: 2,
    order: "asc",
    filters: isWhole ? [] : [{ filter, operator: "lte", bound: "0.0.12" }],
    filterCount: isWhole ? 0 : 1,
  };
  const { rows } = pagesRead("9 10 11 12", "null");
  const known = { selection: rows, listed: rows, keys: sortKeys(rows), names: { limit: "limit" } };
  return (pages: string, end: ListEnd = "null", other: Partial<PagesRead> = {}): PagesRead => {
    return { plan, pagedList: pagesRead(pages, end), ...known, ...other };
  };
}

type SamplePages = ReturnType<typeof samplePages>;
type SampleMaker = (sample: SamplePages, list: ListName) => PagesRead;

const changePages = (
  sample: PagesRead,
  change: (pages: readonly ListPage[]) => readonly ListPage[],
): PagesRead => ({ ...sample, pagedList: { ...sample.pagedList, pages: change(sample.pagedList.pages) } });

export const withLimitInLinks = (pages: string) => (sample: SamplePages) =>
  changePages(sample(pages, "budget"), (all) => all.map((page) => ({ ...page, next: "?limit=2&page=2" })));

export const withLastLink = (next: unknown) => (sample: SamplePages) =>
  changePages(sample("9 10 | 11", "foreign"), (all) =>
    all.map((page, at) => (at === 1 ? { ...page, next } : page)),
  );

const errorPageList = (status: number, list: ListName) =>
  refusedList(responseOf(LISTS[list].endpoint, status, { error: "boom" }));

export const withErrorBehindLink =
  (status: number): SampleMaker =>
  (sample, list) =>
    changePages(sample("9 10", "refused"), (all) => [...all, ...errorPageList(status, list).pages]);

/** Parameters that succeed alone get an error with this status together. */
export const refusedTogether =
  (status: number): SampleMaker =>
  (sample, list) => {
    const { endpoint } = LISTS[list];
    return sample("", "null", { pagedList: errorPageList(status, list), sentAlone: [successOf(endpoint)] });
  };

export interface PageExamples {
  readonly fails: Readonly<Record<string, string | SampleMaker>>;
  readonly passes?: readonly [string | SampleMaker, string | SampleMaker];
  readonly isWhole?: true;
}

const PASSES = ["9 10 | 11 12", "9 | 10 11 12"] as const;

/** Text such as `9 10 | 12` is two pages with the rows of these numbers. */
export function pageExamples(
  list: ListName,
  { fails, passes: [one, other] = PASSES, isWhole }: PageExamples,
) {
  const sample = samplePages(list, isWhole === true);
  const made = (pages: string | SampleMaker) => {
    const context: ParameterContext = {};
    return { response: typeof pages === "string" ? sample(pages) : pages(sample, list), value: context };
  };
  return { passes: [made(one), made(other)], fails: mapValues(fails, made) } as const;
}
