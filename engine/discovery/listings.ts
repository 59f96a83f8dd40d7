import { TRANSACTION_HASH_PATTERN, TIMESTAMP_PATTERN, TRANSACTION_ID } from "../../schemas/formats.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import type { ApiRequest, RequestSender, Expectation, Query, ApiResponse } from "../model/exchange.ts";
import { requestTo } from "../model/exchange.ts";
import { hasSuccessBody, isSuccess } from "../message/classify.ts";
import { isRefusedList, isRowOf, keyOf, hasNextPage } from "../clauses/pagination.ts";
import { stopOf, pagedList, rowsIn, type PagedList } from "../clauses/pagination.ts";
import { valueAt } from "../message/body.ts";
import { present, uniqueBy } from "../model/model.ts";
import { unavailable } from "../clauses/dependencies.ts";
import type { VerificationSample } from "../model/settings.ts";
import type { Candidate, Listing, ListNames, Sample } from "../clauses/prerequisites.ts";
import { ignoreUnusable, candidateRequest } from "../clauses/prerequisites.ts";
import { isSmoke, type Size } from "../clauses/size.ts";

export const listCandidate = (identifier: string, member: string): Candidate => ({
  identifier,
  origin: `samples.${member} of the target file`,
  fromUser: true,
});

/** Creates a filter that removes rows which the first listing lacks: a replica that is behind may show the newest rows only at times. */
export function createNewRowFilter(): (listing: Listing) => Listing {
  let isOfFirstListing: ReturnType<typeof isRowOf> | undefined;
  return (listing) => {
    isOfFirstListing ??= isRowOf(listing.rows, listing.identity);
    return { ...listing, rows: listing.rows.filter(isOfFirstListing) };
  };
}

/** Reads a list with a limit of 100, or without one if that shows no rows. Throws an `UnusableResponse` if the first page is an error. */
export async function readListing(
  t: RequestSender,
  endpoint: "tokens" | "tokenBalances",
  /** The token of the balances. */
  path: string | undefined,
  names: ListNames,
  size: Size,
): Promise<Listing> {
  const { limit } = names;
  const list = operations[endpoint].list;
  if (list === undefined) throw new Error(`${endpoint} is not a list`);
  const request = (query: Query, expects: Expectation = "success"): ApiRequest =>
    requestTo(endpoint, { query, expects, ...present({ path }) });
  const query: Query = limit === undefined ? [] : [[limit, "100"]];
  // A large page may exceed the size limit of a response: then the list is read without a limit.
  const largest =
    limit === undefined ? undefined : await pagedList(t, request(query), size.pages).catch(ignoreUnusable);
  const pagedRows =
    largest && showsRows(largest)
      ? largest
      : fullerList(largest, await pagedList(t, request([]), size.pages));
  if (isRefusedList(pagedRows)) {
    const { text, by } = stopOf(pagedRows);
    throw unavailable(`the list could not be read: ${text}`, by?.request, { code: "listNotRead" });
  }
  const sizes = pagedRows.pages.map(({ rows }) => rows.length);
  // Pages may differ in size. With any but the smallest size, the number of pages would be estimated too low.
  const fullPageSizes = sizes.slice(0, -1).filter((rows) => rows > 0);
  const time = valueAt(pagedRows.pages[0]?.response.body.value, "/timestamp");
  return {
    request,
    ...(typeof time === "string" && TIMESTAMP_PATTERN.test(time) ? { time } : {}),
    largest: pagedRows === largest ? query : [],
    names,
    pageRows: fullPageSizes.length > 0 ? Math.min(...fullPageSizes) : Math.max(...sizes, 1),
    // Repeated rows are dropped: the clauses on pages report them.
    rows: uniqueBy(pagedRows.rows, (row) => keyOf(row, list.identity) ?? row),
    pages: pagedRows.pages,
    complete: pagedRows.end === "null",
    ...(pagedRows.end === "null" ? {} : { stop: { end: pagedRows.end, pages: pagedRows.pages.slice(-1) } }),
    member: list.rows,
    identity: list.identity,
    size,
  };
}

const showsRows = ({ end, rows }: PagedList): boolean => end !== "refused" && rows.length > 0;

/** Prefers the list without a limit if it has rows: a service may return an empty page for a limit that it does not support. */
const fullerList = (limited: PagedList | undefined, unlimited: PagedList): PagedList =>
  limited === undefined || limited.end === "refused" || showsRows(unlimited) ? unlimited : limited;

export const tokenWithMostHolders = (samples: readonly Sample[]): Sample | undefined =>
  samples
    .filter(({ response }) => isSuccess(response))
    .toSorted((a, b) => countRows(b.response) - countRows(a.response))[0];

export const hasHolders = ({ response }: Sample): boolean => isSuccess(response) && countRows(response) >= 2;

/** The number of rows of a page, plus 0.5 if there is a further page: such a list is longer than one that ends there. */
const countRows = (response: ApiResponse): number =>
  rowsIn(response).length + (hasNextPage(response) ? 0.5 : 0);

export async function requestSamples(
  t: RequestSender,
  endpoint: Endpoint,
  candidates: readonly Candidate[],
): Promise<readonly Sample[]> {
  const requests = candidates.map((candidate) => candidateRequest(endpoint, candidate));
  const responses = await t.all(requests.map((request) => ({ ...request, gateways: "always" as const })));
  return candidates.flatMap((candidate, index) => {
    const response = responses[index];
    return response === undefined ? [] : [{ ...candidate, response }];
  });
}

/** Sends one verification at a time, since a service may query an explorer. Above smoke, the first is repeated, for passive clauses. */
export async function sendVerifications(
  t: RequestSender,
  endpoint: "sessionVerify" | "verify",
  bodies: readonly VerificationSample[],
  size: Size,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const body of bodies) {
    const candidate = listCandidate(body.address, "verifications");
    const { origin } = candidate;
    const response = await t.get(requestTo(endpoint, { body: JSON.stringify(body), origin }));
    samples.push({ ...candidate, response });
  }
  const repeated = samples.slice(0, isSmoke(size) ? 0 : 1);
  const again = repeated.map(
    ({ response }) => ({ ...response.request, expects: "open", fresh: true }) as const,
  );
  await t.all(again).catch(ignoreUnusable);
  return samples;
}

export const isFound = ({ response }: Sample): boolean => hasSuccessBody(response);

export const isHash = (identifier: string): boolean => TRANSACTION_HASH_PATTERN.test(identifier);
export const isTransactionId = (identifier: string): boolean => TRANSACTION_ID.test(identifier);

/** Candidates for further records: the values of `members` of found records that match the pattern of the member. */
export function mentionedIn(
  records: readonly Sample[],
  members: Readonly<Record<string, RegExp>>,
): readonly Candidate[] {
  const candidates = records.flatMap(({ identifier: source, response }) =>
    Object.entries(members).flatMap(([member, pattern]): readonly Candidate[] => {
      const identifier = valueAt(response.body.value, `/${member}`);
      return typeof identifier === "string" && pattern.test(identifier)
        ? [{ identifier, origin: `the record of ${source}`, fromUser: false }]
        : [];
    }),
  );
  return uniqueBy(candidates, ({ identifier }) => identifier);
}
