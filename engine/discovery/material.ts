import { operations, type Endpoint } from "../../schemas/operations.ts";
import { rowsIn } from "../clauses/pagination.ts";
import {
  ignoreUnavailable,
  type Find,
  type Listing,
  type Material,
  type ParameterKey,
} from "../clauses/prerequisites.ts";
import { isObject, isSuccess } from "../message/classify.ts";
import { one, type Asking } from "../model/exchange.ts";
import type { Run } from "./token-search.ts";

/** A first, a middle and a last one. */
const FEW_ACCOUNTS = 3;
/** Keys that are tried, of those that records show. */
const TRIED_KEYS = 6;

/** What requests for a list are made of; what the target lacks is left out. */
export const materialOf =
  (endpoint: "tokens" | "tokenBalances", { run }: { readonly run: Run }) =>
  async (find: Find): Promise<Material> => {
    const [names, accounts = [], some, given] = await Promise.all([
      namesOf(endpoint, find),
      find("accountIds").catch(ignoreUnavailable),
      find("someAccounts"),
      find("someKeys"),
    ]);
    // Those that the user names tell more: most holders of one token hold nothing else.
    const vouched = accounts.filter((account) => some.includes(account));
    const list = await find(endpoint === "tokens" ? "tokens" : "balances").catch(ignoreUnavailable);
    const name = names["publicKey"];
    const selected = async (keys: readonly string[]): Promise<readonly string[]> =>
      list === undefined || name === undefined ? [] : await run("base", selecting(list, name, keys));
    return {
      names,
      accounts: vouched.length >= FEW_ACCOUNTS ? vouched : accounts,
      keys:
        given.length === 0
          ? await selected(await shownKeys(find))
          : // A user names keys of tokens and of accounts alike: those that select rows of this list come first.
            [...new Set([...(await selected(given)), ...given])],
    };
  };

/** The names of the parameters that the target listens to, by their keys at an endpoint. */
export const namesOf = (endpoint: Endpoint, find: Find): Promise<Material["names"]> =>
  namesUnder(
    find,
    operations[endpoint].query.map(({ key }) => [key, `${endpoint}.${key}` as ParameterKey]),
  );

/** The names of parameters, each under a word for it, without those that mean nothing to the target. */
export async function namesUnder(
  find: Find,
  keys: readonly (readonly [word: string, key: ParameterKey])[],
): Promise<Readonly<Record<string, string>>> {
  const known = keys.map(async ([word, key]) => {
    const name = await find(key).catch(ignoreUnavailable);
    return name === undefined ? [] : [[word, name] as const];
  });
  return Object.fromEntries((await Promise.all(known)).flat());
}

/** The public keys that tokens of the list and contracts show in their admin_key (§2.3, §2.8), each once. */
async function shownKeys(find: Find): Promise<readonly string[]> {
  const [tokens, contracts = []] = await Promise.all([
    find("tokens").catch(ignoreUnavailable),
    find("contracts").catch(ignoreUnavailable),
  ]);
  const records: readonly unknown[] = [
    ...(tokens?.rows ?? []),
    ...contracts.map(({ reply }) => reply.body.value),
  ];
  const keys = records
    .map((record) => (isObject(record) && isObject(record["admin_key"]) ? record["admin_key"]["key"] : ""))
    .filter((key) => typeof key === "string")
    .filter((key) => /^(?:[0-9a-f]{2}){16,66}$/i.test(key));
  return [...new Set(keys)];
}

/**
 * Keys that select rows of a list, of those that records show or a user names: nobody promised whose keys the list
 * compares.
 */
function* selecting(list: Listing, name: string, shown: readonly string[]): Asking<readonly string[]> {
  const found: string[] = [];
  for (const key of shown.slice(0, Math.min(list.size.records, TRIED_KEYS))) {
    const reply = yield* one({ ...list.ask([[name, key], ...list.largest], "open"), memo: true });
    if (isSuccess(reply) && rowsIn(reply, list.member).length > 0) {
      found.push(key);
    }
  }
  return found;
}
