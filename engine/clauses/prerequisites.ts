import type { ApiRequest, Expectation, Query, Reason, Remedy, ApiResponse, Why } from "../model/exchange.ts";
import { requestTo, UnusableResponse } from "../model/exchange.ts";
import type { SkippedKind } from "../model/clause-results.ts";
import { reasonFor } from "../model/reason.ts";
import type { Endpoint, Samples, Service, VerificationSample } from "../model/settings.ts";
import type { ListRow, PagedList } from "./pagination.ts";
import type { Size } from "./size.ts";

/** Names of the parameters of a list; absent where the target has none or the assumed name has no effect. */
export interface ListNames {
  readonly limit?: string;
  readonly order?: string;
  /** The one that filters by the identity of the rows. */
  readonly filter?: string;
}

/** A list as it was found: all its rows, without a filter. */
export interface Listing {
  readonly request: (query: Query, expects?: Expectation) => ApiRequest;
  readonly rows: readonly ListRow[];
  /** The query that grants the largest pages; the list was read with it. */
  readonly largest: Query;
  /** Rows that fit on a page: on the smallest one that has rows and more behind it. */
  readonly pageRows: number;
  readonly names: ListNames;
  /** The time that the first page speaks of, where it does. */
  readonly time?: string;
  /** Whether the paged list reached the end: `rows` is the whole list. */
  readonly complete: boolean;
  /** The pages on which it was read. */
  readonly pages: PagedList["pages"];
  /** Where it did not: how it ended, with the last page. */
  readonly stop?: Pick<PagedList, "pages" | "end">;
  /** Member of the body that holds the rows. */
  readonly member: string;
  /** Member of a row that identifies it: an entity id. */
  readonly identity: string;
  readonly size: Size;
  /** Paths of other lists of the kind that have several pages, and of those whose rows one page shows. */
  readonly others?: readonly string[];
  readonly short?: readonly string[];
}

/** The parameter names, accounts and key with which a list is requested. */
export interface ListInputs {
  /** Names of the parameters that the target listens to, by their keys at the endpoint. */
  readonly names: Readonly<Partial<Record<string, string>>>;
  /** Why the other parameters have no name, by the same keys. */
  readonly unnamed?: Readonly<Partial<Record<string, Reason>>>;
  /** Accounts that are known, lowest id first. */
  readonly accounts: readonly string[];
  /** A public key that selects rows, of the target file or of shown records; or else one of the target file. */
  readonly key?: string;
}

/** An id, hash or timestamp to request. */
export interface Candidate {
  readonly asked: string;
  readonly origin: string;
  /** The user says that it exists. */
  readonly fromUser: boolean;
  /** Path of the list of the service itself that shows it. */
  readonly listed?: string;
  /** The account whose key it is, where the implementation shows that. */
  readonly holder?: string;
  /** A non-zero nonce that selects the record beside a transaction id (§4.7). */
  readonly nonce?: string;
  /** Forms of the members of the rows that show the record (discovery/shapes.ts); absent if no list shows it. */
  readonly forms?: readonly string[];
}

/** The request for a candidate. Only a candidate that the user gave has to exist. */
export function candidateRequest(endpoint: Endpoint, candidate: Candidate): ApiRequest {
  const { asked, nonce, origin, fromUser } = candidate;
  const query: Query = nonce === undefined ? [] : [["nonce", nonce]];
  return requestTo(endpoint, { path: asked, query, origin, expects: fromUser ? "success" : "missing" });
}

/** The name by which a candidate is requested: equal for equal requests. */
export const candidateName = ({ asked, nonce }: Pick<Candidate, "asked" | "nonce">): string =>
  nonce === undefined ? asked : `${asked} with nonce ${nonce}`;

export interface Sampled extends Candidate {
  readonly response: ApiResponse;
}

/** Names of query parameters, by endpoint and key of the target file; the last four are shown by the contract. */
export type ParameterKey =
  | "tokens.limit"
  | "tokens.order"
  | "tokens.name"
  | "tokens.publicKey"
  | "tokenBalances.balance"
  | "tokenBalances.accountId"
  | "tokenBalances.publicKey"
  | "tokenBalances.limit"
  | "tokenBalances.order"
  | "tokenBalances.timestamp"
  | "networkFees.order"
  | "networkFees.timestamp"
  | "tokens.tokenId"
  | "tokens.accountId"
  | "contractResult.nonce"
  | "contract.timestamp";

/** The public key of an account that holds a token. */
export interface HolderKey {
  readonly account: string;
  readonly key: string;
}

/** Everything that a clause can name in `needs`. Each is found once per run. */
export interface Prerequisites extends Readonly<Record<ParameterKey, string>> {
  readonly size: Size;
  readonly seed: number;
  /** A URL of the ledger service is given. */
  readonly baseUrl: true;
  /** The token list (4.4). */
  readonly tokens: Listing;
  /** The balances of a token with many holders (4.3). */
  readonly balances: Listing;
  readonly tokenMaterial: ListInputs;
  readonly balanceMaterial: ListInputs;
  readonly feeNames: ListInputs["names"];
  readonly tokenWithHolders: string;
  /** Tokens of the target file and of the token list, with the responses to a plain request for their balances. */
  readonly tokenSamples: readonly Sampled[];
  readonly searchedTokens: readonly Sampled[]; // with those among which one with several holders was sought
  /** A well-formed topic message timestamp: of a sample, or one that carries no message. */
  readonly someTime: string;
  /** The fees as they are without any parameter (4.5). */
  readonly fees: ApiResponse;
  readonly summary: ApiResponse;
  /** Samples that were asked for, found or not. */
  readonly topicMessageSamples: readonly Sampled[];
  readonly contractResultSamples: readonly Sampled[];
  readonly contractSamples: readonly Sampled[];
  /** Those that were found. */
  readonly topicMessages: readonly Sampled[];
  /** Contract results that were found by hash, and by transaction id (4.7). */
  readonly hashes: readonly Sampled[];
  readonly transactions: readonly Sampled[];
  readonly contractResults: readonly Sampled[];
  readonly contracts: readonly Sampled[];
  readonly verifications: readonly VerificationSample[];
  /** The same, with what came of each at the two endpoints. */
  readonly sessionVerifications: readonly Sampled[];
  readonly directVerifications: readonly Sampled[];
  /** The same where one at least was found. */
  readonly sessionVerified: readonly Sampled[];
  readonly directVerified: readonly Sampled[];
  /** A body to break (4.11): of a sample for which the user vouches, or made up where none is given. */
  readonly someVerification: { readonly sample: VerificationSample; readonly fromUser: boolean };
  /** Accounts in {@link balances}, and those of the target file: lowest id first. */
  readonly accountIds: readonly string[];
  readonly givenAccounts: readonly string[]; // of the target file; empty where it gives none
  /** Public keys of the target file, or else those that recipes find. */
  readonly givenKeys: readonly string[];
  /** Those of {@link givenKeys} that recipes find with an account of {@link balances}; none where the target file gives keys. */
  readonly holderKeys: readonly HolderKey[];
  readonly missing: NonNullable<Samples["missing"]>;
  /** Whether the user configured headers for the status service. */
  readonly statusHeaders: boolean;
}

/** By endpoint: the prerequisite that shows a successful response, without which its fields cannot be checked. */
export const SOURCES: Readonly<Record<Endpoint, keyof Prerequisites>> = {
  statusSummary: "summary",
  tokenBalances: "balances",
  tokens: "tokens",
  networkFees: "fees",
  topicMessage: "topicMessages",
  contractResult: "contractResults",
  contract: "contracts",
  sessionVerify: "sessionVerified",
  verify: "directVerified",
};

/** By endpoint that is asked by samples: what it shows, the member of `samples` that names such, and where they are kept. */
export const SAMPLED = {
  tokenBalances: { noun: "token", member: "tokenIds", samples: "searchedTokens" },
  topicMessage: {
    noun: "topic message",
    member: "topicMessageTimestamps",
    samples: "topicMessageSamples",
  },
  contractResult: { noun: "contract result", member: "contractResults", samples: "contractResultSamples" },
  contract: { noun: "contract", member: "contracts", samples: "contractSamples" },
  sessionVerify: { noun: "verification", member: "verifications", samples: "sessionVerifications" },
  verify: { noun: "verification", member: "verifications", samples: "directVerifications" },
} as const satisfies Partial<
  Record<Endpoint, { noun: string; member: keyof Samples; samples: keyof Prerequisites }>
>;
export type SampledEndpoint = keyof typeof SAMPLED;

export const isSampled = (endpoint: Endpoint): endpoint is SampledEndpoint => endpoint in SAMPLED;

/** A prerequisite of a clause is missing: `message` says why, and `why` holds the obstacle and the remedy. */
export class Unavailable extends Error {
  readonly outcome: Untested["outcome"];
  readonly why: Why;
  constructor(outcome: Untested["outcome"], { reason, ...why }: Reason) {
    super(reason);
    this.name = "Unavailable";
    this.outcome = outcome;
    this.why = why;
  }
}

/** A prerequisite that only the user can add, for example to the target file. */
export const missingUserInput = (
  kind: Remedy["kind"],
  of: string,
  reason: string,
  dependsOn: readonly string[] = [],
): Unavailable => new Unavailable("notTested", { reason, obstacle: "user", remedy: { kind, of }, dependsOn });

export const missingUrl = (service: Service): Unavailable =>
  new Unavailable("notTested", {
    reason: `no URL was given for the ${service} service`,
    obstacle: "user",
  });

/**
 * No record of a kind is known; `member` is the one of `samples` that names such records. `suspects` are clauses that are
 * broken where the service should have shown one.
 */
export const missingSamples = (
  member: string,
  what = "no sample",
  dependsOn?: readonly string[],
): Unavailable =>
  missingUserInput("giveSamples", member, `${what}: add samples.${member} to the target file`, dependsOn);

/** The level asks too little to check this; that of the next one will do. */
export const skippedAtSmoke = (kind: SkippedKind, why: string): Unavailable =>
  new Unavailable("notTested", {
    reason: `skipped at level smoke (${why}); use --level standard`,
    obstacle: "level",
    remedy: { kind: "raiseLevel", of: kind },
  });

export interface Untested extends Reason {
  readonly outcome: "inconclusive" | "notTested";
}

/** The reason why an error kept a clause from being tested; undefined for an error of the suite itself. */
export function untestedReason(error: unknown): Untested | undefined {
  if (error instanceof Unavailable) {
    return { outcome: error.outcome, ...reasonFor(error) };
  }
  return error instanceof UnusableResponse ? { outcome: "inconclusive", ...reasonFor(error) } : undefined;
}

/** Returns a prerequisite; throws {@link Unavailable} if the target lacks it. */
export type Find = <K extends keyof Prerequisites>(key: K) => Promise<Prerequisites[K]>;

/** For optional prerequisites: ignores that one is missing, and rethrows unusable responses. */
export function ignoreUnavailable(error: unknown): undefined {
  if (!(error instanceof Unavailable)) {
    throw error;
  }
  return undefined;
}

/** For data of another endpoint: if that endpoint returns nothing usable, the clauses of this one are tested without the data. */
export function ignoreUntested(error: unknown): undefined {
  if (untestedReason(error) === undefined) {
    throw error;
  }
  return undefined;
}
