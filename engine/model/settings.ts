import type { Endpoint, Service } from "../../schemas/operations.ts";
import type { KnownDeviation } from "./known-deviation.ts";

/** How much is asked of the target: at most about 300, 1,500 and 30,000 requests. */
export const LEVELS = ["smoke", "standard", "thorough"] as const;
export type Level = (typeof LEVELS)[number];

/** Names of the query parameters that the document leaves unnamed; `null`: the target has no such parameter. */
export type ParameterNames = Readonly<
  Partial<Record<"tokens" | "tokenBalances" | "networkFees", Readonly<Record<string, string | null>>>>
>;

/** A contract that the verification service is known to be able to check. */
export interface VerificationSample {
  readonly address: string;
  readonly chainId: string;
  readonly apiKey?: string;
}

/** Records that the user knows to exist (or, under `missing`, not to exist) at the target. */
export interface Samples {
  readonly tokenIds?: readonly string[];
  readonly accountIds?: readonly string[];
  readonly publicKeys?: readonly string[];
  readonly topicMessageTimestamps?: readonly string[];
  readonly contractResults?: readonly string[];
  readonly contracts?: readonly string[];
  readonly verifications?: readonly VerificationSample[];
  readonly missing?: {
    readonly tokenId?: string;
    readonly topicMessageTimestamp?: string;
    readonly contractResult?: string;
    readonly contract?: string;
  };
}

/** Samples that a recipe can find. */
export type FoundKind = Exclude<keyof Samples, "verifications" | "missing">;

/** One list that a recipe reads. */
export interface RecipeStep {
  /** Path and query below the URL of the service; `{name}` is filled in with what an earlier step found. */
  readonly path: string;
  /** JSONPath (RFC 9535) of the values in the answer. */
  readonly select: string;
  /** Name under which later steps use the values; the last step gives samples, and has none. */
  readonly as?: string;
  /** Values that are taken at the most. */
  readonly most?: number;
}

/** How samples of one kind are found in lists that only the implementation has. */
export interface Recipe {
  readonly sample: FoundKind;
  readonly steps: readonly RecipeStep[];
  /** Name of the profile that it comes from. */
  readonly profile: string;
}

/** Operations that an implementation may have under another path than the document's. */
export type MovableEndpoint = "sessionVerify" | "verify";

/** Where an operation is, if its own path leads nowhere. */
export interface MovedPath {
  readonly path: string;
  readonly reason: string;
}

/** What a result tells of a profile. */
export interface ProfileInfo {
  readonly name: string;
  readonly title: string;
  readonly group: Service;
  /** Releases whose answers were seen. */
  readonly versions: readonly string[];
  readonly notes: readonly string[];
}

/** What the suite is run against. URLs have no trailing slash and keep their path prefix. */
export interface Target {
  readonly urls: Readonly<Partial<Record<Service, string>>>;
  /** Header values after `${ENV}` has been filled in: secrets. */
  readonly headers: Readonly<Record<Service, Readonly<Record<string, string>>>>;
  readonly parameters: ParameterNames;
  readonly samples: Samples;
  readonly recipes?: readonly Recipe[];
  readonly paths?: Readonly<Partial<Record<MovableEndpoint, MovedPath>>>;
}

/** Bounds that protect the run from the target, and the target from the run. */
export interface Limits {
  /** Milliseconds for one request, from its start to the last byte of its answer. */
  readonly requestMs: number;
  /** Milliseconds for the whole run. */
  readonly runMs: number;
  /** Bytes of one answer's body, as they come and decoded. */
  readonly answerBytes: number;
  /** Bytes of one answer's header fields. */
  readonly headerBytes: number;
  /** Pages of one walk along `links.next`; absent: as many as the level says. */
  readonly pages?: number;
  /** Repetitions of a request that got no usable answer. */
  readonly retries: number;
  /** Longest wait, in milliseconds, that a Retry-After is granted. */
  readonly retryAfterMs: number;
  /** Milliseconds that a service which stopped answering is given to come back. */
  readonly outageMs: number;
}

/** Which share of a run is judged here, and what it does for all of them. */
export interface Share {
  /** From 1 to `total`. */
  readonly index: number;
  readonly total: number;
  /** Ids of the clauses of all shares: whichever of them only watch, watch here too. */
  readonly selection: readonly string[];
  /** Endpoints whose records are looked for here, even if no clause of this share needs them. */
  readonly homes: readonly Endpoint[];
  /** Whether the requests are sent here whose answers are only observed. */
  readonly observes: boolean;
}

/** Everything a run depends on, read once at the command line. */
export interface Settings {
  readonly target: Target;
  readonly limits: Limits;
  readonly seed: number;
  readonly level: Level;
  /** Generated cases per property, when given exactly. */
  readonly cases?: number;
  readonly concurrency: number;
  /** Requests per second over the whole run; absent: unlimited. */
  readonly rps?: number;
  /** Ids of the clauses to judge, in order. */
  readonly clauseIds: readonly string[];
  /** Absent: the whole selection is judged here. */
  readonly share?: Share;
  /** Values that no output may hold. */
  readonly secrets: readonly string[];
  /** What is shown in place of a header's value: variables of the shell, by service and header. */
  readonly placeholders?: Readonly<Partial<Record<Service, Readonly<Record<string, string>>>>>;
  /** Requests that were sent before the run began, by endpoint: its bill and its request ids begin behind them. */
  readonly spent?: Readonly<Partial<Record<Endpoint, number>>>;
  /** User-Agent of every request; absent: none is sent. */
  readonly userAgent?: string;
  /** Begins the X-Request-Id of every request; absent: none is sent. */
  readonly runId?: string;
  readonly known: readonly KnownDeviation[];
  readonly profiles?: readonly ProfileInfo[];
  /** Absolute path of the recording that is being written: its header is there already. */
  readonly record?: string;
  /** Absolute path of the recording that answers instead of the network. */
  readonly replayFrom?: string;
  /** Absolute path of the result folder. */
  readonly outDir: string;
}

export const DEFAULT_LIMITS: Limits = {
  requestMs: 15_000,
  runMs: 30 * 60_000,
  answerBytes: 2 * 1024 * 1024,
  headerBytes: 32 * 1024,
  retries: 3,
  retryAfterMs: 10_000,
  outageMs: 10_000,
};

export type { Endpoint, Service };
