// Interpretation 22: warnings about samples that are missing or malformed
import { isSampled, SAMPLED, type Sample, type SampledEndpoint } from "../clauses/prerequisites.ts";
import { missingRecords, malformedText, serviceMustFix } from "../discovery/missing-records.ts";
import { hasSuccessBody, looksMissing } from "../message/classify.ts";
import type { ApiResponse } from "../model/exchange.ts";
import type { Reason } from "../model/reason.ts";
import type { ResponseCounts, Warning } from "../model/results.ts";
import type { Endpoint } from "../model/settings.ts";
import type { RunParts } from "./run-parts.ts";

/** Requests that are shown with one warning. */
const MOST_SAMPLE_CURLS = 2;

type SampleProvider = RunParts["provider"];
type SampleParts = Pick<RunParts, "provider" | "recipeReader" | "formatter"> & {
  /** Endpoints of which a clause failed: by successes without a record they were tested. */
  readonly failed: ReadonlySet<Endpoint>;
};

/** The warnings about samples, and the endpoints of which no sample returned anything. */
export interface SampleWarnings {
  readonly warnings: readonly Warning[];
  readonly silent: ResponseCounts;
}

/** Checks which samples exist. Samples that were not requested yet are requested here. */
export async function checkSamples(
  endpoints: ReadonlySet<Endpoint>,
  parts: SampleParts,
): Promise<SampleWarnings> {
  const warnings: Warning[] = [];
  const silent: Record<string, ResponseCounts[string]> = {};
  for (const endpoint of [...endpoints].filter(isSampled)) {
    const given = await checkEndpointSamples(endpoint, parts);
    warnings.push(...given.warnings);
    Object.assign(silent, given.silent);
  }
  return { warnings: [...warnings, ...unreadLists(endpoints, parts)], silent };
}

/** Lists that returned an error when they were read for samples: records that only they show were not looked at. */
function unreadLists(
  endpoints: ReadonlySet<Endpoint>,
  { recipeReader, formatter }: SampleParts,
): readonly Warning[] {
  return recipeReader
    .unread()
    .filter(({ endpoint }) => endpoints.has(endpoint))
    .map(({ endpoint, target, received, response }) => ({
      id: "samples-list-unread",
      endpoint,
      about: target,
      message: `the list ${target}, read for samples, returned ${received}`,
      curls: response === undefined ? [] : [formatter.curl(response)],
    }));
}

/** Why an endpoint has no record; undefined if it has one, or if neither the user nor a list says that it should. */
export async function missingRecordsReason(
  endpoint: Endpoint,
  provider: SampleProvider,
): Promise<Reason | undefined> {
  const { isFound, gone } = isSampled(endpoint)
    ? await resolveSamples(endpoint, provider)
    : { isFound: true, gone: [] };
  return isFound ? undefined : gone[0]?.why;
}

async function resolveSamples(endpoint: SampledEndpoint, provider: SampleProvider) {
  const { samples = [] } = await resolvedOrNone(provider.resolve({ samples: SAMPLED[endpoint].samples }));
  const isFound = samples.some(({ response }) => hasSuccessBody(response));
  return {
    samples,
    isFound,
    gone: missingRecords(endpoint, samples).filter(({ isAll }) => isAll !== isFound),
  };
}

async function checkEndpointSamples(
  endpoint: SampledEndpoint,
  { provider, recipeReader, formatter, failed }: SampleParts,
): Promise<SampleWarnings> {
  const { member } = SAMPLED[endpoint];
  const { samples, isFound, gone } = await resolveSamples(endpoint, provider);
  const malformed = member === "verifications" ? [] : recipeReader.malformed(member);
  const warning = (
    id: string,
    message: string,
    responses: readonly ApiResponse[],
    about: string,
  ): Warning => {
    const curls = responses.slice(0, MOST_SAMPLE_CURLS).map((response) => formatter.curl(response));
    return { id, endpoint, about, message, curls };
  };
  const texts = malformed.map((item) => [malformedText(endpoint, item), item.list] as const);
  const reasons = [
    ...gone.map(({ why }) => why.reason),
    ...texts.map(([text]) => serviceMustFix(`${text};`).reason),
  ];
  const unusable = gone.reduce((sum, { responses }) => sum + responses.length, 0) + malformed.length;
  const isTested = failed.has(endpoint) && gone.some(({ responses }) => !responses.some(looksMissing));
  const isSilent =
    !isFound && !isTested && reasons.length > 0 && (gone.length > 0 || samples.every(isUnsure));
  return {
    warnings: [
      ...gone.map(({ text, responses, about }) => warning("samples-missing", text, responses, about)),
      ...texts.map(([text, list]) => warning("samples-malformed", text, [list], list.request.target)),
    ],
    silent: isSilent ? { [endpoint]: { usable: 0, unusable, reason: reasons.join("; ") } } : {},
  };
}

const isUnsure = ({ fromUser, listed }: Sample): boolean => !fromUser && listed === undefined;

/** The clauses that need a missing prerequisite report it themselves. */
const resolvedOrNone = <T extends object>(coming: Promise<T>): Promise<Partial<T>> =>
  coming.catch(() => ({}));
