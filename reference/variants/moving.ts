import { ACCOUNT_KEYS } from "../data/holders.ts";
import { withHolders, type Dataset, type Distribution, type Holder, type Token } from "../dataset.ts";
import { isObject } from "../exchange.ts";
import { LISTS, type Variant } from "../variant.ts";

// New ids lie above all others, so that a walk meets each row once. A long run does not fill the store.
const FIRST_NEW = 5_000_000_000;
const MOST_NEW = 400;
/** Holders that stay. */
const FEWEST_LEFT = 20;

function newToken(step: number): Token {
  return {
    admin_key: null,
    decimals: step % 19,
    metadata: "",
    name: `Arrival ${step}`,
    symbol: `ARR${step}`,
    token_id: `0.0.${FIRST_NEW + step}`,
    type: "FUNGIBLE_COMMON",
  };
}

function newHolder(step: number): Holder {
  return { account: `0.0.${FIRST_NEW + step}`, balance: BigInt(step), publicKey: ACCOUNT_KEYS[0] };
}

function later(timestamp: string, step: number): string {
  const [seconds = "0"] = timestamp.split(".");
  return `${Number(seconds) + (step % 2)}.${String(step % 1_000_000_000).padStart(9, "0")}`;
}

/** The newest snapshot is taken anew: at a later time, with one holder more. */
function movedOn({ tokenId, decimals, snapshots }: Distribution, step: number): Distribution {
  const newest = snapshots.at(-1);
  if (newest === undefined) return { tokenId, decimals, snapshots };
  const holders = step <= MOST_NEW ? [...newest.holders, newHolder(step)] : newest.holders;
  const timestamp = `${newest.timestamp.split(".")[0] ?? "0"}.${String(500_000_000 + step)}`;
  return { tokenId, decimals, snapshots: [...snapshots.slice(0, -1), { timestamp, holders }] };
}

function moveOn(data: Dataset, steps: number): Dataset {
  const [crowded, ...others] = data.distributions;
  return {
    ...data,
    summary: { ...data.summary, page: pageAt(data, steps) },
    tokens: steps <= MOST_NEW ? [...data.tokens, newToken(steps)] : data.tokens,
    distributions: crowded === undefined ? others : [movedOn(crowded, steps), ...others],
    feeSchedules: [
      ...data.feeSchedules.slice(0, -1),
      ...data.feeSchedules.slice(-1).map((last) => ({ ...last, timestamp: later(last.timestamp, steps) })),
    ],
  };
}

function pageAt({ summary }: Dataset, steps: number) {
  const page = summary["page"];
  const updated = new Date(Date.UTC(2024, 1, 3) + steps * 50).toISOString();
  return isObject(page) ? { ...page, updated_at: updated } : null;
}

/** Each balance moves a little, and a holder in the middle has nothing left. */
const trade = (data: Dataset, steps: number): Dataset =>
  withHolders(data, (holders) =>
    holders
      .map((holder, at) => ((at + steps) % 3 === 0 ? { ...holder, balance: holder.balance + 1n } : holder))
      .filter((_, at) => at !== 7 || holders.length < FEWEST_LEFT),
  );

/** Data in motion. */
export const movingVariants: Readonly<Record<string, Variant>> = {
  moving: {
    description: "every 50 ms a token and a holder are added and the clocks advance",
    motion: { everyMs: 50, step: moveOn },
  },
  trading: {
    concerns: LISTS,
    description: "every 10 ms balances change, and a holder is gone",
    motion: { everyMs: 10, step: trade },
  },
};
