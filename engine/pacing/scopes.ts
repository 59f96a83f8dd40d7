import type { Obstacle } from "../model/clause-results.ts";
import type { Ask } from "../model/exchange.ts";
import type { Endpoint } from "../model/settings.ts";
import type { Failure } from "../message/errors.ts";

/** An answer, and nothing to go on with: a web page, or what holds no member that is known. */
export interface Nothing {
  readonly kind: "nothing";
  readonly message: string;
}

/** What came of a request, where it was no failure; `refused`: a redirect, or a demand for credentials. */
export type Came = { readonly kind: "answer" | "refused" } | Nothing;

/** What a service cost a run, and gave it. */
export class Account {
  /** When it was first asked since its last usable answer, what failed since then, and where. */
  since: number | undefined;
  failures = 0;
  readonly failing = new Set<Endpoint>();
  last: Failure | Nothing | undefined;
  answered = 0;
  /** Milliseconds that its slowest usable answer took. */
  slowest = 0;
  /** Requests of the whole run that came to nothing, and where; how many of them were silent. */
  losses = 0;
  readonly losing = new Set<Endpoint>();
  silent = 0;
  /** Milliseconds of the pauses that it asked for; what began before that time was asked to wait together. */
  paused = 0;
  askedUntil = 0;
}

/** Why nothing more is sent to a service or an endpoint. */
export interface Lost {
  readonly reason: string;
  readonly obstacle: Obstacle;
}

/** What may be doubted, held back and given up: an endpoint, or a service. */
export class Scope {
  /** Failures since the last answer, by their weight. */
  trouble = 0;
  /** It tells whether answers come again. */
  lastAnswered: Ask | undefined;
  /** Nothing is sent there until then. */
  held: Promise<void> | undefined;
  isDoubted = false;
  lost?: Lost;
}

export class OneEndpoint extends Scope {
  isAlive = false;
  /** It once answered what must succeed. */
  hasSucceeded = false;
  /** It was given up although it answered before. */
  fell = false;
  trying: Promise<void> | undefined;
}

export class OneService extends Scope {
  readonly account = new Account();
  readonly endpoints = new Map<Endpoint, OneEndpoint>();
  underWay = 0;
  /** When a request came to its end. */
  endedAt = 0;
}
