import { loadCatalogue } from "../engine/clauses/catalogue.ts";
import type { RunResult } from "../engine/model/results.ts";
import { covers } from "../reports/reading/known.ts";
import { serviceOf } from "../reports/words/labels.ts";
import { SERVICE_NAMES, type Service } from "../schemas/operations.ts";
import { bundledProfiles, readProfiles } from "./files/profile.ts";

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
  const endpoints = new Map((await loadCatalogue()).clauses.map(({ id, endpoint }) => [id, endpoint]));
  const alike = bundledProfiles()
    .flatMap((name) => readProfiles([name], endpoints))
    .filter(({ group }) => urls[group] !== undefined && !used.has(group))
    .flatMap(({ name: profile, title, group, deviations = [] }) => {
      const own = broken.filter(({ service }) => service === group);
      const met = deviations.filter((entry) =>
        own.some(({ id, violation }) => id === entry.clause && covers(entry, violation)),
      );
      const covered = own.filter(({ id, violation }) =>
        met.some((entry) => id === entry.clause && covers(entry, violation)),
      ).length;
      const looksLike = met.length >= LEAST && covered * 2 >= own.length;
      return looksLike ? [{ group, shown: { profile, title, covered, broken: own.length } }] : [];
    });
  const most = (service: Service): readonly Resemblance[] =>
    alike
      .filter(({ group }) => group === service)
      .map(({ shown }) => shown)
      .toSorted((a, b) => b.covered - a.covered)
      .slice(0, 1);
  return SERVICE_NAMES.flatMap(most);
}
