// Interpretation 22: warnings about samples that are missing or malformed
import { isSampled, SAMPLED, type SampledEndpoint } from "../clauses/prerequisites.ts";
import { missingRecords } from "../discovery/missing-records.ts";
import { hasSuccessBody, looksMissing } from "../message/classify.ts";
import type { Reason } from "../model/reason.ts";
import type { ResponseCounts, Warning } from "../model/results.ts";
import type { Endpoint } from "../model/settings.ts";
import type { RunParts } from "./run-parts.ts";

/** Requests that are shown with one warning. */
const MOST_SAMPLE_CURLS = 2;

type SampleProvider = RunParts["provider"];
type SampleParts = Pick<RunParts, "provider" | "formatter"> & {
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
    const checked = await checkEndpointSamples(endpoint, parts);
    warnings.push(...checked.warnings);
    Object.assign(silent, checked.silent);
  }
  return { warnings, silent };
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
  return { isFound, gone: missingRecords(endpoint, samples).filter(({ isAll }) => isAll !== isFound) };
}

async function checkEndpointSamples(
  endpoint: SampledEndpoint,
  { provider, formatter, failed }: SampleParts,
): Promise<SampleWarnings> {
  const { isFound, gone } = await resolveSamples(endpoint, provider);
  const unusable = gone.reduce((sum, { responses }) => sum + responses.length, 0);
  const isTested = failed.has(endpoint) && gone.some(({ responses }) => !responses.some(looksMissing));
  const reason = gone.map(({ why }) => why.reason).join("; ");
  return {
    warnings: gone.map(({ text, responses, about }) => ({
      id: "samples-missing",
      endpoint,
      about,
      message: text,
      curls: responses.slice(0, MOST_SAMPLE_CURLS).map((response) => formatter.curl(response)),
    })),
    silent: isFound || isTested || gone.length === 0 ? {} : { [endpoint]: { usable: 0, unusable, reason } },
  };
}

/** The clauses that need a missing prerequisite report it themselves. */
const resolvedOrNone = <T extends object>(coming: Promise<T>): Promise<Partial<T>> =>
  coming.catch(() => ({}));
