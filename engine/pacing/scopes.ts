import type { Obstacle } from "../model/clause-results.ts";
import type { Ask } from "../model/exchange.ts";
import type { Endpoint } from "../model/settings.ts";
import type { Failure } from "../message/errors.ts";

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
  /** It was given up although it answered before. */
  fell = false;
  trying: Promise<void> | undefined;
}

/** A service, with what failed since its last answer. */
export class OneService extends Scope {
  readonly endpoints = new Map<Endpoint, OneEndpoint>();
  underWay = 0;
  endedAt = 0;
  /** When it was first asked since its last answer, what failed since then, and where. */
  since: number | undefined;
  failures = 0;
  readonly failing = new Set<Endpoint>();
  last: Failure | undefined;
  /** What began before that time was asked to wait together. */
  askedUntil = 0;
}
