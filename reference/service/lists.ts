import { invalidParameters, setQuery, success, textOf, valuesOf } from "../exchange.ts";
import type { Handler, JsonObject, ServerRequest } from "../exchange.ts";
import type { Keyed, Ledger } from "./ledger.ts";
import * as parameters from "./parameters.ts";

type Names = { readonly limit: string; readonly order: string };

type ServedPage = { readonly rows: readonly JsonObject[]; readonly more: boolean };

function pager(
  reading: ReturnType<typeof parameters.readingOf>,
  names: Names,
  pageSize: number,
  usual: "asc" | "desc",
) {
  const limit = reading.last(names.limit, parameters.itemCount) ?? pageSize;
  const isUp = (reading.last(names.order, parameters.orderReader) ?? usual) === "asc";
  const after = reading.last(parameters.CURSOR, parameters.idKey);
  return <T extends Keyed>(sorted: readonly T[], accepts: (row: T) => boolean): ServedPage => {
    const isAhead = ({ key }: T) => after === undefined || (isUp ? key > after : key < after);
    const rows = (isUp ? sorted : sorted.toReversed()).filter((row) => isAhead(row) && accepts(row));
    return { rows: rows.slice(0, limit).map(({ row }) => row), more: rows.length > limit };
  };
}

/** The link to the next page; `member` identifies rows, and its last value becomes the cursor. */
function linkAfter(request: ServerRequest, { rows, more }: ServedPage, member: string): string | null {
  const id = textOf(rows.at(-1)?.[member]);
  if (!more) return null;
  const query = setQuery(request, parameters.CURSOR, id)
    .query.map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll("%3A", ":")}`,
    )
    .join("&");
  return `${parameters.LEDGER_PREFIX}${request.path}?${query}`;
}

/** The token list. A search by name has one page only. */
export const tokenList =
  (
    ledger: () => Ledger,
    { names: { tokens: tokenNames }, ...settings }: parameters.ServiceSettings,
  ): Handler =>
  (request) => {
    const reading = parameters.readingOf(request);
    const ids = reading.all("token.id", parameters.idFilterReader(settings.home));
    const accounts = reading.all("account.id", parameters.idFilterReader(settings.home));
    const names = reading.all(tokenNames.name, parameters.namePart);
    const keys = reading.all(tokenNames.publicKey, parameters.withoutHexPrefix);
    const hasName = valuesOf(request, tokenNames.name).length > 0;
    if (hasName)
      reading.refused.push(
        ...["token.id", "account.id"].filter((other) => valuesOf(request, other).length > 0),
      );
    const pageOf = pager(reading, tokenNames, settings.pageSize, "asc");
    if (reading.refused.length > 0) return invalidParameters(reading.refused);
    const page = pageOf(ledger().tokens, ({ key, name, publicKey, holders }) => {
      const related = settings.accountsOf === "holders" ? holders : [key + 1n];
      return (
        parameters.meetsAll(ids, key) &&
        names.every((part) => name.includes(part)) &&
        keys.every((one) => publicKey === one) &&
        (accounts.length === 0 || related.some((account) => parameters.meetsAll(accounts, account)))
      );
    });
    return success({
      tokens: page.rows,
      links: { next: hasName ? null : linkAfter(request, page, "token_id") },
    });
  };

/** The balances of one token, as of its newest snapshot that meets the timestamp filters. */
export function balanceList(ledger: () => Ledger, settings: parameters.ServiceSettings): Handler {
  const names = settings.names.tokenBalances;
  return (request) => {
    const reading = parameters.readingOf(request);
    const token = parameters.idKey(request.param);
    if (token === undefined) reading.refused.push("tokenId");
    const balances = reading.all(names.balance, parameters.balanceFilterReader);
    const accounts = reading.all(names.accountId, parameters.idFilterReader(settings.home));
    const keys = reading.all(names.publicKey, parameters.withoutHexPrefix);
    const times = reading.all(names.timestamp, parameters.timestampFilter);
    const pageOf = pager(reading, names, settings.pageSize, "desc");
    if (token === undefined || reading.refused.length > 0) return invalidParameters(reading.refused);
    const snapshot = parameters.newestMeeting(ledger().balances.get(token) ?? [], times);
    const page = pageOf(
      snapshot?.rows ?? [],
      ({ key, balance, publicKey }) =>
        parameters.meetsAll(accounts, key) &&
        parameters.meetsAll(balances, balance) &&
        keys.every((one) => publicKey === one),
    );
    const next = linkAfter(request, page, "account");
    const timestamp = snapshot?.timestamp ?? ledger().snapshotTime;
    return success({ timestamp, balances: page.rows, links: { next } });
  };
}
