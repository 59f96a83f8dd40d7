// §2.4, §4.4: account.id of accounts that the balances of a token show
import { law } from "../../engine/clauses/declare.ts";
import { type Judgement, isUndecided } from "../../engine/model/exchange.ts";
import type { Walk } from "../../engine/clauses/pagination.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import { compareTexts } from "../../engine/model/compare.ts";
import { withNames } from "../../generators/cases.ts";
import { idsElsewhere } from "../../generators/near.ts";
import { idPages } from "../fixtures/walks.ts";
import { askSet, judgeHolds } from "../laws/lists/filter-sets.ts";
import { findingIf, inSequence, undecided } from "../laws/requests/findings.ts";
import { spread } from "../../engine/clauses/cases.ts";
import { accountFilter } from "../laws/lists/lists.ts";
import { firstAnswers } from "../laws/lists/walked.ts";
import { LOWEST_ID } from "../laws/requests/ordinary.ts";

/** Accounts that hold some of a token: the lowest, a middle and the highest. */
function holdersIn({ rows }: Listing): readonly string[] {
  const ids = rows
    .filter(({ balance }) => typeof balance === "number" && balance > 0)
    .map(accountFilter.read)
    .filter((id) => id !== undefined)
    .toSorted(accountFilter.compare);
  return spread(ids, 3);
}

interface Held {
  readonly token: string;
  /** Whether the list without a filter shows the token. */
  readonly isListed: boolean;
  /** What each of the holders selects. */
  readonly selections: readonly Walk[];
  /** What a bound that every account meets selects; asked for only where no holder selects anything. */
  readonly bound?: Walk;
}

/**
 * What an account has to do with a token is not said: it may hold it, or be its treasury. So a service is at fault only
 * where account.id selects nothing at all, by accounts that hold a token and by a bound that every account meets.
 */
function judgeHeld({ token, isListed, selections, bound }: Held): Judgement {
  const due: Walk = { pages: [], rows: [{ token_id: token }], end: "null" };
  const message = "account.id selects no token at all";
  const all = bound === undefined ? selections : [...selections, bound];
  if (all.length === 0) {
    return undecided("no account is known that holds a token");
  }
  if (!isListed) {
    return undecided("the token list does not show the token whose holders are known");
  }
  const judged = all.map((selected) => judgeHolds(selected, [due], "token_id", message));
  const kept = judged.find((judgement) => !isUndecided(judgement) && judgement.length === 0);
  const unread = judged.find(isUndecided);
  if (kept === undefined && unread === undefined && all.some(({ rows }) => rows.length > 0)) {
    const [by] = firstAnswers(all);
    return undecided("account.id selects tokens by something else than what accounts hold", by, {
      obstacle: "service",
    });
  }
  return kept ?? unread ?? judged[0] ?? [];
}

const set = idPages("tokens");

/** Who holds a token is read there. */
const BALANCES = ["2.4-balances", "2.4-balance-account", "2.4-balance-balance"] as const;

const needs = { list: "tokens", name: "tokens.accountId", balances: "balances" } as const;

export const tokensOfHolders = law({
  id: "4.4-account-id-of-holders",
  statement: "account.id returns tokens for a known holder, or for a bound that every account meets",
  restsOn: BALANCES,
  cites: ["2.1 EntityIdFilter effect", "4.4 accountId effect"],
  readings: [7, 17],
  leavesOpen: ["4.4"],
  compares: true,
  needs: { ...needs, token: "tokenWithHolders" },
  run: async (t) => {
    const { list, name, balances, token } = t.have;
    const holders = holdersIn(balances);
    const isListed = list.rows.some((found) => found["token_id"] === token);
    const selections: Walk[] = [];
    for (const holder of holders) {
      const selected = await askSet(t, list, [[name, holder]]);
      selections.push(selected);
      if (selected.rows.some((found) => found["token_id"] === token)) {
        return judgeHeld({ token, isListed, selections });
      }
    }
    const isNothing = selections.every(({ rows }) => rows.length === 0);
    return isNothing && holders.length > 0
      ? judgeHeld({ token, isListed, selections, bound: await askSet(t, list, [[name, `gte:${LOWEST_ID}`]]) })
      : judgeHeld({ token, isListed, selections });
  },
  keeps: [[set(9, 10)], [set(), set(9)], [set(), set(), set(), set(9)]],
  breaks: { "nothing for anybody": [set(), set(), set(), set()] },
});

type Elsewhere = Readonly<Record<"known" | "far", readonly Walk[]>>;

/** Accounts of the same number in another shard may hold tokens too, but hardly all of them the same ones. */
function judgeElsewhere({ known, far }: Elsewhere): Judgement {
  const idsOf = ({ rows }: Walk): string =>
    JSON.stringify(rows.map((token) => String(token["token_id"])).toSorted(compareTexts));
  const same = far.filter((selected, index) => {
    const own = known[index];
    return selected.rows.length > 0 && own !== undefined && idsOf(own) === idsOf(selected);
  });
  const [reply] = firstAnswers(same);
  const beside = firstAnswers(known).slice(0, 1);
  const message = "accounts of another shard select the same tokens";
  if (known.every(({ rows }) => rows.length === 0)) {
    return undecided("no account is known that selects tokens", firstAnswers(known)[0]);
  }
  return reply === undefined
    ? []
    : findingIf(same.length === far.length, reply, message, "other tokens, or none", beside);
}

export const tokensElsewhere = law({
  id: "4.4-account-id-elsewhere",
  statement: "account ids of another shard do not all return the same tokens",
  restsOn: ["4.4-account-id-none-is-eq", "4.4-account-id-gte", ...BALANCES],
  cites: ["2.1 EntityIdFilter effect", "4.4 accountId effect"],
  readings: [17],
  leavesOpen: ["4.4"],
  compares: true,
  needs: { ...needs, accounts: "accountIds" },
  run: async (t) => {
    const { list, name, balances, accounts } = t.have;
    const holders = holdersIn(balances).filter((_id, index, all) => index === 0 || index === all.length - 1);
    const pairs = holders.flatMap((id) => {
      const far = withNames(idsElsewhere(id), ["another shard"])[0]?.value;
      return far === undefined || accounts.includes(far) ? [] : [{ id, far }];
    });
    const known = await inSequence(pairs, ({ id }) => askSet(t, list, [[name, id]]));
    return judgeElsewhere({
      known,
      far: await inSequence(pairs, ({ far }) => askSet(t, list, [[name, far]])),
    });
  },
  keeps: [
    [set(1), set(2), set(), set()],
    [set(1), set(1, 2), set(1), set(2)],
  ],
  breaks: { "shard and realm ignored": [set(1), set(2), set(1), set(2)] },
});
