// Reading 22: what endpoints gave that were asked by samples
import { isSampled, SAMPLED, type Sampled, type SampledEndpoint } from "../clauses/prerequisites.ts";
import { goneAmong, malformedText, toMend } from "../discovery/found.ts";
import { isServed, looksMissing } from "../message/classify.ts";
import type { Reason, Reply } from "../model/exchange.ts";
import type { AnswerCounts, Warning } from "../model/results.ts";
import type { Endpoint } from "../model/settings.ts";
import type { Wiring } from "./wiring.ts";

/** Requests that are shown with one warning. */
const SHOWN = 2;

type Provider = Wiring["provider"];
type Parts = Pick<Wiring, "provider" | "cook" | "scribe"> & {
  /** Endpoints of which a clause failed: by successes without a record they were tested. */
  readonly failed: ReadonlySet<Endpoint>;
};

/** The warnings about samples, and the endpoints of which no sample returned anything. */
export interface Gave {
  readonly warnings: readonly Warning[];
  readonly silent: AnswerCounts;
}

/** Looks at the samples of endpoints: all were asked for by now, or are asked for here. */
export async function whatWasGiven(endpoints: ReadonlySet<Endpoint>, parts: Parts): Promise<Gave> {
  const warnings: Warning[] = [];
  const silent: Record<string, AnswerCounts[string]> = {};
  for (const endpoint of [...endpoints].filter(isSampled)) {
    const given = await givenBy(endpoint, parts);
    warnings.push(...given.warnings);
    Object.assign(silent, given.silent);
  }
  return { warnings: [...warnings, ...unreadLists(endpoints, parts)], silent };
}

/** Lists that returned an error when they were read for samples: records that only they show were not looked at. */
function unreadLists(endpoints: ReadonlySet<Endpoint>, { cook, scribe }: Parts): readonly Warning[] {
  return cook
    .unread()
    .filter(({ endpoint }) => endpoints.has(endpoint))
    .map(({ endpoint, target, came, reply }) => ({
      id: "samples-list-unread",
      endpoint,
      about: target,
      message: `the list ${target}, read for samples, returned ${came}`,
      curls: reply === undefined ? [] : [scribe.curl(reply)],
    }));
}

/** Why nothing of an endpoint is there; undefined where something is, or where nobody says that it should be. */
export async function whyNothing(endpoint: Endpoint, provider: Provider): Promise<Reason | undefined> {
  const { isFound, gone } = isSampled(endpoint)
    ? await lookAt(endpoint, provider)
    : { isFound: true, gone: [] };
  return isFound ? undefined : gone[0]?.why;
}

async function lookAt(endpoint: SampledEndpoint, provider: Provider) {
  const { samples = [] } = await known(provider.resolve({ samples: SAMPLED[endpoint].samples }));
  const isFound = samples.some(({ reply }) => isServed(reply));
  return { samples, isFound, gone: goneAmong(endpoint, samples).filter(({ isAll }) => isAll !== isFound) };
}

async function givenBy(endpoint: SampledEndpoint, { provider, cook, scribe, failed }: Parts): Promise<Gave> {
  const { member } = SAMPLED[endpoint];
  const { samples, isFound, gone } = await lookAt(endpoint, provider);
  const malformed = member === "verifications" ? [] : cook.malformed(member);
  const warning = (id: string, message: string, replies: readonly Reply[], about: string): Warning => {
    const curls = replies.slice(0, SHOWN).map((reply) => scribe.curl(reply));
    return { id, endpoint, about, message, curls };
  };
  const texts = malformed.map((item) => [malformedText(endpoint, item), item.list] as const);
  const reasons = [...gone.map(({ why }) => why.reason), ...texts.map(([text]) => toMend(`${text};`).reason)];
  const unusable = gone.reduce((sum, { replies }) => sum + replies.length, 0) + malformed.length;
  const isTested = failed.has(endpoint) && gone.some(({ replies }) => !replies.some(looksMissing));
  const isSilent =
    !isFound && !isTested && reasons.length > 0 && (gone.length > 0 || samples.every(isUnsure));
  return {
    warnings: [
      ...gone.map(({ text, replies, about }) => warning("samples-missing", text, replies, about)),
      ...texts.map(([text, list]) => warning("samples-malformed", text, [list], list.ask.target)),
    ],
    silent: isSilent ? { [endpoint]: { usable: 0, unusable, reason: reasons.join("; ") } } : {},
  };
}

const isUnsure = ({ vouched, listed }: Sampled): boolean => !vouched && listed === undefined;

/** What is not there is told of the clauses that need it. */
const known = <T extends object>(coming: Promise<T>): Promise<Partial<T>> => coming.catch(() => ({}));
