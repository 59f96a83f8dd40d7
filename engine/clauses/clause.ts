import { ofEachFamily, type Cases, type Named } from "../../generators/cases.ts";
import { type Endpoint, ENDPOINT_NAMES, operations } from "../../schemas/operations.ts";
import type { Place } from "../../schemas/places.ts";
import type { Ask, Asker, Judgement, Reply } from "../model/exchange.ts";
import type { ReadRequest } from "./read-request.ts";
import type { BodyRows, Row } from "../schema/fields.ts";
import { byChance, fixedOf, type ParameterKey, type Size, type World } from "./prerequisites.ts";
import * as fc from "fast-check";

/** Section, dash, slug: `4.4-name-with-token-id`. */
export type ClauseId = `${number}-${string}` | `${number}.${number}-${string}`;

/** Some places of the document. */
export type Places = readonly [Place, ...Place[]];

/** The places that a clause judges, and by number the entries of docs/interpretations.md by which it is lenient. */
export type Cites = readonly [Place, ...(Place | number)[]];

/** What a clause needs of the target, each under a name of its own choice. */
export type Needs = Readonly<Record<string, keyof World>>;
export type Have<N extends Needs> = { readonly [K in keyof N]: World[N[K]] };

/** Generated cases: boundaries, as many as the level sends, and chance for the middle where there is one. */
export interface Given<V> extends Pick<Cases<V>, "boundaries">, Partial<Omit<Cases<V>, "boundaries">> {
  /** At a level of few contexts a case is one request with a case of other clauses: it costs little. */
  readonly shared?: boolean;
  /** Contexts of a covering array: all of them are sent. */
  readonly contexts?: readonly Named<V>[];
  /** The same case with one parameter less, for each that it can do without: of a failure the smallest request is shown. */
  smaller?(value: V): readonly Named<V>[];
}

/** What a law asks with, and what it needs under the names that it gave: everything that it sends goes through here, in order. */
export type Trial<N extends Needs> = Asker & Have<N>;

/** What is made up of a target, for proofs. */
export type MadeUp = Partial<Omit<World, ParameterKey>>;

/** An answer in place of the one made up at this place, of so many; requests beyond them are asked about too. */
export type Instead = (place: number, of: number) => Reply | undefined;

/** Made-up answers that prove a check, with what the check says of them. */
export interface Proof {
  /** What is made up, to tell one from another. */
  readonly made: unknown;
  /** What the check says of it, with this target, and with other answers in place of some that are made up. */
  readonly judge: (target: MadeUp, instead?: Instead) => Promise<Judgement>;
}

export interface Proofs {
  readonly accepts: readonly Proof[];
  readonly rejects: Readonly<Record<string, Proof>>;
}

/** What a proof has of the target, and the case that it is of, where these are not the usual ones. */
export interface Special<N extends Needs, V> {
  readonly have?: Partial<Have<N>>;
  readonly value?: V;
}

/** The one answer in question, between the `first` and the `last`; or all in the order in which a law asks. */
type Replies = Reply | readonly Reply[];

/** The answers of a proof, with what is special about it, where something is. */
export type Script<N extends Needs, V> = Replies | (Special<N, V> & { readonly replies: Replies });

/** At least two of them pass. */
export type Two<T> = readonly [T, T, ...T[]];

export interface Told {
  readonly id: ClauseId;
  /** Absent: the one that the section of the id is on. */
  readonly endpoint?: Endpoint;
  /** The fact, in the present tense and our own words. */
  readonly statement: string;
  readonly cites: Cites;
}

export interface Common extends Told {
  readonly endpoint: Endpoint;
}

/** A clause that sends requests. Without `emptyPass` it passes only if a response shows the rows or members that it compares. */
export interface Asked extends Told {
  /**
   * Why the clause may pass although no response shows a row, or a member of a record. `acceptance`: it demands that a request is
   * not refused, as every clause does that `admits` values; `status`: that a request succeeds; `absence`: that a row or a record is
   * not returned. Where a record is returned all the same, a clause of the last kind compares its members.
   */
  readonly emptyPass?: "acceptance" | "status" | "absence";
}

export interface Sent<N extends Needs, V> {
  /** What the target must have; absent: nothing. */
  readonly needs?: N;
  /** Its cases, or how they are generated; absent: it is asked once. */
  readonly given?: (have: Have<N>) => readonly Named<V>[] | Given<V>;
  /** The key of the parameter, or `path`, whose values its cases are: those that others met with a refusal are sent too. */
  readonly admits?: string;
  /** Which records its cases are of, in words, where not every service has some. */
  readonly about?: string;
  /** A rule over several answers: before it complains, the data must have stood still. */
  readonly compares?: true;
  /** Its requests depend on the request before: they are sent while no other request is in flight. */
  readonly exclusive?: true;
  /**
   * Clauses on the fields without which it has no case: if one of these fails, it explains why this clause is inconclusive.
   */
  readonly restsOn?: readonly ClauseId[];
}

/** What one recorded answer tells, to a request that the clause did not choose. */
export interface OfRecorded {
  /** Whether the clause speaks of such a request; some only if the response tells of it. */
  readonly when: (request: ReadRequest, reply: Reply) => boolean;
  readonly check: (reply: Reply, request: ReadRequest) => Judgement;
  /** Some success of the endpoint must have been seen: a refusal of everything proves nothing. */
  readonly needsSuccess?: true;
}

/** A clause over several exchanges: what is sent, and how the answers are judged, in the order of asking. */
export interface LawSpec<N extends Needs, V> extends Asked, Sent<N, V> {
  readonly run: (trial: Trial<N>, value: V) => Promise<Judgement>;
  readonly recorded?: OfRecorded;
  /** What is special about its proofs: what they have of the target beside the usual, and a case other than the first. */
  readonly proves?: Special<N, V>;
  /** What comes before and behind the one answer of a proof: what that is compared with. */
  readonly first?: Replies;
  readonly last?: Reply;
  readonly keeps: Two<Script<N, V>>;
  readonly breaks: Readonly<Record<string, Script<N, V>>>;
}

/** A clause over one exchange, wherever it comes from: asked by us, recorded, or received in a test. */
export interface EachSpec<N extends Needs, V> extends Asked, Sent<N, V>, Omit<OfRecorded, "when"> {
  /** Which recorded requests it judges too; absent: only its own. */
  readonly when?: OfRecorded["when"];
  readonly ask: (have: Have<N>, value: V) => Ask;
  /** Answers to requests of the endpoint, whose parameters have the names of the document. */
  readonly keeps: Two<Reply>;
  readonly breaks: Readonly<Record<string, Reply>>;
}

/** Clauses that judge the same answers: each case is asked once for all of them. */
export interface FamilySpec<N extends Needs, V, A> extends Sent<N, V> {
  /** What their cases are made from the seed with, beside it. */
  readonly family: string;
  readonly ask: (trial: Trial<N>, value: V) => Promise<A>;
  readonly clauses: readonly (Asked & {
    readonly check: (answer: A, value: V) => Judgement;
    readonly keeps: Two<{ readonly answer: A; readonly value: V }>;
    readonly breaks: Readonly<Record<string, { readonly answer: A; readonly value: V }>>;
  })[];
}

/** A clause that sends requests, with its value and answer types erased, as the engine runs it. */
export interface AskingClause
  extends Common, Pick<Asked, "emptyPass">, Omit<Sent<Needs, unknown>, "given">, Proofs {
  readonly kind: "asking";
  /** The clause is over one exchange: a successful response with a violation proves it. */
  readonly single?: true;
  readonly given?: (have: Have<Needs>) => Given<unknown>;
  readonly needs: Needs;
  readonly family?: string;
  readonly ask: (t: Asker, value: unknown) => Promise<unknown>;
  readonly check: (answer: unknown, value: unknown) => Judgement;
  readonly recorded?: OfRecorded;
}

/** What may be recorded of an exchange beside the body of its answer. */
export type Recorded = "request" | "status" | "headers";

/** A clause that sends nothing and checks every successful response of its endpoint that other clauses receive. */
export interface WatchingClause extends Common, Pick<Sent<Needs, unknown>, "restsOn">, Proofs {
  readonly kind: "watching";
  /** The part of the exchange, beside the body, that the clause reads: a recording without that part shows it nothing. */
  readonly reads?: Recorded;
  /** The query parameter that the clause is about: the clause counts only if the target knows the name that was sent. */
  readonly parameter?: ParameterKey;
  /** The clause compares two responses: it fails only if a second response differs from an earlier one too. */
  readonly repeats?: true;
  /**
   * `earlier`: the first response to the same request. Inconclusive where the exchange does not show what the clause is
   * about.
   */
  readonly check: (reply: Reply, request: ReadRequest, earlier?: Reply) => Judgement;
  /** Example responses that do not show what the clause is about. */
  readonly ignores: readonly Proof[];
}

/** The clauses made from the table behind a success body, one per row. */
export interface TableClauses {
  readonly kind: "table";
  readonly body: BodyRows;
  readonly cites: (row: Row) => Cites;
}

/** Short texts on what a response shows of unspecified behaviour. */
export type Observe = (response: Reply) => readonly string[];

/** Behaviour that the contract does not specify: it is observed in whole runs, and never fails one. */
export interface UnspecifiedBehaviour {
  readonly id: ClauseId;
  readonly statement: string;
  /** What a run takes for granted. */
  readonly assumption: string;
  readonly cites: Places;
  readonly observe?: Observe;
  /** Each observation is a warning of the run. */
  readonly warning?: true;
}

export type Exported = AskingClause | WatchingClause | TableClauses;

export function sectionOf(id: string): string {
  return id.slice(0, id.indexOf("-"));
}

/** The endpoint that a clause names, or the one whose requests or records its section is on. */
export function endpointOf({ id, endpoint }: Told): Endpoint {
  const isOn = (name: Endpoint): boolean =>
    [operations[name].section, operations[name].recordSection].some((section) => section === sectionOf(id));
  const found = endpoint ?? ENDPOINT_NAMES.find(isOn);
  if (found === undefined) {
    throw new Error(`${id} has to name its endpoint: its section is on none`);
  }
  return found;
}

export interface Case {
  readonly name: string;
  readonly value: unknown;
  /** Place among the generated values; absent for boundaries and for a clause without cases. */
  readonly index?: number;
}

/** The boundaries of a clause, the most revealing ones first, then random values. The same seed gives the same cases. */
export function casesOf(given: Given<unknown> | undefined, size: Size, seed: number): readonly Case[] {
  const { middle, boundaries, telling, shared, contexts = [] } = given ?? ONCE;
  const numRuns = byChance(size);
  const values = middle === undefined || numRuns === 0 ? [] : fc.sample(middle, { seed, numRuns });
  const fixed = fixedOf(size, telling, shared);
  const chosen =
    size.perFamily > 0 ? ofEachFamily(boundaries, size.perFamily, fixed) : boundaries.slice(0, fixed);
  return [...chosen, ...contexts, ...values.map((named, index) => ({ ...named, index }))];
}

/** A clause without cases is asked once. */
export const ONCE: Given<undefined> = { boundaries: [], contexts: [{ name: "", value: undefined }] };

/** So many of the items, evenly spread, the first and the last among them. */
export function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most || most < 2) {
    return items.slice(0, most);
  }
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => items[Math.round(index * step)]).filter(
    (item) => item !== undefined,
  );
}

/** A seed of its own for each clause (FNV-1a), so that clauses do not share values. */
export function seedFor(seed: number, id: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
