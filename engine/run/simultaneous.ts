// Repeats failures at the end of a run, alternately alone and with simultaneous requests, to find those that occur only under load
import type { Resolve, SendingClause } from "../clauses/clause.ts";
import { ignoreUnusable } from "../clauses/prerequisites.ts";
import { hasSuccessBody, looksMissing, wholeResponse } from "../message/classify.ts";
import type { ApiRequest, ApiResponse, CaseViolation, Send } from "../model/exchange.ts";
import type { Draft } from "../clauses/dependencies.ts";
import { groupBy, spread } from "../model/model.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { attempt, type FailingCase, violationsIn } from "./case-tally.ts";
import { hashData } from "../clauses/response-data.ts";
import { createSemaphore } from "../pacing/semaphore.ts";
import type { RunParts } from "./run-parts.ts";
import { missingSampleResponses } from "./run-warnings.ts";

type Repetition = Pick<RunParts, "catalogue" | "confirmed" | "earlyRequests" | "endpoints"> &
  Pick<RunParts, "provider" | "sendAgain" | "signal" | "unsteady" | "unsteadyResponses">;

export interface CaseToRepeat extends Pick<FailingCase, "testCase"> {
  readonly clause: SendingClause;
}

/** One attempt: its violation, if any, and a hash of the data in its responses. */
type Trial = Readonly<{ data: string; violation: CaseViolation | undefined }>;

interface FailureToRepeat {
  readonly clauseId: string;
  readonly endpoint: Endpoint;
  /** Sends its requests; undefined if inconclusive. With `after`: one at a time, after lists older than that time were read again. */
  readonly attempt: (after?: number) => Promise<Trial | undefined>;
}

/** A violation that is found after the cases of its clause were checked. */
export interface LateViolation {
  readonly clauseId: string;
  readonly caseViolation: CaseViolation;
}

/** Maximum number of failures of an endpoint that are attempted again. */
const MOST_ATTEMPTED = 6;
/** Number of attempts of each failure, one after another. If replicas have different data, one attempt most likely differs. */
const ATTEMPTS_ALONE = 3;
/** Minimum number of attempts that are started simultaneously, for all failures of an endpoint together. */
const SIMULTANEOUS_ATTEMPTS = 24;
/** Minimum number of simultaneous attempts in which a failure has to occur. The first may pass: they are served before others arrive. */
const FEWEST_FAILED = 2;

/** Violations that occur only while other requests are in flight: missing or lost records, and failures that did not occur again. */
export async function findSimultaneousViolations(parts: Repetition): Promise<readonly LateViolation[]> {
  const lost = parts.unsteadyResponses.lost();
  const missing = await missingSampleResponses(parts);
  const failures = [
    ...[...lost, ...missing].flatMap(({ request }) => failureOfLookup(parts, request) ?? []),
    ...parts.unsteady.map((unsteady) => failureOfCase(parts, unsteady)),
  ];
  const found: LateViolation[] = [];
  for (const [, ofEndpoint] of groupBy(failures, ({ endpoint }) => endpoint)) {
    found.push(...(await attemptInRounds(parts, ofEndpoint)));
  }
  return found;
}

/** Attempts confirmed failures again, alone. Returns the clauses whose failure does not occur: their curl lines do not reproduce it. */
export async function findIrreproducible(parts: Repetition): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const failures = parts.confirmed.map((one) => failureOfCase(parts, one));
  for (const [, ofEndpoint] of groupBy(failures, ({ endpoint }) => endpoint)) {
    const selected = await steadyAlone(spread(ofEndpoint, MOST_ATTEMPTED), parts.signal);
    // If one of the selected failures does not occur, all failures of the endpoint are attempted.
    const notAlone = selected.size === 0 ? selected : await steadyAlone(ofEndpoint, parts.signal);
    [...notAlone.keys()].forEach(({ clauseId }) => ids.add(clauseId));
  }
  return ids;
}

/**
 * Attempts some failures of one endpoint in five rounds: alone, simultaneously, alone, simultaneously and alone. A failure that occurs
 * alone, or that does not occur in simultaneous attempts, is in no later round. Returns the violations that occur in both rounds of
 * simultaneous attempts and in no other one, if the data are equal in all three other rounds, so that changing data are not the cause.
 */
async function attemptInRounds(
  parts: Repetition,
  failures: readonly FailureToRepeat[],
): Promise<readonly LateViolation[]> {
  const { signal } = parts;
  const sendOther = createOtherRequests(parts);
  const alone = await steadyAlone(spread(failures, MOST_ATTEMPTED), signal);
  const first = await failingSimultaneously([...alone.keys()], sendOther, signal);
  const between = await steadyAlone([...first.keys()], signal);
  const second = await failingSimultaneously([...between.keys()], sendOther, signal);
  const afterwards = await steadyAlone([...second.keys()], signal);
  return [...second].flatMap(([one, caseViolation]) => {
    const data = new Set([alone, between, afterwards].map((round) => round.get(one)));
    return data.size === 1 ? [{ clauseId: one.clauseId, caseViolation }] : [];
  });
}

/** Marks the violations of irreproducible clauses. */
export const markIrreproducible = (
  drafts: readonly Draft[],
  irreproducible: ReadonlySet<string>,
): readonly Draft[] =>
  drafts.map((draft) => {
    const mark = (violation: Draft["violations"][number]) =>
      violation.message === draft.reason ? { ...violation, reproducible: false } : violation;
    return irreproducible.has(draft.id) ? { ...draft, violations: draft.violations.map(mark) } : draft;
  });

/** Makes a function that sends the early request with the index `turn`: a service may confuse requests to different endpoints. */
function createOtherRequests(parts: Repetition) {
  const others = parts.earlyRequests.select().filter(({ request }) => request.service !== "verify");
  return async (turn: number): Promise<void> => {
    const other = others[turn % others.length];
    await (other && parts.sendAgain(other.request).catch(ignoreUnusable));
  };
}

/** The failures that do not occur in {@link ATTEMPTS_ALONE} attempts with equal data; each with the hash of the data. */
async function steadyAlone(
  failures: readonly FailureToRepeat[],
  signal: AbortSignal,
): Promise<ReadonlyMap<FailureToRepeat, string>> {
  const steady = new Map<FailureToRepeat, string>();
  const after = performance.now();
  for (const one of failures) {
    const hashes = new Set<string | undefined>();
    for (let count = 0; count < ATTEMPTS_ALONE && !hashes.has(undefined) && !signal.aborted; count += 1) {
      const trial = await one.attempt(after).catch(ignoreUnusable);
      hashes.add(trial?.violation === undefined ? trial?.data : undefined);
    }
    const [data] = hashes;
    if (data !== undefined && hashes.size === 1) steady.set(one, data);
  }
  return steady;
}

/** The failures that occur in at least {@link FEWEST_FAILED} attempts beside other requests; each with its first violation. */
async function failingSimultaneously(
  failures: readonly FailureToRepeat[],
  sendOther: (turn: number) => Promise<void>,
  signal: AbortSignal,
): Promise<ReadonlyMap<FailureToRepeat, CaseViolation>> {
  const isIdle = signal.aborted || failures.length === 0;
  const count = isIdle ? 0 : Math.ceil(SIMULTANEOUS_ATTEMPTS / failures.length);
  const rounds = await Promise.all(
    Array.from({ length: count }, async (_, turn) => {
      const trials = failures.map((one) => one.attempt().catch(ignoreUnusable));
      const [attempted] = await Promise.all([Promise.all(trials), sendOther(turn)]);
      return attempted;
    }),
  );
  const failing = failures.flatMap((one, index) => {
    const [violation, ...others] = rounds.flatMap((trials) => trials[index]?.violation ?? []);
    return violation === undefined || others.length + 1 < FEWEST_FAILED ? [] : [[one, violation] as const];
  });
  return new Map(failing);
}

/** Whether the status may mean that the service is overloaded, whatever the request is. */
export const isOverload = ({ status }: ApiResponse): boolean =>
  status >= 500 || status === 408 || status === 429;

const inFlight = (one: CaseViolation): CaseViolation => ({
  ...one,
  violation: {
    ...one.violation,
    message: `${one.violation.message} (only while other requests are in flight)`,
  },
  reproducible: false,
});

const failureOfCase = (
  { provider, sendAgain }: Repetition,
  { clause, testCase }: CaseToRepeat,
): FailureToRepeat => ({
  clauseId: clause.id,
  endpoint: clause.endpoint,
  attempt: async (after) => {
    const resolve: Resolve = (needs) => provider.resolve(needs, after);
    const prerequisites = await resolve(clause.needs);
    const oneByOne = createSemaphore(1);
    const send: Send = (request) =>
      after === undefined ? sendAgain(request) : oneByOne(() => sendAgain(request));
    const result = await attempt(clause, testCase, send, resolve);
    const violation = violationsIn(result, testCase.name).find(({ response }) => !isOverload(response));
    const isOverloaded = violation === undefined && result.violations.length > 0;
    if (result.inconclusive !== undefined || isOverloaded) return undefined;
    return { data: hashData(result, prerequisites), violation: violation && inFlight(violation) };
  },
});

export const successClause = ({ catalogue }: Pick<RunParts, "catalogue">, of: Endpoint) =>
  catalogue.clauses.find(({ endpoint, aspect }) => endpoint === of && aspect === "success");

/** The endpoints whose success clause fails only beside other requests: this explains why their records are missing or lost. */
export const endpointsLosingRecords = (
  parts: Pick<RunParts, "catalogue">,
  simultaneous: readonly LateViolation[],
): ReadonlySet<Endpoint> =>
  new Set(
    simultaneous.flatMap(({ clauseId, caseViolation }) => {
      const { endpoint } = caseViolation.response.request;
      return clauseId === successClause(parts, endpoint)?.id ? [endpoint] : [];
    }),
  );

/** The failure if a record is reported as missing although it exists; undefined if no clause requires that requests succeed. */
function failureOfLookup(parts: Repetition, request: ApiRequest): FailureToRepeat | undefined {
  const { endpoint } = request;
  const clause = successClause(parts, endpoint);
  const attemptLookup = async (): Promise<Trial> => {
    const response = await parts.sendAgain(request);
    if (!looksMissing(response))
      return { data: hasSuccessBody(response) ? "found" : "", violation: undefined };
    const message = "a record is not found, although the same request finds it when it is sent alone";
    const violation = wholeResponse(response, message, "the record");
    return { data: "", violation: inFlight({ violation, response, path: request.target }) };
  };
  return clause && { clauseId: clause.id, endpoint, attempt: attemptLookup };
}
