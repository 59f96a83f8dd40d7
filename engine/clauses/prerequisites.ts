import type { ParameterKey, QueryParameter, Endpoint, Service } from "../../schemas/operations.ts";
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
  /** The query for the largest pages, with which the list was read. */
  readonly largest: Query;
  /** Number of rows on a page: that of the smallest page which has rows and is not the last one. */
  readonly pageRows: number;
  readonly names: ListNames;
  /** The timestamp of the body, if it has a valid one. */
  readonly time?: string;
  /** Whether the paged list reached the end: `rows` is the whole list. */
  readonly complete: boolean;
  readonly pages: PagedList["pages"];
  /** How an incomplete list ended, with its last page; absent if the list is complete. */
  readonly stop?: Pick<PagedList, "pages" | "end">;
  /** Member of the body that holds the rows. */
  readonly member: string;
  /** Member of a row that holds its identity, an entity id. */
  readonly identity: string;
  readonly size: Size;
  /** Path parameters of other lists of this endpoint that have several pages. */
  readonly others?: readonly string[];
  /** Path parameters of other lists of this endpoint that have one page. */
  readonly short?: readonly string[];
}

/** The parameter names, accounts and key with which a list is requested. */
export interface ListInputs {
  /** Names of the parameters that have an effect at the target, by their keys at the endpoint. */
  readonly names: Readonly<Record<string, string>>;
  /** Why the remaining parameters have no name, by their keys. */
  readonly unnamed?: Readonly<Partial<Record<string, Reason>>>;
  /** Known accounts, lowest id first. */
  readonly accounts: readonly string[];
  /** A public key, from the target file or from records, that selects rows; or else any key of the target file. */
  readonly key?: string;
}

/** An id, hash or timestamp to request. */
export interface Candidate {
  readonly identifier: string;
  readonly origin: string;
  /** The user states that the record exists. */
  readonly fromUser: boolean;
  /** The path of the list that shows this record; absent if no list of the same service does. */
  readonly listed?: string;
  /** The account to which a public key belongs, if the implementation shows it. */
  readonly holder?: string;
  /** A non-zero nonce that selects the record together with a transaction id (§4.7). */
  readonly nonce?: string;
  /** Forms of the members of the rows that show the record (discovery/forms.ts); absent if no list shows it. */
  readonly forms?: readonly string[];
}

/** The request for a candidate. It must succeed only if the user states that the record exists. */
export function candidateRequest(endpoint: Endpoint, candidate: Candidate): ApiRequest {
  const { identifier, nonce, origin, fromUser } = candidate;
  const query: Query = nonce === undefined ? [] : [["nonce", nonce]];
  return requestTo(endpoint, { path: identifier, query, origin, expects: fromUser ? "success" : "missing" });
}

/** The name by which a candidate is requested: equal for equal requests. */
export const candidateName = ({ identifier, nonce }: Pick<Candidate, "identifier" | "nonce">): string =>
  nonce === undefined ? identifier : `${identifier} with nonce ${nonce}`;

export interface Sample extends Candidate {
  readonly response: ApiResponse;
}

interface KeyedParameter {
  readonly key: ParameterKey;
  readonly endpoint: Endpoint;
  readonly parameter: QueryParameter;
}

export const keyedParameters = (endpoint: Endpoint): readonly KeyedParameter[] =>
  operations[endpoint].query.flatMap((parameter) => {
    const key = PARAMETER_KEYS.find((one) => one === `${endpoint}.${parameter.key}`);
    return key === undefined ? [] : [{ key, endpoint, parameter }];
  });

export interface HolderKey {
  readonly account: string;
  readonly key: string;
}

/** All prerequisites that a clause can list in `needs`. Each is determined once per run. */
export interface Prerequisites extends Readonly<Record<ParameterKey, string>> {
  readonly size: Size;
  readonly seed: number;
  /** The target has a URL of the ledger service. */
  readonly baseUrl: true;
  readonly tokens: Listing;
  /** The balances of a token with many holders (4.3). */
  readonly balances: Listing;
  readonly tokenMaterial: ListInputs;
  readonly balanceMaterial: ListInputs;
  readonly feeNames: ListInputs["names"];
  readonly tokenWithHolders: string;
  /** Tokens of the target file, or else from recipes, and of the token list; with the response to a request for their balances. */
  readonly tokenSamples: readonly Sample[];
  /** {@link tokenSamples}, and the tokens whose balances were requested to find one with several holders. */
  readonly searchedTokens: readonly Sample[];
  /** A well-formed topic message timestamp: of a sample, or else one at which no message is expected. */
  readonly someTime: string;
  /** The response to a request for the fees without parameters (section 4.5). */
  readonly fees: ApiResponse;
  readonly summary: ApiResponse;
  /** All samples that were requested, whether or not the record exists. */
  readonly topicMessageSamples: readonly Sample[];
  readonly contractResultSamples: readonly Sample[];
  readonly contractSamples: readonly Sample[];
  /** Samples whose record exists. */
  readonly topicMessages: readonly Sample[];
  /** Contract results that were found by hash, and by transaction id (section 4.7). */
  readonly hashes: readonly Sample[];
  readonly transactions: readonly Sample[];
  readonly contractResults: readonly Sample[];
  readonly contracts: readonly Sample[];
  readonly verifications: readonly VerificationSample[];
  /** {@link verifications} with their responses at each of the two endpoints. */
  readonly sessionVerifications: readonly Sample[];
  readonly directVerifications: readonly Sample[];
  /** {@link sessionVerifications} and {@link directVerifications}; missing if none succeeded and one was refused or not found. */
  readonly sessionVerified: readonly Sample[];
  readonly directVerified: readonly Sample[];
  /** A valid body (section 4.11) from which malformed ones are derived: the user's sample, or an invented one. */
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

/**
 * By endpoint: the prerequisite that requests a success. If a run received no success at all, the clauses on the fields of the endpoint
 * get the reason of this prerequisite.
 */
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

/** The error if no record of a kind is known. `form`: the form of identifier to add; `dependsOn`: clauses whose failure may be the reason. */
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

/** Returns a prerequisite; throws {@link UnusableResponse} if the target lacks it. */
export type Find = <K extends keyof Prerequisites>(key: K) => Promise<Prerequisites[K]>;

/** Why the target lacks a prerequisite; rethrows any other error. */
export function requireUnavailable(error: unknown): Reason {
  if (!(error instanceof UnusableResponse && error.kind === "missing")) throw error;
  return error.why;
}

/** For optional prerequisites: ignores a missing one, and rethrows any other error. */
export const ignoreUnavailable = (error: unknown): undefined => void requireUnavailable(error);

/** Returns an unusable response; rethrows any other error. */
export function requireUnusable(error: unknown): UnusableResponse {
  if (!(error instanceof UnusableResponse)) throw error;
  return error;
}

/** The reason of an unusable response; rethrows any other error. */
export const requireReason = (error: unknown): Reason => requireUnusable(error).why;

/** For optional data: ignores an unusable response, and rethrows any other error. */
export const ignoreUntested = (error: unknown): undefined => void requireReason(error);
