import { loadCatalogue } from "../clauses/catalogue.ts";
import type { RunResult } from "../model/results.ts";
import { covers } from "../../reports/reading/known.ts";
import { serviceOf } from "../../reports/words/labels.ts";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { bundledProfiles, endpointsOf } from "./files/profile.ts";

/** A bundled profile that was not given, and how much of what is broken its entries speak of. */
export interface Resemblance {
  readonly profile: string;
  readonly title: string;
  /** Broken places of its service that it covers, of all there are. */
  readonly covered: number;
  readonly broken: number;
}

/** Entries that have to be met: one alone may be chance. */
const LEAST = 2;

/**
 * The profile that each service without one looks like: at least half of what is broken is known of it, and most of all
 * profiles.
 */
export async function resemblances({
  clauses,
  profiles = [],
  target,
}: RunResult): Promise<readonly Resemblance[]> {
  const used = new Set(profiles.map(({ group }) => group));
  const broken = clauses
    .filter(({ outcome }) => outcome === "fail")
    .flatMap(({ id, endpoint, violations }) =>
      violations
        .filter(({ known }) => known === undefined)
        .map((violation) => ({ id, service: serviceOf(endpoint), violation })),
    );
  if (broken.length === 0) {
    return [];
  }
  const urls = { status: target.statusUrl, base: target.baseUrl, verify: target.verifyUrl };
  const alike = bundledProfiles(endpointsOf(await loadCatalogue()))
    .filter(({ group }) => urls[group] !== undefined && !used.has(group))
    .flatMap(({ name: profile, title, group, deviations = [] }) => {
      const own = broken.filter(({ service }) => service === group);
      const pairs = own.flatMap((place) =>
        deviations
          .filter((entry) => entry.clause === place.id && covers(entry, place.violation))
          .map((entry) => ({ place, entry })),
      );
      const met = new Set(pairs.map(({ entry }) => entry)).size;
      const covered = new Set(pairs.map(({ place }) => place)).size;
      const looksLike = met >= LEAST && covered * 2 >= own.length;
      return looksLike ? [{ group, shown: { profile, title, covered, broken: own.length } }] : [];
    })
    .toSorted((a, b) => b.shown.covered - a.shown.covered);
  return SERVICE_NAMES.flatMap((service) => alike.find(({ group }) => group === service)?.shown ?? []);
}
