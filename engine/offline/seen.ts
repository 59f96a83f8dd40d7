import type { Endpoint } from "../../schemas/operations.ts";

/** What was exchanged with some service, as a file tells it. Only what was recorded is there. */
export type SeenExchange = SeenRequest | SeenBody | Missing;

/** Why there is nothing that could be checked. */
interface Missing {
  readonly missing: string;
}

/** A request with its response, or why there is none that could be checked. */
export interface SeenRequest {
  /** The place in its file, for the reader: `log.entries[3]`; empty where it is all there is. */
  readonly place: string;
  readonly method: string;
  /** As it was written: with an origin or without. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Why the body of the request was not recorded. */
  readonly bodyMissing?: string;
  readonly response: SeenResponse | Missing;
}

export interface SeenBody {
  readonly endpoint: Endpoint;
  readonly response: SeenResponse;
}

/** A response; status and header fields are absent where only the body was kept. */
export interface SeenResponse {
  readonly status?: number;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Content coding taken off. */
  readonly bytes: Uint8Array;
}
