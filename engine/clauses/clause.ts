import type { Cases, Named } from "../../generators/cases.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import type { Place } from "../../schemas/places.ts";
import type { Answer, Ask, Asking, Finding, Judgement, Reply } from "../model/exchange.ts";
import type { Offline } from "./recorded.ts";
import type { BodyRows, Row } from "../schema/fields.ts";
import type { ParameterNames } from "../model/settings.ts";
import type { World } from "./prerequisites.ts";

/** Section, dash, slug: `4.4-name-with-token-id`. */
export type ClauseId = `${number}-${string}` | `${number}.${number}-${string}`;

/** The places of the document that a clause judges, or that an open matter speaks of. */
export type Cites = readonly [Place, ...Place[]];

/** What a clause needs of the target, each under a name of its own choice. */
export type Needs = Readonly<Record<string, keyof World>>;
export type Have<N extends Needs> = { readonly [K in keyof N]: World[N[K]] };

/** Generated cases: boundaries, as many as the level sends, and chance for the middle where there is one. */
export interface Given<V> extends Pick<Cases<V>, "boundaries">, Partial<Omit<Cases<V>, "boundaries">> {
  /** Contexts of a covering array: all of them are sent. */
  readonly contexts?: readonly Named<V>[];
}

/** An answer that proves a check: `value` is the generated case that led to it, where there are any. */
export type Sample<A, V> = {
  readonly answer: A;
} & (undefined extends V ? { readonly value?: V } : { readonly value: V });

interface Common {
  readonly id: ClauseId;
  readonly endpoint: Endpoint;
  /** The fact, in the present tense and our own words. */
  readonly statement: string;
  readonly cites: Cites;
  /** Entries of docs/readings.md that this clause leans on. */
  readonly readings?: readonly number[];
  /** Sections whose silence is respected here: what is deliberately not checked. */
  readonly leavesOpen?: readonly string[];
}

/** A clause as it is written: it asks, and a pure function judges the answer. */
export interface ClauseSpec<N extends Needs, V, A> extends Common {
  readonly needs: N;
  /** Generated cases; absent: the clause is asked once. */
  readonly given?: (have: Have<N>) => Given<V>;
  readonly ask: (have: Have<N>, value: V) => Asking<A>;
  readonly check: (answer: A, value: V) => Judgement;
  /** Clauses of one family have the same needs, cases and requests: each case is asked once for all of them. */
  readonly family?: string;
  /** A rule over several answers: before it complains, the data must have stood still. */
  readonly compares?: true;
  /** Clauses on the fields whose values its cases are made of: where one is broken, the data may give none. */
  readonly restsOn?: readonly ClauseId[];
  /** How it judges one recorded answer; absent: one answer tells nothing. */
  readonly offline?: Offline;
  readonly accepts: readonly [Sample<A, V>, Sample<A, V>, ...Sample<A, V>[]];
  readonly rejects: Readonly<Record<string, Sample<A, V>>>;
}

/** A clause with its value and answer types erased, as the engine runs it. */
export interface AskingClause extends ClauseSpec<Needs, unknown, unknown> {
  readonly kind: "asking";
}

/** What may be recorded of an exchange beside the body of its answer. */
export type Recorded = "request" | "status" | "headers";

/** A clause that sends nothing and judges every success answer of its endpoint that the others get. */
export interface WatchingClause extends Common {
  readonly kind: "watching";
  /** What it judges beside the body: a recording without that shows it nothing. Absent: the body alone. */
  readonly reads?: Recorded;
  readonly check: (reply: Reply) => readonly Finding[];
  readonly accepts: readonly [Reply, Reply, ...Reply[]];
  readonly rejects: Readonly<Record<string, Reply>>;
}

/** The clauses made from the table behind a success body, one per row. */
export interface TableClauses {
  readonly kind: "table";
  readonly body: BodyRows;
  readonly readings: readonly number[];
  /** What each row cites. */
  readonly cites: (row: Row) => Cites;
}

/** Something that the document leaves open: observed, never judged. */
export interface OpenMatter {
  readonly kind: "open";
  readonly id: ClauseId;
  readonly statement: string;
  readonly cites: Cites;
  readonly endpoint?: Endpoint;
  /** What a run takes for granted here, if anything; it may hang on the names of the parameters in use. */
  readonly assumes?: string | ((names: ParameterNames) => string);
  /** Seldom meant: where it is observed, a reader is told of it beside the verdict. */
  readonly odd?: true;
  /**
   * What an answer shows of the target's choice by itself. `redact` takes secrets out of what is to be taken apart: they
   * are not known again in the parts.
   */
  readonly observe?: (answer: Answer, redact: (text: string) => string) => readonly string[];
  /** What an answer shows beside its request, or in its header fields. */
  readonly observeExchange?: (reply: Reply) => readonly string[];
  /** What becomes of a request of which the document says nothing: it expects `open`. */
  readonly observeOpen?: (reply: Reply) => readonly string[];
  /** Requests that are sent only to observe: values that the document leaves undecided. */
  readonly probe?: Probe;
}

/** Requests of an open matter, and what they need. */
export interface Probe {
  readonly needs: Needs;
  readonly asks: (have: Have<Needs>) => readonly Ask[];
}

/** Declares the requests of an open matter. */
export function probe<const N extends Needs>(needs: N, asks: (have: Have<N>) => readonly Ask[]): Probe {
  // As with clauses: the engine hands over only what `needs` names.
  return { needs, asks } as unknown as Probe;
}

/** What a clause file may export. */
export type Exported = AskingClause | WatchingClause | TableClauses | OpenMatter;

/** Declares a clause. */
export function clause<const N extends Needs, V, A>(spec: ClauseSpec<N, V, A>): AskingClause {
  // The engine hands each clause only what its own `needs`, `given` and `ask` produced: erasing is safe.
  return { ...spec, kind: "asking" } as unknown as AskingClause;
}

/** Declares a clause that judges every success answer of an endpoint. */
export function watching(spec: Omit<WatchingClause, "kind">): WatchingClause {
  return { ...spec, kind: "watching" };
}

/** Declares the clauses of a table. */
export function table(spec: Omit<TableClauses, "kind">): TableClauses {
  return { ...spec, kind: "table" };
}

/** Declares what the document leaves open. */
export function open(spec: Omit<OpenMatter, "kind">): OpenMatter {
  return { ...spec, kind: "open" };
}

/** The section is read off the id. */
export function sectionOf(id: string): string {
  return id.slice(0, id.indexOf("-"));
}
