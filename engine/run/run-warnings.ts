import type { ApiResponse } from "../model/exchange.ts";
import { sentAgainText, type Warning, type ResponseCounts } from "../model/results.ts";
import type { RunParts } from "./run-parts.ts";
import { countOf, groupBy, uniqueBy } from "../model/model.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import { isSampled, SAMPLE_KINDS, type SampledEndpoint } from "../clauses/prerequisites.ts";
import { warningWith } from "./unsteady-responses.ts";
import { malformedReasons, missingRecords } from "../discovery/missing-records.ts";
import { sentText, type SentValue } from "../message/sent-values.ts";
import type { Code, Reason } from "../model/reason.ts";
import { hasSuccessBody, looksMissing } from "../message/classify.ts";

/** `silent`: untested endpoints, which have no warning about errors of requests that succeeded at another time. */
export const requestWarnings = (parts: RunParts, silent: ResponseCounts): readonly Warning[] => {
  const { client, formatter, unsteadyResponses } = parts;
  const bounded = client.bounded();
  return [
    ...unsteadyResponses
      .warnings(formatter.curlOfRequest)
      .filter(({ endpoint = "" }) => !(endpoint in silent)),
    ...(bounded === undefined ? [] : [{ id: "request-bound", message: bounded, curls: [] }]),
    ...unansweredWarnings(parts),
    ...sentAgainWarnings(parts),
    ...unsteadyWarnings(parts),
  ];
};

/** Warns of endpoints with usable responses at which other requests got time-outs, broken connections or redirects at every attempt. */
function unansweredWarnings(parts: RunParts): readonly Warning[] {
  const { unanswered, usable, settings, formatter, client } = parts;
  const withValues = unanswered.map((one) => ({ ...one, value: client.traffic.unservedValue(one.request) }));
  // A broken connection or a redirect may be temporary, unless no request with the same value is ever accepted.
  const certain = withValues.filter(({ isTimeOut, value }) => isTimeOut || value !== undefined);
  const groups = groupBy(certain, ({ request, value }) => `${request.endpoint} ${parameterOf(value)}`);
  return groups.flatMap(([, group]): readonly Warning[] => {
    const [{ request }] = group;
    const { endpoint } = request;
    const about = commonText(group.flatMap(({ value }) => value ?? []));
    const kinds = new Set(group.map(({ why: { code } }) => UNUSABLE[code] ?? "no usable response"));
    const lacking = group.every(({ isTimeOut }) => isTimeOut)
      ? `no complete response within ${settings.limits.requestMs} ms`
      : [...kinds].join(" or ");
    // The shortest request shows best which value gets no response.
    const requests = uniqueBy(
      group.map((one) => one.request),
      ({ target }) => target,
    ).toSorted((a, b) => a.target.length - b.target.length);
    const served = usable.responded()[endpoint]?.usable ?? 0;
    const sent = countOf(requests.length, requests.length === 1 ? "request" : "different request");
    const each = about === "" || requests.length === 1 ? "" : `, each with ${about}`;
    const { method, path } = operations[endpoint];
    const message =
      `${lacking} to ${sent} for ${method} ${path}, at any attempt${each}; ` +
      `${countOf(served, "other request")} got a response`;
    const warning = { id: "no-response", endpoint, about, message };
    return served === 0 ? [] : [warningWith(warning, requests, formatter.curlOfRequest)];
  });
}

/** The parameter of a value that was never accepted, with the operator if none of its values was; empty for a path. */
const parameterOf = (value?: SentValue): string =>
  value?.value === "…" ? sentText(value) : (value?.name ?? "");

/** The common text of values of one parameter, such as `limit=5`, or `token.id=…` for different ones; empty for paths. */
function commonText(values: readonly SentValue[]): string {
  const [first, ...others] = values;
  if (first === undefined || first.name === "") return "";
  const hasOneOperator = others.every(({ operator }) => operator === first.operator);
  const anyValue = { ...first, operator: hasOneOperator ? first.operator : "", value: "…" };
  return sentText(others.every((one) => sentText(one) === sentText(first)) ? first : anyValue);
}

/** The event that takes the place of a usable response, by the code of the reason. */
const UNUSABLE: Readonly<Partial<Record<Code, string>>> = {
  connectionLost: "a broken connection in place of a response",
  redirected: "a redirect in place of a response",
  timeOut: "no complete response in time",
};

/** A warning if requests were retried after a failure other than a 429: a service may limit the rate of requests. */
function sentAgainWarnings({ client }: RunParts): readonly Warning[] {
  const failed = client.traffic.sentAgain().filter(({ after }) => after !== "429");
  const retries = failed.reduce((sum, entry) => sum + entry.requests, 0);
  const kind = retries === 1 ? "was a retry" : "were retries";
  const message = `${retries} of ${countOf(client.requests(), "request")} ${kind}: ${sentAgainText(failed)}`;
  return retries === 0 ? [] : [{ id: "sent-again", message, curls: [] }];
}

/** Number of clauses with failures that changed data may explain, from which there is a warning. */
const FEWEST_FOR_WARNING = 3;

/** Warns of failures that did not occur again: always if changed data do not explain one, otherwise if several clauses failed. */
function unsteadyWarnings({ unsteady, confirmed, formatter }: RunParts): readonly Warning[] {
  const failed = new Set(confirmed.map(({ clause }) => clause.id));
  const retracted = unsteady.filter(({ clause }) => !failed.has(clause.id));
  const ids = [...new Set(retracted.map(({ clause }) => clause.id))].toSorted();
  const message =
    `${countOf(ids.length, "clause")} failed at first, but not when the requests were repeated, and ` +
    `${ids.length === 1 ? "does" : "do"} not count as failed (${ids.slice(0, 3).join(", ")}` +
    `${ids.length > 3 ? ", …" : ""}): responses depend on earlier or concurrent requests, or the data changed`;
  const isShown = ids.length >= FEWEST_FOR_WARNING || retracted.some((one) => one.isUnexplained === true);
  const unexplained = retracted.filter((one) => one.isUnexplained === true);
  const differing = [...unexplained, ...retracted].flatMap((one) => one.differing ?? []);
  const requests = uniqueBy(differing, ({ target, body }) => `${target} ${body ?? ""}`);
  return isShown ? [warningWith({ id: "unsteady", message }, requests, formatter.curlOfRequest)] : [];
}

/** `silent`: the response counts of endpoints none of whose samples returned a record. */
type SampleWarnings = Readonly<{ warnings: readonly Warning[]; silent: ResponseCounts }>;

/** Warns of missing, lost or malformed samples. `failed`: endpoints with a failed clause, which may be tested although none is found. */
export async function checkSamples(
  endpoints: ReadonlySet<Endpoint>,
  parts: RunParts,
  failed: ReadonlySet<Endpoint>,
): Promise<SampleWarnings> {
  const sampled = [...endpoints].filter(isSampled);
  const check = (endpoint: SampledEndpoint) => checkEndpointSamples(endpoint, parts, failed.has(endpoint));
  const checked = await Promise.all(sampled.map(check));
  const problems = parts.recipeReader.problems().filter(({ endpoint }) => endpoints.has(endpoint));
  const listWarnings = problems.map(({ kind: id, endpoint, target: about, message, response }) =>
    warningWith(
      { id, endpoint, about, message },
      response === undefined ? [] : [response.request],
      parts.formatter.curlOfRequest,
    ),
  );
  return {
    warnings: [...checked.flatMap(({ warnings }) => warnings), ...listWarnings],
    silent: Object.assign({}, ...checked.map(({ silent }) => silent)),
  };
}

/** Why no sample of an endpoint is found; undefined if neither the user nor a list states that one exists. */
export async function missingRecordsReason(
  endpoint: Endpoint,
  provider: RunParts["provider"],
): Promise<Reason | undefined> {
  const resolved = isSampled(endpoint) ? await resolveSamples(endpoint, provider) : undefined;
  return resolved?.isFound === false ? resolved.missing[0]?.why : undefined;
}

/** The responses that lack a sample although the user or a list of the service states that it exists. */
export async function missingSampleResponses(
  parts: Pick<RunParts, "provider" | "endpoints">,
): Promise<readonly ApiResponse[]> {
  const sampled = [...parts.endpoints].filter(isSampled);
  const resolved = await Promise.all(sampled.map((endpoint) => resolveSamples(endpoint, parts.provider)));
  return resolved.flatMap(({ missing }) => missing.flatMap(({ responses }) => responses));
}

async function resolveSamples(endpoint: SampledEndpoint, provider: RunParts["provider"]) {
  // The clauses that need a missing prerequisite report it themselves.
  const resolved = provider.resolve({ samples: SAMPLE_KINDS[endpoint].samples });
  const { samples } = await resolved.catch(() => ({ samples: [] }));
  const isFound = samples.some(({ response }) => hasSuccessBody(response));
  return { samples, isFound, missing: missingRecords(endpoint, samples) };
}

async function checkEndpointSamples(
  endpoint: SampledEndpoint,
  { provider, recipeReader, formatter }: RunParts,
  hasFailed: boolean,
): Promise<SampleWarnings> {
  const { samples, isFound, missing } = await resolveSamples(endpoint, provider);
  const malformed = malformedReasons(recipeReader.problems(), endpoint);
  const unusable = missing.reduce((sum, { responses }) => sum + responses.length, 0) + malformed.length;
  const isTested = hasFailed && missing.some(({ responses }) => !responses.some(looksMissing));
  const areAllGuessed = samples.every(({ fromUser, listed }) => !fromUser && listed === undefined);
  const isSilent = !isFound && !isTested && (missing.length > 0 || (malformed.length > 0 && areAllGuessed));
  const reason = [...missing.map(({ why }) => why), ...malformed].map((why) => why.reason).join("; ");
  return {
    warnings: missing.map(({ text: message, responses, about }) =>
      warningWith(
        { id: "samples-missing", endpoint, about, message },
        responses.map(({ request }) => request),
        formatter.curlOfRequest,
      ),
    ),
    silent: isSilent ? { [endpoint]: { usable: 0, unusable, reason } } : {},
  };
}
