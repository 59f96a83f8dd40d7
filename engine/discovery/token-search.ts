// Finds a token that many accounts hold: the clauses of §4.3 need balances from which filters can select
import * as discovery from "./listings.ts";
import { requireFound } from "./missing-records.ts";
import { present, spread, uniqueBy } from "../model/model.ts";
import { looksMissing } from "../message/classify.ts";
import type { Candidate, Find, Sample } from "../clauses/prerequisites.ts";
import { ignoreMissing, ignoreUnusable, missingSamples } from "../clauses/prerequisites.ts";
import { isSmoke, type Size } from "../clauses/size.ts";
import { hasNextPage } from "../clauses/pagination.ts";
import { compareIds } from "../model/compare.ts";
import type { RequestSender } from "../model/exchange.ts";
import { ENTITY_ID } from "../../schemas/formats.ts";
import { operations, type Service } from "../../schemas/operations.ts";

/** Maximum number of further tokens whose balances are requested to find one with holders, and how many at the same time. */
const FURTHER_TOKENS = 40;
const TOKENS_PER_BATCH = 5;

/** Calls `work` with a request sender, or throws if the service has no URL. `fresh`: the requests bypass the cache. */
export type RunWithSender = <A>(
  service: Service,
  work: (t: RequestSender) => Promise<A>,
  fresh?: boolean,
) => Promise<A>;

/** Finders of tokens; the caller caches their results. `fromUser` returns the tokens of the target file, or those that recipes find. */
export function tokenFinders(fromUser: () => Promise<readonly Candidate[]>, size: Size, run: RunWithSender) {
  /** Tokens of the target file or of recipes, then of the token list, each with a page of its balances. */
  async function tokenSamples(find: Find): Promise<readonly Sample[]> {
    const most = Math.ceil(size.records / 2);
    const list = await findListedTokens(find);
    const paths = new Map(list.map((row) => [row.identifier, row.listed]));
    const givenTokens = (await fromUser()).slice(0, isSmoke(size) ? most : size.records).map((sample) => ({
      ...sample,
      ...present({ listed: sample.listed ?? paths.get(sample.identifier) }),
    }));
    const givenIds = new Set(givenTokens.map(({ identifier }) => identifier));
    const otherTokens = list.filter(({ identifier }) => !givenIds.has(identifier));
    const furtherCount = Math.max(Math.max(most, size.tokens) - givenTokens.length, 0);
    const all = [...givenTokens, ...selectTokens(otherTokens, furtherCount)];
    return await run("base", (t) => discovery.requestSamples(t, "tokenBalances", all));
  }

  /** All tokens whose balances were requested: the samples and, if none has enough holders, further tokens. */
  async function searchedTokens(find: Find): Promise<readonly Sample[]> {
    const samples = await find("tokenSamples");
    return [...samples, ...(await searchFurther(find, samples))];
  }

  /** Whether a token has several pages of holders; at smoke, or for a token of the user, several holders are enough. */
  const isEnough = (sample: Sample): boolean =>
    discovery.hasHolders(sample) && (isSmoke(size) || sample.fromUser || hasNextPage(sample.response));

  async function searchFurther(find: Find, samples: readonly Sample[]): Promise<readonly Sample[]> {
    if (samples.some(isEnough)) return [];
    const further: Sample[] = [];
    const listed = spread(await findListedTokens(find), FURTHER_TOKENS);
    const requested = new Set(samples.map(({ identifier }) => identifier));
    const candidates = uniqueBy<Candidate>([...(await fromUser()), ...listed], (one) => one.identifier)
      .filter(({ identifier }) => !requested.has(identifier))
      .slice(0, FURTHER_TOKENS);
    for (let at = 0; at < candidates.length && !further.some(isEnough); at += TOKENS_PER_BATCH) {
      const batch = candidates.slice(at, at + TOKENS_PER_BATCH);
      further.push(...(await run("base", (t) => discovery.requestSamples(t, "tokenBalances", batch))));
    }
    return further;
  }

  return { tokenSamples, searchedTokens };
}

/** Finds the token whose balances are tested: the one with most holders. Throws if no token is known, or all are reported missing. */
export async function findTokenWithHolders(find: Find): Promise<string> {
  const samples = await find("searchedTokens");
  // If no token has balances, one is tested that is not reported as missing: clauses may find a violation.
  const unclear = samples.find(({ response }) => !looksMissing(response));
  const best = discovery.tokenWithMostHolders(samples) ?? unclear ?? (await throwUnknown(find, samples));
  return best.identifier;
}

async function throwUnknown(find: Find, samples: readonly Sample[]): Promise<never> {
  requireFound("tokenBalances", samples);
  const list = await find("tokens").catch(ignoreMissing);
  const isEmpty = list?.complete === true && list.rows.length === 0;
  const subject = `no token is known${isEmpty ? ", and the token list is empty" : ""}`;
  throw missingSamples("tokenIds", subject, { dependsOn: [{ endpoint: "tokens", needs: "data" }] });
}

/** Maximum number of tokens of each unusual kind that come first. */
const OF_EACH_KIND = 5;

/** Selects tokens spread over the list. If `most` is 20 or more, deleted ones and those with unusual ids come first. */
function selectTokens(list: readonly ListedToken[], most: number): readonly Candidate[] {
  if (most < 4 * OF_EACH_KIND) return spread(list, most);
  const byId = list
    .filter(({ identifier }) => ENTITY_ID.test(identifier))
    .toSorted((a, b) => compareIds(a.identifier, b.identifier));
  const byLength = byId.toSorted((a, b) => b.identifier.length - a.identifier.length);
  const deleted = list.filter(({ isDeleted }) => isDeleted);
  const kinds = [deleted, byId.toReversed(), byId, byLength].map((kind) => kind.slice(0, OF_EACH_KIND));
  const unusual = [...new Set(kinds.flat())];
  const otherTokens = list.filter((one) => !unusual.includes(one));
  return [...unusual, ...spread(otherTokens, Math.max(most - unusual.length, 0))];
}

interface ListedToken extends Candidate {
  readonly isDeleted: boolean;
}

async function findListedTokens(find: Find): Promise<readonly ListedToken[]> {
  const list = await find("tokens").catch(ignoreUnusable);
  const base = { origin: "the token list", fromUser: false, listed: operations.tokens.path };
  return (list?.rows ?? []).flatMap(({ token_id: identifier, deleted }) =>
    typeof identifier === "string" ? [{ ...base, identifier, isDeleted: deleted === true }] : [],
  );
}
