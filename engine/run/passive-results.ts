// Results of `fields` and `passive` clauses, which check the responses that other clauses receive
import { ignoreUnusable, requireUnusable, SUCCESS_PREREQUISITES } from "../clauses/prerequisites.ts";
import { untestedReason } from "../clauses/prerequisites.ts";
import { type ApiRequest, type ApiResponse, endReason } from "../model/exchange.ts";
import { asResult, type Reason } from "../model/reason.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { requestKey } from "../evidence/violations.ts";
import type { Draft } from "../clauses/dependencies.ts";
import type { Warning } from "../model/results.ts";
import type { ResponseTally } from "../passive/observer.ts";
import { isSingleViolation, passiveResults, violatingRequests } from "../passive/verdicts.ts";
import type { RunParts } from "./run-parts.ts";

/** By endpoint, the reason of its untested clauses if it returned no success. Requests an endpoint that no clause requested. */
export async function noSuccessReasons(parts: RunParts): Promise<ReadonlyMap<Endpoint, Reason>> {
  const { provider, endpoints } = parts;
  const reasons = [...endpoints].map(async (endpoint) => {
    const source = provider.resolve({ source: SUCCESS_PREREQUISITES[endpoint] });
    // An error of the suite is ignored, because the clauses that send requests report it.
    return [endpoint, (await source.then(() => undefined, untestedReason)) ?? noSuccess(endpoint)] as const;
  });
  return new Map(await Promise.all(reasons));
}

const noSuccess = (endpoint: Endpoint): Reason => ({
  code: "noSuccess",
  dependsOn: [{ endpoint, needs: "success" }],
  reason: "this endpoint returned no successful response",
});

/** Warns of each clause for which only one response differs from an earlier one: {@link passiveResults} does not fail it. */
export const singleDifferenceWarnings = ({ catalogue, watch, selected }: RunParts): readonly Warning[] =>
  catalogue.passive.flatMap(({ id, endpoint, repeats }): readonly Warning[] => {
    const tally = repeats === true && selected.has(id) ? watch.tallies().get(id) : undefined;
    const differing = isSingleViolation(tally) ? [...(tally?.distinct.values() ?? [])].slice(0, 1) : [];
    const message = "a single response differs from an earlier response for the same record";
    return differing.map(({ url, violation }) => ({
      id: "record-changed",
      endpoint,
      about: url,
      message: `${message}: ${violation.pointer} was ${violation.actual}, expected ${violation.expected}`,
      curls: [violation.curl],
    }));
  });

/** Repeats violating requests, and returns the results of `fields` and `passive` clauses. `reasons`: see {@link noSuccessReasons}. */
export async function checkPassiveClauses(
  parts: RunParts,
  reasons: ReadonlyMap<Endpoint, Reason>,
): Promise<readonly Draft[]> {
  const { catalogue, selected, watch, signal } = parts;
  const unknownParameters = await findUnknownParameters(parts);
  await repeatViolating(parts);
  const drafts = passiveResults(
    catalogue,
    selected,
    watch.tallies(),
    (endpoint) => reasons.get(endpoint) ?? noSuccess(endpoint),
    (parameter) => unknownParameters.get(parameter),
  );
  if (!signal.aborted) return drafts;
  // A run that ended early did not send all requests, which could have shown the subject of the clause.
  const ended = { dependsOn: [], ...asResult({ ...endReason(signal), reason: "not reached" }) };
  return drafts.map((draft) => (draft.code === "dataUnsuitable" ? { ...draft, ...ended } : draft));
}

/** Why the name of a parameter that a selected clause tests is unknown; undefined if it is known. */
async function findUnknownParameters({ catalogue, selected, provider }: RunParts) {
  const tested = catalogue.passive.filter(({ id }) => selected.has(id));
  const parameters = [...new Set(tested.flatMap(({ parameter }) => parameter ?? []))];
  const whyUnknown = (error: unknown): Reason => requireUnusable(error).why;
  const reasons = parameters.map((name) => provider.resolve({ name }).then(() => undefined, whyUnknown));
  const resolved = await Promise.all(reasons);
  return new Map(parameters.map((name, index) => [name, resolved[index]]));
}

/** Maximum number of requests that are repeated because the response violates a `fields` or `passive` clause. */
const MOST_REPEATED = 40;
/** How often each violating request is repeated: once would not show that only every second response has the violation. */
const TIMES_REPEATED = 2;

/** Repeats violating requests: the report states whether their curl lines reproduce them. The responses are checked like all others. */
async function repeatViolating({ watch, selected, sendAgain, signal }: RunParts): Promise<void> {
  const tallies = [...watch.tallies()].flatMap(([id, tally]) => (selected.has(id) ? [tally] : []));
  const violating = tallies.flatMap(violatingRequests);
  const requests = new Map(violating.map((request) => [requestKey(request), request]));
  for (const request of [...requests.values()].slice(0, signal.aborted ? 0 : MOST_REPEATED)) {
    for (let count = 0; count < TIMES_REPEATED; count += 1) {
      const response = await sendAgain(request).catch(ignoreUnusable);
      if (response !== undefined) tallies.forEach((tally) => noteRepetition(tally, request, response));
    }
  }
}

/** Notes whether every repetition of a smallest request so far showed the violation again. */
function noteRepetition({ distinct }: ResponseTally, repeated: ApiRequest, response: ApiResponse): void {
  for (const [key, one] of distinct) {
    if (requestKey(one.request) === requestKey(repeated)) {
      const isShown = one.lastResponse.deref() === response;
      distinct.set(key, { ...one, reproducible: isShown && one.reproducible !== false });
    }
  }
}
