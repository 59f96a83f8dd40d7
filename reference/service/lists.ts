import { idKey, isEntityId } from "./entity-id.ts";
import { invalidParameters, success, type Handler } from "../exchange.ts";
import { balanceFilter, idFilter, meetsAll, newestMeeting, timestampFilter } from "./filters.ts";
import type { Ledger, ListedBalance, ListedToken } from "./ledger.ts";
import { linkAfter, pageOf, spanOf } from "./pages.ts";
import { namePart, publicKey, QueryReading, type Settings } from "./parameters.ts";

type TokenFilters = ReturnType<typeof tokenFilters>;

function tokenFilters(reading: QueryReading, settings: Settings) {
  const { name, publicKey: key } = settings.names.tokens;
  const filters = {
    ids: reading.all("token.id", idFilter(settings.home)),
    accounts: reading.all("account.id", idFilter(settings.home)),
    names: reading.all(name, namePart),
    keys: reading.all(key, publicKey),
  };
  if (reading.has(name)) {
    for (const other of ["token.id", "account.id"]) if (reading.has(other)) reading.refused.push(other);
  }
  return filters;
}

function tokenAccepted(
  { ids, accounts, names, keys }: TokenFilters,
  token: ListedToken,
  { accountsOf }: Settings,
): boolean {
  const related = accountsOf === "holders" ? token.holders : [token.key + 1n];
  return (
    meetsAll(ids, token.key) &&
    names.every((name) => token.name.includes(name)) &&
    keys.every((key) => token.publicKey === key) &&
    (accounts.length === 0 || related.some((account) => meetsAll(accounts, account)))
  );
}

/** The token list. A search by name has one page only. */
export function tokenList(ledger: () => Ledger, settings: Settings): Handler {
  return (ask) => {
    const reading = new QueryReading(ask.query);
    const filters = tokenFilters(reading, settings);
    const span = spanOf(reading, settings.names.tokens, settings.pageSize, "asc");
    if (reading.refused.length > 0) return invalidParameters(reading.refused);
    const page = pageOf(ledger().tokens, (token) => tokenAccepted(filters, token, settings), span);
    const next = filters.names.length > 0 ? null : linkAfter(ask, page, "token_id");
    return success({ tokens: page.rows, links: { next } });
  };
}

/** The balances of one token, as of its newest snapshot that meets the timestamp filters. */
export function balanceList(ledger: () => Ledger, settings: Settings): Handler {
  const names = settings.names.tokenBalances;
  return (ask) => {
    const reading = new QueryReading(ask.query);
    if (!isEntityId(ask.param)) reading.refused.push("tokenId");
    const balances = reading.all(names.balance, balanceFilter);
    const accounts = reading.all(names.accountId, idFilter(settings.home));
    const keys = reading.all(names.publicKey, publicKey);
    const times = reading.all(names.timestamp, timestampFilter);
    const span = spanOf(reading, names, settings.pageSize, "desc");
    if (reading.refused.length > 0) return invalidParameters(reading.refused);
    const snapshot = newestMeeting(ledger().balances.get(idKey(ask.param)) ?? [], times);
    const accepts = (row: ListedBalance) =>
      meetsAll(accounts, row.key) &&
      meetsAll(balances, row.balance) &&
      keys.every((key) => row.publicKey === key);
    const page = pageOf(snapshot?.rows ?? [], accepts, span);
    const next = linkAfter(ask, page, "account");
    const timestamp = snapshot?.timestamp ?? ledger().snapshotTime;
    return success({ timestamp, balances: page.rows, links: { next } });
  };
}
