import type { ParameterNames } from "../model/settings.ts";
import type { Endpoint } from "../../schemas/operations.ts";

/** What was exchanged with some service, as a file tells it. Only what was recorded is there. */
export interface SeenExchange {
  /** The place in its file, for the reader: `log.entries[3]`, `line 7`; empty for a file that is one body. */
  readonly place: string;
  /** Absent for a body alone. */
  readonly request?: {
    readonly method: string;
    /** As it was written: with an origin or without. */
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** Endpoint of a body alone, as the user says. */
  readonly endpoint?: Endpoint;
  /** Names of parameters that the file itself promises. */
  readonly names?: ParameterNames;
  readonly response: SeenResponse | { readonly missing: string };
}

/** An answer; status and header fields are absent where only the body was kept. */
export interface SeenResponse {
  readonly status?: number;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Content coding taken off. */
  readonly bytes: Uint8Array;
}

/** Forms of files; `proxied` stands for what passed by instead. */
export type FileForm = "HAR" | "recording" | "exchanges" | "body" | "proxied";
