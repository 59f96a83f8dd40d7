import type { Expectation, Reply } from "../model/exchange.ts";

/** `valid`: every reading accepts it; `invalid`: every reading refuses it; `open`: neither. */
export type Sureness = "valid" | "invalid" | "open";

/** One query parameter of a recorded request, and what it means. */
export interface ReadParameter {
  readonly name: string;
  readonly value: string;
  /** Key of the parameter; undefined: the document has none of this name. */
  readonly key?: string;
  readonly sure: Sureness;
  /** The name is that of the document, or the user gave it: what it does is promised. */
  readonly promised: boolean;
}

/** A recorded request as the document sees it. */
export interface ReadRequest {
  readonly path?: { readonly value: string; readonly sure: Sureness };
  readonly query: readonly ReadParameter[];
  readonly expects: Expectation;
  /** What makes the request malformed, where that is one thing: `path`, the key of a parameter, `body`, or two names together. */
  readonly fault?: string;
  /** The same, where that is more than one thing. */
  readonly faults?: readonly string[];
  /** Why it is open what such a request gets. */
  readonly why?: string;
}

/** How a clause judges one recorded answer, to a request that it did not choose. */
export interface Offline {
  /** Whether the clause speaks of such a request. */
  readonly fits: (request: ReadRequest) => boolean;
  /** What the check takes; `model` is one that it accepts. Absent: the answer itself. */
  readonly answer?: (reply: Reply, request: ReadRequest, model: unknown) => unknown;
  /** The generated case that the check is told of. */
  readonly value?: (request: ReadRequest) => unknown;
  /** Some success of the endpoint must have been seen: a refusal of everything proves nothing. */
  readonly needsSuccess?: true;
  /** Whether the answer tells of it at all; absent: every answer does. */
  readonly tells?: (reply: Reply, request: ReadRequest) => boolean;
}
