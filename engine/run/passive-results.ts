// Results of passive clauses, which check the responses that other clauses receive
import { ignoreUntested, requireReason, SOURCES, untestedReason } from "../clauses/prerequisites.ts";
import type { Reason } from "../model/reason.ts";
import type { ParameterKey } from "../../schemas/operations.ts";
import { requestKey } from "../evidence/distinct-violations.ts";
import type { ApiRequest } from "../model/exchange.ts";
import type { Draft } from "../clauses/dependencies.ts";
import type { Endpoint } from "../model/settings.ts";
import type { Warning } from "../model/results.ts";
import { isSingleViolation, passiveResults, violatingRequests } from "../passive/verdicts.ts";
import type { RunParts } from "./run-parts.ts";

type PassiveWork = Pick<RunParts, "provider" | "watch" | "selected" | "sendAgain" | "signal" | "catalogue">;

/**
 * Why an endpoint returned no success; undefined if it returned one. If no clause requested an endpoint, its source is read
 * once.
 */
export async function missingSources(
  work: PassiveWork,
  endpoints: ReadonlySet<Endpoint>,
): Promise<ReadonlyMap<Endpoint, Reason>> {
  const whys = new Map<Endpoint, Reason>();
  for (const endpoint of endpoints) {
    whys.set(endpoint, await missingSource(work, endpoint));
  }
  return whys;
}

/** A warning for each clause that compares two responses, if one response alone differs from an earlier one. */
export function singleDifferenceWarnings({
  catalogue,
  watch,
  selected,
}: Pick<PassiveWork, "catalogue" | "watch" | "selected">): readonly Warning[] {
  return catalogue.passive.flatMap(({ id, endpoint, repeats }): readonly Warning[] => {
    const tally = repeats === true && selected.has(id) ? watch.tallies().get(id) : undefined;
    const shown = isSingleViolation(tally) ? [...(tally?.distinct.values() ?? [])].slice(0, 1) : [];
    const message = "one response differs from an earlier one to the same request, and no other does";
    return shown.map(({ url, violation }) => ({
      id: "record-changed",
      endpoint,
      about: url,
      message: `${message}: ${violation.pointer} was ${violation.actual}, expected ${violation.expected}`,
      curls: [violation.curl],
    }));
  });
}

/** Results of the clauses that send nothing; `whys`: see {@link missingSources}. */
export async function checkPassiveClauses(
  work: PassiveWork,
  whys: ReadonlyMap<Endpoint, Reason>,
): Promise<readonly Draft[]> {
  const { catalogue, selected, watch } = work;
  const isWanted = (id: string): boolean => selected.has(id);
  const unused = await unusedParameters(work);
  const repeated = await repeatViolating(work);
  return passiveResults(
    catalogue,
    isWanted,
    watch.tallies(),
    (endpoint) => whys.get(endpoint) ?? noSuccess(endpoint),
    { repeated, unused: (parameter) => unused.get(parameter) },
  );
}

/** The parameters of passive clauses that the target does not know, each with the reason. */
async function unusedParameters({ catalogue, selected, provider }: PassiveWork) {
  const wanted = catalogue.passive.flatMap(({ id, parameter }) =>
    parameter === undefined || !selected.has(id) ? [] : [parameter],
  );
  const unused = new Map<ParameterKey, Reason>();
  for (const parameter of new Set(wanted)) {
    const why = await provider.resolve({ name: parameter }).then(() => undefined, requireReason);
    if (why !== undefined) {
      unused.set(parameter, why);
    }
  }
  return unused;
}

/** Maximum number of requests with violations of passive clauses that are sent once more. */
const MOST_REPEATED = 40;

/**
 * Sends the requests of the violations that passive clauses found once more: the report says where the curl line does not
 * reproduce one. The responses are checked like all others.
 */
async function repeatViolating({
  watch,
  selected,
  sendAgain,
  signal,
}: PassiveWork): Promise<ReadonlySet<string>> {
  const requests = new Map<string, ApiRequest>();
  for (const [id, tally] of watch.tallies()) {
    const violating = selected.has(id) ? violatingRequests(tally) : [];
    violating.forEach((request) => requests.set(requestKey(request), request));
  }
  const repeated = new Set<string>();
  for (const [key, request] of [...requests].slice(0, signal.aborted ? 0 : MOST_REPEATED)) {
    const response = await sendAgain(request).catch(ignoreUntested);
    if (response !== undefined) {
      repeated.add(key);
    }
  }
  return repeated;
}

/** Why an endpoint returned no success, if it returned none. */
async function missingSource({ provider }: PassiveWork, endpoint: Endpoint): Promise<Reason> {
  const resolved = provider.resolve({ source: SOURCES[endpoint] });
  // An error of the suite is reported by the clauses that send requests.
  return (await resolved.then(() => undefined, untestedReason)) ?? noSuccess(endpoint);
}

function noSuccess(endpoint: Endpoint): Reason {
  const reason = "no successful response of this endpoint was seen";
  return {
    code: "noSuccess",
    dependsOn: [{ endpoint, needs: "success" }],
    reason,
  };
}
