import { ofEachFamily, type Cases, type NamedCase } from "../../generators/cases.ts";
import { type Endpoint, ENDPOINT_NAMES, operations } from "../../schemas/operations.ts";
import type { ContractPlace } from "../../schemas/places.ts";
import type { ApiRequest, RequestSender, CheckResult, ApiResponse } from "../model/exchange.ts";
import type { ReadRequest } from "./read-request.ts";
import type { BodyRows, FieldRow } from "../schema/fields.ts";
import { type ParameterKey, type Prerequisites } from "./prerequisites.ts";
import { randomCaseCount, fixedCaseCount, type Size } from "./size.ts";
import * as fc from "fast-check";

/** Section, dash, slug: `4.4-name-with-token-id`. */
export type ClauseId = `${number}-${string}` | `${number}.${number}-${string}`;

/** Some places of the contract. */
export type ContractPlaces = readonly [ContractPlace, ...ContractPlace[]];

/** The places that a clause checks, and by number the entries of docs/interpretations.md by which it is lenient. */
export type Cites = readonly [ContractPlace, ...(ContractPlace | number)[]];

/** What a clause needs of the target, each under a name of its own choice. */
export type PrerequisiteNames = Readonly<Record<string, keyof Prerequisites>>;
export type Inputs<N extends PrerequisiteNames> = { readonly [K in keyof N]: Prerequisites[N[K]] };

/** Generated cases: boundaries, as many as the level sends, and chance for the middle where there is one. */
export interface CaseSource<V> extends Pick<Cases<V>, "boundaries">, Partial<Omit<Cases<V>, "boundaries">> {
  /** At a level of few contexts a case is one request with a case of other clauses: it costs little. */
  readonly shared?: boolean;
  /** Contexts of a covering array: all of them are sent. */
  readonly contexts?: readonly NamedCase<V>[];
  /** The same case with one parameter less, for each that it can do without: of a failure the smallest request is shown. */
  smaller?(value: V): readonly NamedCase<V>[];
}

/** What a sequence clause asks with, and what it needs under the names that it gave: everything that it sends goes through here, in order. */
export type Context<N extends PrerequisiteNames> = RequestSender & Inputs<N>;

/** Prerequisites of the invented target on which examples are checked. */
export type FakeInputs = Partial<Omit<Prerequisites, ParameterKey>>;

/** Overrides the scripted response at this index. Also called for requests beyond the end of the script. */
export type Override = (place: number, of: number) => ApiResponse | undefined;

/** Example responses that prove a check. */
export interface Example {
  /** The invented responses, which identify the example. */
  readonly made: unknown;
  /** Runs the check on the example: `target` replaces prerequisites, `instead` replaces single responses. */
  readonly check: (target: FakeInputs, instead?: Override) => Promise<CheckResult>;
}

export interface Examples {
  readonly accepts: readonly Example[];
  readonly rejects: Readonly<Record<string, Example>>;
}

/** What an example has of the target, and the case that it is of, where these are not the usual ones. */
export interface ExampleSetup<N extends PrerequisiteNames, V> {
  readonly have?: Partial<Inputs<N>>;
  readonly value?: V;
}

/** The one response in question, between the `first` and the `last`; or all in the order in which a sequence clause asks. */
type Responses = ApiResponse | readonly ApiResponse[];

/** The responses of an example, with what is special about it, where something is. */
export type Script<N extends PrerequisiteNames, V> =
  Responses | (ExampleSetup<N, V> & { readonly responses: Responses });

/** At least two of them pass. */
export type AtLeastTwo<T> = readonly [T, T, ...T[]];

export interface ClauseText {
  readonly id: ClauseId;
  /** Absent: the one that the section of the id is on. */
  readonly endpoint?: Endpoint;
  /** The fact, in the present tense and our own words. */
  readonly statement: string;
  readonly cites: Cites;
}

export interface ClauseBase extends ClauseText {
  readonly endpoint: Endpoint;
}

/** A clause that sends requests. Without `emptyPass` it passes only if a response shows the rows or members that it compares. */
export interface SendingSpec extends ClauseText {
  /**
   * Why the clause may pass although no response shows a row, or a member of a record. `acceptance`: it demands that a request is
   * not refused, as every clause does that `admits` values; `status`: that a request succeeds; `absence`: that a row or a record is
   * not returned. Where a record is returned all the same, a clause of the last kind compares its members.
   */
  readonly emptyPass?: "acceptance" | "status" | "absence";
}

export interface SentCases<N extends PrerequisiteNames, V> {
  /** What the target must have; absent: nothing. */
  readonly needs?: N;
  /** Its cases, or how they are generated; absent: it is asked once. */
  readonly given?: (have: Inputs<N>) => readonly NamedCase<V>[] | CaseSource<V>;
  /** The key of the parameter, or `path`, whose values its cases are: those that others met with a refusal are sent too. */
  readonly acceptsParameter?: string;
  /** Which records its cases are of, in words, where not every service has some. */
  readonly about?: string;
  /** A rule over several responses: before it complains, the data must have stood still. */
  readonly compares?: true;
  /** Its requests depend on the request before: they are sent while no other request is in flight. */
  readonly exclusive?: true;
  /**
   * Clauses on the fields without which it has no case: if one of these fails, it explains why this clause is inconclusive.
   */
  readonly dependsOn?: readonly ClauseId[];
}

/** What one recorded response tells, to a request that the clause did not choose. */
export interface RecordedCheck {
  /** Whether the clause speaks of such a request; some only if the response tells of it. */
  readonly when: (request: ReadRequest, response: ApiResponse) => boolean;
  readonly check: (response: ApiResponse, request: ReadRequest) => CheckResult;
  /** Some success of the endpoint must have been seen: a refusal of everything proves nothing. */
  readonly needsSuccess?: true;
}

/** A clause over several exchanges: what is sent, and how the responses are checked, in the order of asking. */
export interface SequenceSpec<N extends PrerequisiteNames, V> extends SendingSpec, SentCases<N, V> {
  readonly run: (trial: Context<N>, value: V) => Promise<CheckResult>;
  readonly recorded?: RecordedCheck;
  /** What is special about its examples: what they have of the target beside the usual, and a case other than the first. */
  readonly proves?: ExampleSetup<N, V>;
  /** What comes before and behind the one response of an example: what that is compared with. */
  readonly first?: Responses;
  readonly last?: ApiResponse;
  readonly passes: AtLeastTwo<Script<N, V>>;
  readonly fails: Readonly<Record<string, Script<N, V>>>;
}

/** A clause over one exchange, wherever it comes from: asked by us, recorded, or received in a test. */
export interface SingleSpec<N extends PrerequisiteNames, V>
  extends SendingSpec, SentCases<N, V>, Omit<RecordedCheck, "when"> {
  /** Which recorded requests it checks too; absent: only its own. */
  readonly when?: RecordedCheck["when"];
  readonly request: (have: Inputs<N>, value: V) => ApiRequest;
  /** Answers to requests of the endpoint, whose parameters have the names of the contract. */
  readonly passes: AtLeastTwo<ApiResponse>;
  readonly fails: Readonly<Record<string, ApiResponse>>;
}

/** Clauses that check the same responses: each case is asked once for all of them. */
export interface FamilySpec<N extends PrerequisiteNames, V, A> extends SentCases<N, V> {
  /** What their cases are made from the seed with, beside it. */
  readonly family: string;
  readonly request: (trial: Context<N>, value: V) => Promise<A>;
  readonly clauses: readonly (SendingSpec & {
    readonly check: (response: A, value: V) => CheckResult;
    readonly passes: AtLeastTwo<{ readonly response: A; readonly value: V }>;
    readonly fails: Readonly<Record<string, { readonly response: A; readonly value: V }>>;
  })[];
}

/** A clause that sends requests, with its value and answer types erased, as the engine runs it. */
export interface SendingClause
  extends
    ClauseBase,
    Pick<SendingSpec, "emptyPass">,
    Omit<SentCases<PrerequisiteNames, unknown>, "given">,
    Examples {
  readonly kind: "sending";
  /** The clause is over one exchange: a successful response with a violation proves it. */
  readonly single?: true;
  readonly given?: (have: Inputs<PrerequisiteNames>) => CaseSource<unknown>;
  readonly needs: PrerequisiteNames;
  readonly family?: string;
  readonly request: (t: RequestSender, value: unknown) => Promise<unknown>;
  readonly check: (response: unknown, value: unknown) => CheckResult;
  readonly recorded?: RecordedCheck;
}

/** What may be recorded of an exchange beside the body of its response. */
export type RecordedPart = "request" | "status" | "headers";

/** A clause that sends nothing and checks every successful response of its endpoint that other clauses receive. */
export interface PassiveClause
  extends ClauseBase, Pick<SentCases<PrerequisiteNames, unknown>, "dependsOn">, Examples {
  readonly kind: "passive";
  /** The part of the exchange, beside the body, that the clause reads: a recording without that part shows it nothing. */
  readonly reads?: RecordedPart;
  /** The query parameter that the clause is about: the clause counts only if the target knows the name that was sent. */
  readonly parameter?: ParameterKey;
  /** The clause compares two responses: it fails only if a second response differs from an earlier one too. */
  readonly repeats?: true;
  /**
   * `earlier`: the first response to the same request. Inconclusive where the exchange does not show what the clause is
   * about.
   */
  readonly check: (response: ApiResponse, request: ReadRequest, earlier?: ApiResponse) => CheckResult;
  /** Example responses that do not show what the clause is about. */
  readonly ignores: readonly Example[];
}

/** The clauses made from the table behind a success body, one per row. */
export interface TableClauses {
  readonly kind: "table";
  readonly body: BodyRows;
  readonly cites: (row: FieldRow) => Cites;
}

/** Short texts on what a response shows of unspecified behaviour. */
export type Observe = (response: ApiResponse) => readonly string[];

/** Behaviour that the contract does not specify: it is observed in whole runs, and never fails one. */
export interface UnspecifiedBehaviour {
  readonly id: ClauseId;
  readonly statement: string;
  /** What a run takes for granted. */
  readonly assumption: string;
  readonly cites: ContractPlaces;
  readonly observe?: Observe;
  /** Each observation is a warning of the run. */
  readonly warning?: true;
}

export type Exported = SendingClause | PassiveClause | TableClauses;

export function sectionOf(id: string): string {
  return id.slice(0, id.indexOf("-"));
}

/** The endpoint that a clause names, or the one whose requests or records its section is on. */
export function endpointOf({ id, endpoint }: ClauseText): Endpoint {
  const isOn = (name: Endpoint): boolean =>
    [operations[name].section, operations[name].recordSection].some((section) => section === sectionOf(id));
  const found = endpoint ?? ENDPOINT_NAMES.find(isOn);
  if (found === undefined) {
    throw new Error(`${id} has to name its endpoint: its section is on none`);
  }
  return found;
}

export interface ClauseCase {
  readonly name: string;
  readonly value: unknown;
  /** Place among the generated values; absent for boundaries and for a clause without cases. */
  readonly index?: number;
}

/** The boundaries of a clause, the most revealing ones first, then random values. The same seed gives the same cases. */
export function clauseCases(
  given: CaseSource<unknown> | undefined,
  size: Size,
  seed: number,
): readonly ClauseCase[] {
  const { middle, boundaries, telling, shared, contexts = [] } = given ?? SINGLE_CASE;
  const numRuns = randomCaseCount(size);
  const values = middle === undefined || numRuns === 0 ? [] : fc.sample(middle, { seed, numRuns });
  const fixed = fixedCaseCount(size, telling, shared);
  const chosen =
    size.perFamily > 0 ? ofEachFamily(boundaries, size.perFamily, fixed) : boundaries.slice(0, fixed);
  return [...chosen, ...contexts, ...values.map((named, index) => ({ ...named, index }))];
}

/** A clause without cases is asked once. */
export const SINGLE_CASE: CaseSource<undefined> = {
  boundaries: [],
  contexts: [{ name: "", value: undefined }],
};

/** At most `most` items, evenly spread, with the first and the last. */
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
export function clauseSeed(seed: number, id: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
