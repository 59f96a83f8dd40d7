// §2.1, §4.4: how the tokens that account.id selects by one value relate to those of another value
import { ENTITY_ID } from "../../schemas/formats.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

/** Requests the tokens of the value of account.id. */
export type Select = (value: string) => Promise<kit.PagedList>;

export const accountPrerequisites = {
  list: "tokens",
  name: "tokens.accountId",
  accounts: "accountIds",
  configured: "givenAccounts",
  tokens: "tokenSamples",
  seed: "seed",
  material: "tokenMaterial",
} as const;
type Spec = kit.SequenceSpec<typeof accountPrerequisites, string>;
type AccountInputs = kit.Inputs<typeof accountPrerequisites>;

/** A sequence clause that compares the tokens of an account with those of bounds near it. */
export interface AccountRelation extends Pick<Spec, "statement" | "aspect" | "passes" | "fails"> {
  readonly id: kit.ClauseId;
  readonly check: (select: Select, account: string, t: AccountInputs) => Promise<kit.CheckResult>;
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
const sameBounds = (one: kit.PagedList, other: kit.PagedList): kit.CheckResult =>
  kit.isRefusedList(one)
    ? []
    : kit.checkEqual(one, [other], "two bounds without an id between them return different tokens");

export const tokenSets = examples.idPages("tokens");
export const REFUSED_ACCOUNT = examples.badRequestOf("tokens", "account.id");
/** An empty response for each of the requests that the names stand for. */
export const noToken = (...names: readonly string[]): readonly kit.ApiResponse[] =>
  names.map(() => tokenSets());
export const listHasRows = ({ rows }: kit.PagedList): boolean => rows.length > 0;

/** gte selects what gt and eq select together, and gt selects the same as gte with the next id; lte and lt are symmetric. */
export function boundAnd(operator: string, strict: string, step: bigint) {
  return {
    check: async (select: Select, account: string): Promise<kit.CheckResult> => {
      const [all, beyond] = [await select(`${operator}:${account}`), await select(`${strict}:${account}`)];
      const own = await select(account);
      const next = kit.shiftedId(account, step);
      const near = ENTITY_ID.test(next) ? await select(`${operator}:${next}`) : undefined;
      return kit.firstViolation(
        () => kit.checkEqual(all, [beyond, own], "the tokens of related account filters differ"),
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
    check: async (select: Select, account: string): Promise<kit.CheckResult> => {
      const found = await select(first);
      const all = second && kit.isRefusedList(found) ? await select(second(account)) : found;
      const narrower = "tokens of an account are missing from the tokens of a wider filter";
      const own = await select(account);
      return kit.ifShown(kit.checkHolds(all, [own], narrower), listHasRows(own), "a token of that account");
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
}: Readonly<Record<"ne" | "eq" | "lt" | "gt", kit.PagedList>>): kit.CheckResult {
  const [own, ofOthers] = [tokenIds(eq), tokenIds(lt, gt)];
  const message = "account.id with ne omits a token of other accounts";
  const without = [lt, gt].map((pagedList) => ({
    ...pagedList,
    rows: pagedList.rows.filter((token) => !own.has(token["token_id"])),
  }));
  const allowed = new Set([...tokenIds(ne)].filter((id) => !own.has(id) || ofOthers.has(id)));
  const stray = "account.id with ne returns a token of that account alone";
  const checked = kit.firstViolation(
    () => kit.checkHolds(ne, [...without, { ...eq, rows: [] }], message),
    () => kit.strayRows(ne, stray, allowed, "only tokens of other accounts", kit.firstResponses([eq])),
  );
  return kit.ifShown(checked, [eq, lt, gt].some(listHasRows), "a token of that account or of others");
}

function tokenIds(...pagedLists: readonly kit.PagedList[]): ReadonlySet<unknown> {
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
