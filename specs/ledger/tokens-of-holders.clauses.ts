// §2.4, §4.4: account.id of accounts that the balances of a token show, and under bounds that no account meets
import { law } from "../../engine/clauses/declare.ts";
import { isUndecided, type Judgement } from "../../engine/model/exchange.ts";
import { holdersIn, isRefusedWalk, keysOf, type Walk } from "../../engine/clauses/pagination.ts";
import { asText, compareTexts } from "../../engine/model/compare.ts";
import { idsElsewhere } from "../../generators/near.ts";
import { idPages, listOfIds } from "../fixtures/walks.ts";
import { askSet, judgeEmpty, judgeHolds } from "../laws/lists/ground.ts";
import { findingIf, inSequence, ofRows, refusedElsewhere, undecided } from "../laws/requests/verdicts.ts";
import { spread } from "../../engine/clauses/clause.ts";
import { unreadList } from "../laws/lists/doubts.ts";
import { sortedIds, type ListTrial } from "../laws/lists/lists.ts";
import { firstAnswers, surplusRows } from "../laws/lists/walked.ts";
import { HIGHEST_ID, LOWEST_ID, unusedIds } from "../laws/requests/ordinary.ts";
import { answer, invalidParameter } from "../fixtures/answers.ts";

/**
 * What an account has to do with a token is not said: it may hold it, or be its treasury. So a service is at fault only
 * where account.id selects nothing at all, by accounts that hold a token and by a bound that every account meets.
 */
function judgeHeld(token: string, selections: readonly Walk[]): Judgement {
  const due: Walk = { identity: "token_id", pages: [], rows: [{ token_id: token }], end: "null" };
  const message = "account.id selects no token at all";
  if (selections.length === 0) {
    return undecided("no account is known that holds a token");
  }
  const judged = selections.map((selected) => judgeHolds(selected, [due], message));
  const unread = judged.find(isUndecided);
  if (unread === undefined && selections.some(({ rows }) => rows.length > 0)) {
    const [by] = firstAnswers(selections);
    return undecided("account.id selects tokens by something else than what accounts hold", by, {
      obstacle: "service",
    });
  }
  return unread ?? judged[0] ?? [];
}

const set = idPages("tokens");

/** Who holds a token is read there. */
const BALANCES = ["2.4-balances", "2.4-balance-account", "2.4-balance-balance"] as const;

const needs = { list: "tokens", name: "tokens.accountId", balances: "balances" } as const;

export const tokensOfHolders = law({
  id: "4.4-account-id-of-holders",
  statement: "account.id returns tokens for a known holder, or for a bound that every account meets",
  restsOn: ["4.4-own-id-listed", ...BALANCES],
  cites: ["2.1 EntityIdFilter effect", "4.4 accountId effect", 7, 17],
  compares: true,
  needs: { ...needs, token: "tokenWithHolders" },
  run: async (t) => {
    const { list, name, token } = t;
    const shows = ({ rows }: Pick<Walk, "rows">) => rows.some((row) => row["token_id"] === token);
    if (!shows(list)) {
      const hidden = "the token list does not show the token whose holders are known";
      return unreadList(list) ?? undecided(hidden);
    }
    const selections: Walk[] = [];
    for (const holder of holdersIn(t.balances, 3)) {
      selections.push(await askSet(t, list, [[name, holder]]));
      if (selections.some(shows)) {
        return [];
      }
    }
    if (selections.length > 0 && selections.every(({ rows }) => rows.length === 0)) {
      selections.push(await askSet(t, list, [[name, `gte:${LOWEST_ID}`]]));
    }
    return selections.some(shows) ? [] : judgeHeld(token, selections);
  },
  keeps: [[set(9, 10)], [set(), set(9)], [set(), set(), set(), set(9)]],
  breaks: { "nothing for anybody": [set(), set(), set(), set()] },
});

/** Accounts of the same number in another shard may hold tokens too, but hardly all of them the same ones. */
function judgeElsewhere(known: readonly Walk[], far: readonly Walk[]): Judgement {
  const idsOf = ({ rows }: Walk): string =>
    JSON.stringify(rows.map((token) => asText(token["token_id"])).toSorted(compareTexts));
  const same = far.filter((selected, index) => {
    const own = known[index];
    return selected.rows.length > 0 && own !== undefined && idsOf(own) === idsOf(selected);
  });
  const [reply] = firstAnswers(same);
  const beside = firstAnswers(known).slice(0, 1);
  const message = "accounts of another shard select the same tokens";
  if (known.every(({ rows }) => rows.length === 0)) {
    return undecided("none of the accounts that were tried selects tokens", firstAnswers(known)[0]);
  }
  return reply === undefined
    ? []
    : findingIf(same.length === far.length, reply, message, "other tokens, or none", beside);
}

const holdingNothing = { balances: listOfIds("balances", 8, 9), accounts: ["0.0.8", "0.0.9"] };

export const tokensElsewhere = law({
  id: "4.4-account-id-elsewhere",
  statement: "account ids of another shard do not all return the same tokens",
  restsOn: ["4.4-account-id-none-is-eq", "4.4-account-id-gte", ...BALANCES],
  cites: ["2.1 EntityIdFilter effect", "4.4 accountId effect", 17],
  compares: true,
  needs: { ...needs, accounts: "accountIds" },
  run: async (t) => {
    const { list, name } = t;
    const holders = holdersIn(t.balances, 2);
    // What an account has to do with a token is open: where none holds some, others are tried.
    const ids = holders.length > 0 ? holders : spread(t.accounts, 3);
    const pairs = ids.flatMap((id) => {
      const far = idsElsewhere(id)[0]?.value; // in another shard
      return far === undefined || t.accounts.includes(far) ? [] : [{ id, far }];
    });
    const tried = await inSequence(pairs, async ({ id, far }) => ({
      far,
      own: await askSet(t, list, [[name, id]]),
    }));
    const selecting = tried.filter(({ own }) => own.rows.length > 0);
    const known = holders.length > 0 || selecting.length === 0 ? tried : selecting;
    const far = await inSequence(known, (one) => askSet(t, list, [[name, one.far]]));
    return judgeElsewhere(
      known.map(({ own }) => own),
      far,
    );
  },
  keeps: [
    [set(1), set(2), set(), set()],
    [set(1), set(1, 2), set(1), set(2)],
    { have: holdingNothing, replies: [set(), set(1), set()] },
  ],
  breaks: {
    "shard and realm ignored": [set(1), set(2), set(1), set(2)],
    "ignored for an account that holds nothing": { have: holdingNothing, replies: [set(), set(1), set(1)] },
  },
});

const MESSAGE = "tokens are shown for an account that hardly exists";

/**
 * The highest and lowest ids belong to nobody, or to one account. Where the highest id selects tokens, ids of nobody tell whether
 * the filter is ignored; where accounts above all known ones may hold tokens, the clause is inconclusive. A refusal fails
 * 4.4-account-id-accepted.
 */
async function judgeNothing(t: ListTrial, operator: string, end: string): Promise<Judgement> {
  const ask = (id: string, by = operator) => askSet(t, t.list, [[t.name, by === "eq" ? id : `${by}:${id}`]]);
  const unused = unusedIds(sortedIds(t.list));
  const atEnd = await ask(end);
  if (end === HIGHEST_ID && operator !== "gt" && atEnd.rows.length > 0) {
    const owner = operator === "eq" ? atEnd : await ask(end, "eq");
    return judgeOwner(atEnd, owner, await inSequence(unused, (id) => ask(id, "eq")));
  }
  const isAtEnd = !isRefusedWalk(atEnd) || end === LOWEST_ID;
  const tries = isAtEnd ? [atEnd] : await inSequence(unused, (id) => ask(id));
  // Accounts above unused ids may exist.
  const sure = isAtEnd || operator === "eq";
  const answered = tries.filter((found) => !isRefusedWalk(found));
  const shown = answered.map((found) => judgeEmpty(found, MESSAGE)).filter((findings) => findings.length > 0);
  if (answered.length > 0 && (shown.length < answered.length || sure)) {
    return shown.length < answered.length ? [] : shown.flat();
  }
  const [reply] = firstAnswers(tries);
  return answered.length > 0 || reply === undefined ? someMayHold(tries) : refusedElsewhere(reply, ACCEPTED);
}

const ACCEPTED = "4.4-account-id-accepted";

const someMayHold = (tries: readonly Walk[]): Judgement =>
  undecided("accounts above all that are known may hold tokens", firstAnswers(tries)[0], {
    suspects: [ACCEPTED],
  });

/** An account may have the highest id. It is at fault to show its tokens for ids of nobody too, or others than its own. */
function judgeOwner(atEnd: Walk, owner: Walk, unused: readonly Walk[]): Judgement {
  const answered = unused.filter((found) => !isRefusedWalk(found));
  if (answered.length > 0 && answered.every(({ rows }) => rows.length > 0)) {
    return judgeEmpty(atEnd, MESSAGE);
  }
  const own = keysOf(owner.rows, owner.identity);
  return answered.length === 0 || owner.end !== "null"
    ? someMayHold([owner])
    : surplusRows(atEnd, MESSAGE, own, "only tokens that eq selects too", firstAnswers([owner]));
}

const refused = answer("tokens", 400, invalidParameter("account.id"));

// In these ids, as in 4.3-timestamp-none, `none` means that nothing is selected; in 4.3-balance-none that the value has no operator.
export const tokensOfNobody = [
  ["lt", LOWEST_ID] as const,
  ...["gt", "gte", "eq"].map((operator) => [operator, HIGHEST_ID] as const),
].map(([operator, end]) => {
  const isLowest = end === LOWEST_ID;
  const word = isLowest ? "lowest" : "highest";
  const canBe = operator === "eq" || operator === "gte";
  // Beside gte the list of eq is asked for.
  const own = operator === "gte" ? [set(1)] : [];
  return law({
    id: `4.4-account-id-${operator}-${word}-none`,
    statement: `account.id ${operator === "eq" ? "equal to" : `with ${operator} of`} the ${word} id returns no token${canBe ? " but of that account" : ""}`,
    cites: ["2.1 EntityIdFilter effect", "4.4 accountId effect", 7, 17],
    compares: true,
    needs: { list: "tokens", name: "tokens.accountId" },
    emptyPass: "absence",
    run: async (t) => ofRows(await judgeNothing(t, operator, end), t.list.rows),
    keeps: [
      [set()],
      // Where the end of all ids is refused, ids are tried that no token of the list has.
      isLowest
        ? [answer("tokens", 200, { tokens: [], links: { next: null }, more: 1 })]
        : [refused, set(1), set()],
      ...(canBe ? [[set(1), ...own, set(), set(1)]] : []),
    ],
    breaks: {
      "a token": canBe ? [set(1), ...own, set(2), set(1)] : [set(1)],
      ...(operator === "gte" ? { "tokens of others": [set(1, 2), ...own, set(), set()] } : {}),
      ...(operator === "eq" ? { "a token for everyone": [refused, set(1), set(1)] } : {}),
    },
  });
});
