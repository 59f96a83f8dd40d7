import { ACCOUNT_KEYS } from "../data/tokens.ts";
import { withHolders, type Dataset, type Holder, type Token } from "../dataset.ts";
import { operations } from "../../schemas/operations.ts";
import { isArray, isJsonObject, mapMembers, textOf, type Json } from "../exchange.ts";
import { editBody, editByCount, type Rewriting } from "../rewriting.ts";
import { LIST_ENDPOINTS, type Variants } from "../variant.ts";

// New ids are above all existing ones, so that a paged list returns each row once. The number of rows is bounded.
const FIRST_NEW = 5_000_000_000;
const MOST_NEW = 400;
const FEWEST_LEFT = 20;

const newToken = (step: number): Token => ({
  admin_key: null,
  decimals: step % 19,
  metadata: "",
  name: `Arrival ${step}`,
  symbol: `ARR${step}`,
  token_id: `0.0.${FIRST_NEW + step}`,
  type: "FUNGIBLE_COMMON",
});

const newHolder = (step: number): Holder => ({
  account: `0.0.${FIRST_NEW + step}`,
  balance: BigInt(step),
  publicKey: ACCOUNT_KEYS[0],
});

const editLast = <T>(items: readonly T[], change: (last: T) => T): T[] =>
  items.map((item, index) => (index === items.length - 1 ? change(item) : item));

const secondsOf = (timestamp: string): number => Math.floor(Number(timestamp));

function moveOn(data: Dataset, steps: number): Dataset {
  const isMore = steps <= MOST_NEW;
  const page = data.summary["page"];
  const updated = new Date(Date.UTC(2024, 1, 3) + steps * 50).toISOString();
  const crowded = data.distributions.slice(0, 1).map(({ snapshots, ...rest }) => ({
    ...rest,
    snapshots: editLast(snapshots, ({ timestamp, holders }) => ({
      timestamp: `${secondsOf(timestamp)}.${500_000_000 + steps}`,
      holders: isMore ? [...holders, newHolder(steps)] : holders,
    })),
  }));
  return {
    ...data,
    summary: { ...data.summary, page: isJsonObject(page) ? { ...page, updated_at: updated } : null },
    tokens: isMore ? [...data.tokens, newToken(steps)] : data.tokens,
    distributions: [...crowded, ...data.distributions.slice(1)],
    feeSchedules: editLast(data.feeSchedules, ({ timestamp, fees }) => ({
      timestamp: `${secondsOf(timestamp) + (steps % 2)}.${String(steps % 1_000_000_000).padStart(9, "0")}`,
      fees,
    })),
  };
}

const trade = (data: Dataset, steps: number): Dataset =>
  withHolders(data, (holders) =>
    holders
      .map((holder, at) => ((at + steps) % 3 === 0 ? { ...holder, balance: holder.balance + 1n } : holder))
      .filter((_, at) => at !== 7 || holders.length < FEWEST_LEFT),
  );

const NULLABLE = Object.entries(operations.contractResult.success.properties ?? {}).flatMap(
  ([name, { type }]) => ([type].flat().includes("null") ? [name] : []),
);

/** A result is complete from its second response on. The order of its arrays varies, and an additional member counts the responses. */
const completeLater = editByCount((record, count) => {
  const members = mapMembers(record, (value, name) => {
    if (count === 1 && NULLABLE.includes(name)) return null;
    return isArray(value) && count % 2 === 0 ? value.toReversed() : value;
  });
  return { ...members, confirmations: count };
});

const changeMemo: Rewriting = (handler) => {
  let count = 0;
  return editBody((record) => ({ ...record, memo: `edited ${(count += 1)} times` }))(handler);
};

/** The number in the id of a row: the newest rows have the highest numbers. */
const rowNumber = (row: Json): number =>
  isJsonObject(row) ? Number(/\d+$/.exec(textOf(row["token_id"] ?? row["account"]))) : 0;

/** Omits the newest row from every second response, as a replica with older data does. */
const omitNewestRow: Rewriting = (handler) => {
  let count = 0;
  let newest = FIRST_NEW;
  const withoutNewest = (value: Json): Json =>
    isArray(value) ? value.filter((row) => rowNumber(row) < newest) : value;
  return editBody((record) => {
    const rows = ["tokens", "balances"].flatMap((name) => (isArray(record[name]) ? record[name] : []));
    newest = Math.max(newest, ...rows.map(rowNumber));
    count += 1;
    return count % 2 === 0 ? record : mapMembers(record, withoutNewest);
  })(handler);
};

export const changingDataVariants: Variants = {
  "results-completed-later": {
    concerns: ["contractResult"],
    description:
      "nullable members of a contract result are null in the first response, and have a value later",
    responses: completeLater,
  },
  "contracts-change": {
    concerns: ["contract"],
    description: "the memo of a contract changes with each request",
    responses: changeMemo,
  },
  moving: {
    description: "every 50 ms a token and a holder are added, and timestamps advance",
    dataChanges: { everyMs: 50, step: moveOn },
  },
  "replica-behind": {
    concerns: LIST_ENDPOINTS,
    description: "every 50 ms a token and a holder are added, and every second response lacks the newest row",
    dataChanges: { everyMs: 50, step: moveOn },
    responses: omitNewestRow,
  },
  trading: {
    concerns: LIST_ENDPOINTS,
    description: "every 10 ms balances change, and each token with at least 20 holders loses one",
    dataChanges: { everyMs: 10, step: trade },
  },
};
