// Finds a token that many accounts hold: the clauses of §4.3 need balances from which filters can select
import * as discovery from "./listings.ts";
import { requireFound } from "./missing-records.ts";
import { present, spread, uniqueBy } from "../model/model.ts";
import { looksMissing } from "../message/classify.ts";
import type { Candidate, Find, Sample } from "../clauses/prerequisites.ts";
import { ignoreMissing, ignoreUnusable, missingSamples } from "../clauses/prerequisites.ts";
import { isSmoke, type Size } from "../clauses/size.ts";
import { hasNextPage, pagedList } from "../clauses/pagination.ts";
import { compareIds } from "../model/compare.ts";
import { requestTo, type RequestSender } from "../model/exchange.ts";
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

/** Maximum number of tokens with several pages of balances of which a page of 100 is requested, to find the longest list. */
const LONG_LISTS = 20;
/** How many of several lists that are equally long by their page of 100 are read further, and how many pages of each. */
const LONGEST_LISTS = 5;
const PAGES_OF_LONG_LIST = 5;

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

/** Finds the token whose balances are tested. `limit`: the name of this parameter; null: none. Throws if no token is known. */
export const holdersFinder =
  (size: Size, run: RunWithSender, limit: string | null) =>
  async (find: Find): Promise<string> => {
    const samples = await find("searchedTokens");
    const mostHolders = discovery.tokensWithMostHolders(samples);
    const longLists =
      isSmoke(size) || limit === null ? [] : mostHolders.filter(({ response }) => hasNextPage(response));
    const search = (t: RequestSender) => longestList(t, longLists, limit ?? "").catch(ignoreUnusable);
    const longest = longLists.length < 2 ? undefined : await run("base", search);
    // If no token has balances, one is tested that is not reported as missing: clauses may find a violation.
    const unclear = samples.find(({ response }) => !looksMissing(response));
    const best = longest ?? mostHolders[0] ?? unclear ?? (await throwUnknown(find, samples));
    return best.identifier;
  };

/** The token with the longest list of several: a service may truncate a list, or miscount its rows, only long after the first page. */
async function longestList(
  t: RequestSender,
  lists: readonly Sample[],
  limit: string,
): Promise<Sample | undefined> {
  const request = ({ identifier: path }: Candidate) =>
    requestTo("tokenBalances", { path, query: [[limit, "100"]], expects: "open" });
  const pages = await discovery.requestSamples(t, "tokenBalances", lists.slice(0, LONG_LISTS), request);
  const mostHolders = discovery.tokensWithMostHolders(pages);
  const readFurther = async (sample: Sample) => {
    const { rows } = await pagedList(t, request(sample), PAGES_OF_LONG_LIST);
    return { sample, rows: rows.length };
  };
  const longest = mostHolders.length > 1 ? mostHolders.slice(0, LONGEST_LISTS) : [];
  const lengths = await Promise.all(longest.map(readFurther));
  return lengths.toSorted((a, b) => b.rows - a.rows)[0]?.sample ?? mostHolders[0];
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
