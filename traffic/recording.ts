import type { Level, ParameterNames, Samples } from "../engine/model/settings.ts";
import type { Endpoint, Service } from "../schemas/operations.ts";
import type { FailureKind } from "../engine/message/errors.ts";

/** Version of the recording format; readers refuse any other. */
export const RECORDING_VERSION = 1;

type Named = Readonly<Record<string, string>>;

/** First line of a recording: what is needed to send the same requests again. No secret is in it. */
export interface RecordingHeader {
  readonly type: "recording";
  readonly formatVersion: typeof RECORDING_VERSION;
  readonly suite: { readonly name: string; readonly version: string };
  readonly target: {
    readonly statusUrl?: string;
    readonly baseUrl?: string;
    readonly verifyUrl?: string;
    /** Names of the configured header fields; in place of each value stands the variable that held it. */
    readonly headers?: Readonly<Partial<Record<Service, Named>>>;
    readonly parameters?: ParameterNames;
    readonly samples?: Samples;
  };
  readonly seed: number;
  readonly level: Level;
  readonly cases?: number;
  readonly pages?: number;
  /** Names of the profiles that were applied. */
  readonly profiles?: readonly string[];
  /** Ids of the clauses that were judged; absent: all. */
  readonly clauses?: readonly string[];
  readonly startedAt: string;
}

/** The request of an exchange. */
export interface RecordedRequest {
  readonly method: "GET" | "POST";
  /** Path and query as they were sent, below the URL of the service; from the origin when `rooted`. */
  readonly target: string;
  readonly rooted?: true;
  readonly headers: Named;
  readonly body?: string;
}

/** The answer of an exchange, its content coding taken off. */
export interface RecordedResponse {
  readonly status: number;
  /** Lower-case names; repeated fields joined with a comma. */
  readonly headers: Named;
  readonly body: string;
  /** The body was not UTF-8: its bytes stand in base64. */
  readonly encoding?: "base64";
  /** The body was longer: only so many of its `size` bytes, about, are kept. */
  readonly cut?: true;
  /** Bytes of the whole body as it came. */
  readonly size: number;
}

/** No usable answer came. */
export interface RecordedFailure {
  readonly kind: FailureKind;
  readonly message: string;
  /** Repetitions that were worth it. */
  readonly again: number;
}

/** A line for one exchange, written when it is over: an answer, or why there is none. */
export interface RecordedExchange {
  readonly type: "exchange";
  readonly service: Service;
  readonly endpoint: Endpoint;
  readonly request: RecordedRequest;
  readonly response?: RecordedResponse;
  readonly failure?: RecordedFailure;
}

/** Last line: a recording without it was cut short. */
export interface RecordingEnd {
  readonly type: "end";
  readonly exchanges: number;
  /** Requests that only looked whether the target is there: they are billed, and not recorded. */
  readonly preflight?: number;
}

export type RecordingLine = RecordingHeader | RecordedExchange | RecordingEnd;
