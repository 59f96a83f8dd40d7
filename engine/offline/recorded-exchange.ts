import type { Endpoint } from "../../schemas/operations.ts";

/** A recorded exchange: a request with its response, a response alone, or the reason why there is nothing to check. */
export type RecordedExchange = RecordedRequest | BodyWithoutRequest | Missing;

interface Missing {
  readonly missing: string;
}

export interface RecordedRequest {
  /** The place in its file, such as `log.entries[3]`; empty if there is only one exchange. */
  readonly place: string;
  readonly method: string;
  /** The URL as it was recorded, with or without an origin. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Why the body of the request was not recorded. */
  readonly bodyMissing?: string;
  /** A response without `bytes` has no readable body, for the reason `missing`. */
  readonly response: RecordedResponse | (Missing & Omit<RecordedResponse, "bytes">);
}

export interface BodyWithoutRequest {
  readonly endpoint: Endpoint;
  readonly response: RecordedResponse;
}

/** Status and header fields are absent if only the body was recorded. */
export interface RecordedResponse {
  readonly status?: number;
  /** The header fields, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body without its content coding. */
  readonly bytes: Uint8Array;
}
