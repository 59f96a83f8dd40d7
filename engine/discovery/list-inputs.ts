import type { Endpoint, ParameterKey } from "../../schemas/operations.ts";
import { publicKeysIn, rowsIn } from "../clauses/pagination.ts";
import type { Find, Listing, ListInputs } from "../clauses/prerequisites.ts";
import { ignoreUnusable, keyedParameters, requireMissing } from "../clauses/prerequisites.ts";
import { isSuccess } from "../message/classify.ts";
import type { RequestSender } from "../model/exchange.ts";
import type { Settings } from "../model/settings.ts";
import { present } from "../model/model.ts";
import type { RunWithSender } from "./token-search.ts";

/** If the target file or recipes give at least this many accounts, clauses use no others: they need a first, a middle and a last one. */
const FEW_ACCOUNTS = 3;
const TRIED_KEYS = 6;

export const createListInputsFinder =
  (
    endpoint: "tokens" | "tokenBalances",
    { run, settings }: { readonly run: RunWithSender; readonly settings: Settings },
  ) =>
  async (find: Find): Promise<ListInputs> => {
    const [{ names, unnamed }, accounts = [], accountsOfUser, givenKeys] = await Promise.all([
      findParameterNames(find, parameterKeys(endpoint)),
      find("accountIds").catch(ignoreUnusable),
      find("givenAccounts"),
      find("givenKeys"),
    ]);
    // Most holders of a token hold no other token, so accounts of the target file reveal more.
    const fromUser = accounts.filter((account) => accountsOfUser.includes(account));
    const list = await find(endpoint === "tokens" ? "tokens" : "balances").catch(ignoreUnusable);
    const name = names["publicKey"];
    const ofRecords = await findPublicKeys(find);
    const allKeys = [...givenKeys.slice(0, 1), ...givenKeys.slice(-1), ...givenKeys, ...ofRecords];
    const triedKeys = [...new Set(allKeys)].slice(0, TRIED_KEYS);
    const canSend = list !== undefined && name !== undefined;
    const key = canSend ? await run("base", (t) => findSelectingKey(t, list, name, triedKeys)) : undefined;
    return {
      names,
      unnamed,
      accounts: fromUser.length >= FEW_ACCOUNTS ? fromUser : accounts,
      ...present({ key: key ?? settings.target.samples.publicKeys?.[0] }),
    };
  };

type Keys = readonly (readonly [word: string, key: ParameterKey])[];

export const parameterKeys = (endpoint: Endpoint): Keys =>
  keyedParameters(endpoint).map(({ key, parameter }) => [parameter.key, key]);

/** By key, such as `tokenId`: `names` of the parameters that the target has, and `unnamed` with a reason for each other parameter. */
export async function findParameterNames(find: Find, keys: Keys) {
  const resolved = await Promise.all(
    keys.map(async ([word, key]) => [word, await find(key).catch(requireMissing)] as const),
  );
  const names = resolved.flatMap(([word, name]) => (typeof name === "string" ? [[word, name] as const] : []));
  const unnamed = resolved.flatMap(([word, why]) => (typeof why === "string" ? [] : [[word, why] as const]));
  return { names: Object.fromEntries(names), unnamed: Object.fromEntries(unnamed) };
}

/** The contract does not state whether keys of tokens or of accounts are compared, so keys of tokens and contracts are tried too. */
async function findPublicKeys(find: Find): Promise<readonly string[]> {
  const [tokens, contracts = []] = await Promise.all([
    find("tokens").catch(ignoreUnusable),
    find("contracts").catch(ignoreUnusable),
  ]);
  return publicKeysIn([...(tokens?.rows ?? []), ...contracts.map(({ response }) => response.body.value)]);
}

/** Minimum number of rows that a key must select so that order and pages can be tested. */
const ENOUGH_ROWS = 3;

/** The first key that selects {@link ENOUGH_ROWS} rows, or else the one that selects most; undefined if none selects a row. */
async function findSelectingKey(
  t: RequestSender,
  list: Listing,
  name: string,
  keys: readonly string[],
): Promise<string | undefined> {
  let best: { readonly rows: number; readonly key?: string } = { rows: 0 };
  for (const key of keys) {
    const response = await t.get(list.request([[name, key], ...list.largest], "open"));
    const rows = isSuccess(response) ? rowsIn(response).length : 0;
    if (rows >= ENOUGH_ROWS) return key;
    best = rows > best.rows ? { rows, key } : best;
  }
  return best.key;
}
