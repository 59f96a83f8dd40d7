import type { ParameterKey, Endpoint, Service } from "../../schemas/operations.ts";
import { operations, PARAMETER_KEYS, SERVICE_WORDS } from "../../schemas/operations.ts";
import type { ApiRequest, Expectation, Query, ApiResponse } from "../model/exchange.ts";
import { requestTo, UnusableResponse } from "../model/exchange.ts";
import type { SkippedKind } from "../model/clause-results.ts";
import type { Dependency, Reason } from "../model/reason.ts";
import type { Samples, VerificationSample, Target } from "../model/settings.ts";
import type { ListRow, PagedList } from "./pagination.ts";
import type { Size } from "./size.ts";

/** Names of the parameters of a list; absent if the target has no such parameter, or the assumed name has no effect. */
export interface ListNames {
  readonly limit?: string;
  readonly order?: string;
  /** Name of the parameter that filters by the identity of the rows. */
  readonly filter?: string;
}

/** A list as discovery read it, without a filter. */
export interface Listing {
  readonly request: (query: Query, expects?: Expectation) => ApiRequest;
  readonly rows: readonly ListRow[];
  /** The query with which the list was read: `limit=100`, or empty if the name of limit is unknown or that limit returned no rows. */
  readonly largest: Query;
  /** Number of rows of the smallest page that has rows and is not the last one; without such a page, of the largest page, at least 1. */
  readonly pageRows: number;
  readonly names: ListNames;
  /** The member `timestamp` of the first page, if it is valid; the contract has none in the list of tokens. */
  readonly time?: string;
  /** Whether all pages were read: `rows` is the whole list. */
  readonly complete: boolean;
  readonly pages: PagedList["pages"];
  /** How an incomplete list ended, with its last page; absent if the list is complete. */
  readonly stop?: Pick<PagedList, "pages" | "end">;
  readonly member: string;
  /** Member of a row that identifies it: an entity id. */
  readonly identity: string;
  readonly size: Size;
  /** For balances: further tokens of which a request without a limit returned a page with a link. */
  readonly others?: readonly string[];
  /** For balances: further tokens of which a request without a limit returned at least two balances and no link. */
  readonly short?: readonly string[];
}

export interface ListInputs {
  /** Names of the parameters that have an effect at the target, by their keys at the endpoint. */
  readonly names: Readonly<Record<string, string>>;
  /** Why the remaining parameters have no name, by their keys. */
  readonly unnamed?: Readonly<Partial<Record<string, Reason>>>;
  /** Known accounts, lowest id first; if the target file or recipes give at least three of them, no others. */
  readonly accounts: readonly string[];
  /** A public key of the target file, of recipes or of records that selects rows; or else the first key of the target file. */
  readonly key?: string;
}

/** An id, address, hash, timestamp or public key to request, and where it was found. */
export interface Candidate {
  readonly identifier: string;
  readonly origin: string;
  /** The user states that the record exists. */
  readonly fromUser: boolean;
  /** The path of the list that shows this record, with its query without limit and order; absent if no list of the service shows it. */
  readonly listed?: string;
  /** The account with which a recipe requested the list that shows a public key: the key belongs to it. */
  readonly holder?: string;
  /** A non-zero nonce that is sent with the identifier of a contract result, and selects the record with it (§4.7). */
  readonly nonce?: string;
  /** Forms of the members of the rows in which recipes found the record, such as `/memo empty` after the path; absent if in none. */
  readonly forms?: readonly string[];
}

/** The request for a candidate. It must succeed if the user states that the record exists; otherwise, the record may be missing. */
export function candidateRequest(endpoint: Endpoint, candidate: Candidate): ApiRequest {
  const { identifier, nonce, origin, fromUser } = candidate;
  const query: Query = nonce === undefined ? [] : [["nonce", nonce]];
  return requestTo(endpoint, { path: identifier, query, origin, expects: fromUser ? "success" : "missing" });
}

/** Equal for candidates that are requested in the same way. */
export const candidateName = ({ identifier, nonce }: Pick<Candidate, "identifier" | "nonce">): string =>
  nonce === undefined ? identifier : `${identifier} with nonce ${nonce}`;

export interface Sample extends Candidate {
  readonly response: ApiResponse;
}

export const keyedParameters = (endpoint: Endpoint) =>
  operations[endpoint].query.flatMap((parameter) => {
    const key = PARAMETER_KEYS.find((one) => one === `${endpoint}.${parameter.key}`);
    return key === undefined ? [] : [{ key, endpoint, parameter }];
  });

export interface HolderKey {
  readonly account: string;
  readonly key: string;
}

/** All prerequisites that a clause can list in `needs`. Each is found once per run; only lists are read again when a failure is confirmed. */
export interface Prerequisites extends Readonly<Record<ParameterKey, string>> {
  readonly size: Size;
  readonly seed: number;
  /** The target has a URL of the ledger service. */
  readonly baseUrl: true;
  readonly tokens: Listing;
  /** The balances of {@link tokenWithHolders}. */
  readonly balances: Listing;
  readonly tokenMaterial: ListInputs;
  readonly balanceMaterial: ListInputs;
  readonly feeNames: ListInputs["names"];
  /** The id of a token that, of the searched ones, has the most balances. */
  readonly tokenWithHolders: string;
  /** Tokens of the target file, or else from recipes, and of the token list; with the response to a request for their balances. */
  readonly tokenSamples: readonly Sample[];
  /** {@link tokenSamples}, and the tokens whose balances were requested to find one with several holders. */
  readonly searchedTokens: readonly Sample[];
  /** A well-formed timestamp: of a topic message in the target file, or else one at which no message is expected. */
  readonly someTime: string;
  /** The response to a request for the fees without parameters. */
  readonly fees: ApiResponse;
  readonly summary: ApiResponse;
  /** All samples that were requested, whether or not the record exists. */
  readonly topicMessageSamples: readonly Sample[];
  readonly contractResultSamples: readonly Sample[];
  readonly contractSamples: readonly Sample[];
  /** Samples of each kind whose record was found, without a nonce; at least one. */
  readonly topicMessages: readonly Sample[];
  readonly contractResults: readonly Sample[];
  readonly contracts: readonly Sample[];
  /** Contract results that were found by a hash, and contract results that were found by a transaction id. */
  readonly hashes: readonly Sample[];
  readonly transactions: readonly Sample[];
  readonly verifications: readonly VerificationSample[];
  /** {@link verifications} with their responses at each of the two endpoints. */
  readonly sessionVerifications: readonly Sample[];
  readonly directVerifications: readonly Sample[];
  /** The same samples; missing if none succeeded and one got a status 4xx, an error for a missing record, or a 2xx without a record. */
  readonly sessionVerified: readonly Sample[];
  readonly directVerified: readonly Sample[];
  /** A valid body (§4.9) from which malformed ones are derived: the first of the target file, or an invented one. */
  readonly someVerification: { readonly sample: VerificationSample; readonly fromUser: boolean };
  /** Accounts in {@link balances} and {@link givenAccounts}, lowest id first. */
  readonly accountIds: readonly string[];
  /** Accounts from the target file, or else from recipes; empty if there are none. */
  readonly givenAccounts: readonly string[];
  /** Public keys from the target file, or else from recipes; empty if there are none. */
  readonly givenKeys: readonly string[];
  /** Keys that recipes find with an account of {@link balances}; empty if the target file lists keys. */
  readonly holderKeys: readonly HolderKey[];
  readonly missing: NonNullable<Samples["missing"]>;
  /** Whether the user configured header fields for the status service. */
  readonly statusHeaders: boolean;
}

/** By endpoint: the prerequisite that requests a success. If a run received no success, clauses on the endpoint's fields get its reason. */
export const SUCCESS_PREREQUISITES = {
  statusSummary: "summary",
  tokenBalances: "balances",
  tokens: "tokens",
  networkFees: "fees",
  topicMessage: "topicMessages",
  contractResult: "contractResults",
  contract: "contracts",
  sessionVerify: "sessionVerified",
  verify: "directVerified",
} as const satisfies Readonly<Record<Endpoint, keyof Prerequisites>>;

/** By endpoint that needs samples: noun of a record, member of `samples` in the target file, and prerequisite with the samples. */
export const SAMPLE_KINDS = {
  tokenBalances: { noun: "token", member: "tokenIds", samples: "searchedTokens" },
  topicMessage: { noun: "topic message", member: "topicMessageTimestamps", samples: "topicMessageSamples" },
  contractResult: { noun: "contract result", member: "contractResults", samples: "contractResultSamples" },
  contract: { noun: "contract", member: "contracts", samples: "contractSamples" },
  sessionVerify: { noun: "verification", member: "verifications", samples: "sessionVerifications" },
  verify: { noun: "verification", member: "verifications", samples: "directVerifications" },
} as const satisfies Partial<
  Record<Endpoint, { noun: string; member: keyof Samples; samples: keyof Prerequisites }>
>;
export type SampledEndpoint = keyof typeof SAMPLE_KINDS;

export const isSampled = (endpoint: Endpoint): endpoint is SampledEndpoint => endpoint in SAMPLE_KINDS;

export function requireUrl({ urls }: Pick<Target, "urls">, service: Service): void {
  if (urls[service] === undefined) {
    const reason = `no URL was given for the ${SERVICE_WORDS[service]} service`;
    throw new UnusableResponse("missing", { code: "noUrl", reason });
  }
}

/** The error if no record of a kind is known. `form`: the form of the identifier to add; `dependsOn`: clauses that may explain the lack. */
export function missingSamples(
  member: string,
  subject = "no sample",
  { form, dependsOn = [] }: { readonly form?: string; readonly dependsOn?: readonly Dependency[] } = {},
): UnusableResponse {
  const reason = `${subject}: add samples.${member}${form === undefined ? "" : ` (${form})`}`;
  const remedy = { kind: "giveSamples", of: member } as const;
  return new UnusableResponse("missing", { code: "samplesMissing", reason, remedy, dependsOn });
}

/** The error for a clause that only a higher level than smoke tests. `omitted` begins the reason: `no case is sent`. */
export const skippedAtSmoke = (kind: SkippedKind, omitted: string): UnusableResponse =>
  new UnusableResponse("missing", {
    code: "skippedAtLevel",
    reason: `${omitted} at level smoke`,
    remedy: { kind: "raiseLevel", of: kind },
  });

/** Why an error prevented the test of a clause; undefined for an error of the suite itself. */
export const untestedReason = (error: unknown): Reason | undefined =>
  error instanceof UnusableResponse ? error.why : undefined;

/** Returns a prerequisite; throws an {@link UnusableResponse} if the target lacks it, or if a request for it gets no usable response. */
export type Find = <K extends keyof Prerequisites>(key: K) => Promise<Prerequisites[K]>;

/** Why the target lacks a prerequisite; rethrows any other error. */
export function requireMissing(error: unknown): Reason {
  if (!(error instanceof UnusableResponse && error.kind === "missing")) throw error;
  return error.why;
}

/** For optional prerequisites: ignores a missing one, and rethrows any other error. */
export const ignoreMissing = (error: unknown): undefined => void requireMissing(error);

/** Returns an unusable response; rethrows any other error. */
export function requireUnusable(error: unknown): UnusableResponse {
  if (!(error instanceof UnusableResponse)) throw error;
  return error;
}

/** For optional data: ignores an unusable response, and rethrows any other error. */
export const ignoreUnusable = (error: unknown): undefined => void requireUnusable(error);
