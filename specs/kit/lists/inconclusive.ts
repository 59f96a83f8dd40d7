// §4.1, §4.3, §4.4: reasons why a list decides nothing about a clause
import type { Inconclusive } from "../../../engine/model/exchange.ts";
import { stopOf, type ListEnd, type ListRow, type PagedList } from "../../../engine/clauses/pagination.ts";
import type { Listing } from "../../../engine/clauses/prerequisites.ts";
import type { Dependency, Reason } from "../../../engine/model/reason.ts";
import type { ClauseId } from "../../../engine/model/clause-results.ts";
import { BALANCE_TIME, LIST_CLAUSES, ROW_FIELDS } from "../../depends-on.ts";
import { inconclusive } from "../requests/check-results.ts";
import { sharedKey } from "./sort-keys.ts";
import type { ListSource } from "./lists.ts";
import { searchTextsOf } from "./name-search.ts";

/** Why a paged list that ended early decides nothing: the page budget, a missing or foreign link, or a refused page. */
export function whyStopped(
  pagedList: Pick<PagedList, "pages" | "end">,
  what: string,
  known: Partial<Inconclusive> = {},
): Inconclusive {
  const { text, by } = stopOf(pagedList);
  const dependsOn: readonly Dependency[] =
    by === undefined || pagedList.end === "refused"
      ? []
      : [{ endpoint: by.request.endpoint, needs: "links" }];
  const unread = { code: "listNotRead", dependsOn } as const;
  const byEnd: Partial<Record<ListEnd, Partial<Inconclusive>>> = {
    null: {},
    budget: READ_FURTHER,
    // The form of a link is unspecified (interpretation 15).
    foreign: { ...unread, remedy: { kind: "nothing" } },
  };
  return inconclusive(`${what}: ${text}`, by, { ...(byEnd[pagedList.end] ?? unread), ...known });
}

const READ_FURTHER = { code: "pageLimit" } as const;

/** Why the rows of the whole list are incomplete. */
export const whyListUnread = ({ stop }: Pick<Listing, "stop">): Inconclusive | undefined =>
  stop && whyStopped(stop, "the list was not read completely");

/** The list has more pages than the page budget. */
export const whyTooLong = (): Inconclusive =>
  inconclusive("the list has more pages than the level reads for this request", undefined, READ_FURTHER);

export const FEW_DIFFERENT = "too few different rows to determine an order";

/** Why no order of the rows is wrong: all rows share a field by which the list may be sorted (interpretation 16). */
export function whyAnyOrder(rows: readonly ListRow[]): Inconclusive | undefined {
  const shared = sharedKey(rows);
  return shared === undefined
    ? undefined
    : inconclusive(`all rows have the same ${shared}: any order may be sorted by it`, undefined, {
        dependsOn: [ROW_FIELDS[shared]],
      });
}

const needsSamples = (of: string, reason: string): Reason => {
  return { code: "samplesUnsuitable", reason, remedy: { kind: "giveSamples", of } };
};

/** Why no public key can be sent: none is known. */
export function whyNoKey({ member }: Listing): Reason {
  const isOfTokens = member === "tokens";
  const effect = isOfTokens ? "selects a token" : "belongs to an account of the list";
  const { publicKey } = LIST_CLAUSES[isOfTokens ? "tokens" : "balances"];
  return { ...needsSamples("publicKeys", `no known public key ${effect}`), dependsOn: [publicKey] };
}

/** By factor, why a parameter is omitted from contexts; undefined if it is sent. */
export function missingParameters({
  list,
  material,
}: ListSource): readonly (readonly [string, Reason | undefined])[] {
  const { accounts, key } = material;
  const data = (reason: string, ...dependsOn: readonly ClauseId[]): Reason => ({
    code: "dataUnsuitable",
    reason,
    dependsOn,
  });
  return [
    ["publicKey", key === undefined ? whyNoKey(list) : undefined],
    ["accountId", accounts.length === 0 ? needsSamples("accountIds", "no account is known") : undefined],
    [
      "timestamp",
      list.time === undefined ? data("the list has no timestamp of its own", BALANCE_TIME) : undefined,
    ],
    [
      "name",
      searchTextsOf(list).part === undefined
        ? data(
            "the list has too few names that can be searched for",
            ROW_FIELDS.name,
            LIST_CLAUSES.tokens.rows,
          )
        : undefined,
    ],
  ];
}
