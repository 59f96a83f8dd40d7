// §2.1, §4.4: how the tokens that account.id selects by one value relate to those of another value
import type { Cites, ClauseId, Inputs, SequenceSpec } from "../../engine/clauses/clause.ts";
import { shiftedId } from "../../engine/model/compare.ts";
import type { CheckResult, ApiResponse } from "../../engine/model/exchange.ts";
import { isRefusedList, type PagedList } from "../../engine/clauses/pagination.ts";
import { exampleResponse, invalidParameter } from "../examples/responses.ts";
import { idPages } from "../examples/pages.ts";
import { checkEqual, checkHolds } from "../kit/lists/base-rows.ts";
import { strayRows, firstResponses } from "../kit/lists/pages-read.ts";
import { ifShown, firstViolation } from "../kit/requests/check-results.ts";
import { ENTITY_ID } from "../../schemas/formats.ts";

/** Requests the tokens of the value of account.id. */
export type Select = (value: string) => Promise<PagedList>;

export const accountPrerequisites = {
  list: "tokens",
  name: "tokens.accountId",
  accounts: "accountIds",
  configured: "givenAccounts",
  tokens: "tokenSamples",
  seed: "seed",
  material: "tokenMaterial",
} as const;
type Spec = SequenceSpec<typeof accountPrerequisites, string>;
type AccountInputs = Inputs<typeof accountPrerequisites>;

/** A sequence clause that compares the tokens of an account with those of bounds near it. */
export interface AccountRelation extends Pick<Spec, "statement" | "passes" | "fails"> {
  readonly id: ClauseId;
  readonly check: (select: Select, account: string, t: AccountInputs) => Promise<CheckResult>;
  /** Sentences of the contract beside the effect of account.id; absent: the effect of an EntityIdFilter. */
  readonly cites?: Cites;
  /**
   * Chooses the accounts to send, from all known accounts in ascending order, the accounts of the target file, and the accounts
   * that alone hold a token. Absent: all known accounts.
   */
  readonly from?: (
    accounts: readonly string[],
    configured: readonly string[],
    sole: readonly string[],
  ) => readonly string[];
}

/** Checks that two bounds without an id between them select the same. A refusal of the first bound fails the acceptance clause. */
const sameBounds = (one: PagedList, other: PagedList): CheckResult =>
  isRefusedList(one)
    ? []
    : checkEqual(one, [other], "two bounds without an id between them return different tokens");

export const tokenSets = idPages("tokens");
export const REFUSED_ACCOUNT = exampleResponse("tokens", 400, invalidParameter("account.id"));
/** An empty response for each of the requests that the names stand for. */
export const noToken = (...names: readonly string[]): readonly ApiResponse[] => names.map(() => tokenSets());
export const listHasRows = ({ rows }: PagedList): boolean => rows.length > 0;

/** gte selects what gt and eq select together, and gt selects the same as gte with the next id; lte and lt are symmetric. */
export function boundAnd(operator: string, strict: string, step: bigint) {
  return {
    check: async (select: Select, account: string): Promise<CheckResult> => {
      const [all, beyond] = [await select(`${operator}:${account}`), await select(`${strict}:${account}`)];
      const own = await select(account);
      const next = shiftedId(account, step);
      const near = ENTITY_ID.test(next) ? await select(`${operator}:${next}`) : undefined;
      return firstViolation(
        () => checkEqual(all, [beyond, own], "the tokens of related account filters differ"),
        () => (near === undefined ? [] : sameBounds(beyond, near)),
      );
    },
    passes: [
      [tokenSets(1, 2), tokenSets(1), tokenSets(2), tokenSets(1)],
      [tokenSets(1, 2), tokenSets(1, 2), tokenSets(), tokenSets(1, 2)],
    ],
    fails: {
      "an additional token": [tokenSets(1, 2, 3), tokenSets(1), tokenSets(2), tokenSets(1)],
      "one bound with other tokens": [tokenSets(1, 2), tokenSets(1, 2), tokenSets(2), tokenSets(1)],
    },
  } as const;
}

/** The tokens of an account are among those of a wide bound that the account meets. The second bound is sent if the first is refused. */
export function allHold(first: string, second?: (account: string) => string) {
  return {
    check: async (select: Select, account: string): Promise<CheckResult> => {
      const found = await select(first);
      const all = second && isRefusedList(found) ? await select(second(account)) : found;
      const narrower = "tokens of an account are missing from the tokens of a wider filter";
      const own = await select(account);
      return ifShown(checkHolds(all, [own], narrower), listHasRows(own), "a token of that account");
    },
    passes: [
      [tokenSets(1, 2), tokenSets(1, 2)],
      [tokenSets(1, 2, 3), tokenSets(1, 2)],
    ],
    fails: {
      "a token missing for the bound": [tokenSets(1, 2), tokenSets(1, 2, 3)],
      "the account refused": [tokenSets(1, 2), REFUSED_ACCOUNT],
    },
  } as const;
}

/**
 * Checks that ne omits a token that only this account selects, and returns a token that only other accounts select. A token that
 * both select may be returned or omitted: the contract does not define the filter for several holders.
 */
export function checkOthers({
  ne,
  eq,
  lt,
  gt,
}: Readonly<Record<"ne" | "eq" | "lt" | "gt", PagedList>>): CheckResult {
  const [own, ofOthers] = [tokenIds(eq), tokenIds(lt, gt)];
  const message = "account.id with ne omits a token of other accounts";
  const without = [lt, gt].map((pagedList) => ({
    ...pagedList,
    rows: pagedList.rows.filter((token) => !own.has(token["token_id"])),
  }));
  const allowed = new Set([...tokenIds(ne)].filter((id) => !own.has(id) || ofOthers.has(id)));
  const stray = "account.id with ne returns a token of that account alone";
  const checked = firstViolation(
    () => checkHolds(ne, [...without, { ...eq, rows: [] }], message),
    () => strayRows(ne, stray, allowed, "only tokens of other accounts", firstResponses([eq])),
  );
  return ifShown(checked, [eq, lt, gt].some(listHasRows), "a token of that account or of others");
}

function tokenIds(...pagedLists: readonly PagedList[]): ReadonlySet<unknown> {
  return new Set(pagedLists.flatMap(({ rows }) => rows.map((token) => token["token_id"])));
}

/** The account at one end, and the middle account. */
export const half = (accounts: readonly string[], at: 0 | -1): readonly string[] =>
  [accounts.at(at), accounts[Math.floor(accounts.length / 2)]].filter((id) => id !== undefined);

/** The lowest id with the same number of digits. The id before it has fewer digits, and as text is the greater one. */
export const fewerDigits = (account: string): string =>
  account.replace(/\d{2,}$/, (num) => "1".padEnd(num.length, "0"));

/** The highest id with the same number of digits. The id after it has more digits, and as text is the lower one. */
export const sameDigits = (account: string): string =>
  account.replace(/\d+$/, (num) => "9".repeat(num.length));
