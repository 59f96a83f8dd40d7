// §4.4: account.id under bounds that no account meets. In these ids, as in 4.3-timestamp-none, `none` means that
// nothing is selected; in 4.3-balance-none it means that the value has no operator.
import { law } from "../../engine/clauses/declare.ts";
import type { AskingClause } from "../../engine/clauses/clause.ts";
import type { Asker, Judgement } from "../../engine/model/exchange.ts";
import { isRefusedWalk, type Walk } from "../../engine/clauses/pagination.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import { answer, invalidParameter } from "../fixtures/answers.ts";
import { idPages } from "../fixtures/walks.ts";
import { askSet, judgeEmpty } from "../laws/lists/filter-sets.ts";
import { HIGHEST_ID, LOWEST_ID, unusedIds } from "../laws/requests/ordinary.ts";
import { inSequence, undecided } from "../laws/requests/findings.ts";
import { sortedIds } from "../laws/lists/lists.ts";
import { firstAnswers } from "../laws/lists/walked.ts";
import { refusedElsewhere } from "../laws/requests/verdicts.ts";

/** Selections that should be empty. */
interface Nothing {
  /** Selections under bounds that no account meets, or of accounts that nothing known speaks of. */
  readonly tries: readonly Walk[];
  /** Whether tokens in every selection prove a fault. Not for gt, gte with unused ids: accounts above may exist. */
  readonly sure: boolean;
}

/**
 * Sends: one list at the end of all ids; where that is refused, one for each of two ids within 32 bits that nothing known
 * speaks of (each again without limit where it is refused beside one).
 */
async function askNothing(
  t: Asker,
  list: Listing,
  name: string,
  operator: string,
  end: string,
): Promise<Nothing> {
  const ask = (id: string) => askSet(t, list, [[name, operator === "eq" ? id : `${operator}:${id}`]]);
  const atEnd = await ask(end);
  if (!isRefusedWalk(atEnd) || end === LOWEST_ID) {
    return { tries: [atEnd], sure: true };
  }
  return { tries: await inSequence(unusedIds(sortedIds(list)), ask), sure: operator === "eq" };
}

/**
 * Passes where one answered list is empty, or ends early without a row. Fails: each answered list shows a token, and they are
 * sure. Inconclusive: anything else; a refusal is the matter of 4.4-account-id-accepted.
 */
function judgeNothing({ tries, sure }: Nothing): Judgement {
  const answered = tries.filter((found) => !isRefusedWalk(found));
  const message = "tokens are shown for an account that cannot exist";
  const shown = answered.map((found) => judgeEmpty(found, message)).filter((findings) => findings.length > 0);
  if (answered.length > 0 && (shown.length < answered.length || sure)) {
    return shown.length < answered.length ? [] : shown.flat();
  }
  const [reply] = firstAnswers(tries);
  return answered.length > 0 || reply === undefined
    ? undecided("accounts above all that are known may hold tokens", reply, {
        suspects: ["4.4-account-id-accepted"],
      })
    : refusedElsewhere(reply, "4.4-account-id-accepted");
}

const set = idPages("tokens");
const refused = answer("tokens", 400, invalidParameter("account.id"));

export const tokensOfNobody: readonly AskingClause[] = [
  ["lt", LOWEST_ID] as const,
  ...["gt", "gte", "eq"].map((operator) => [operator, HIGHEST_ID] as const),
].map(([operator, end]) => {
  const isLowest = end === LOWEST_ID;
  const word = isLowest ? "lowest" : "highest";
  return law({
    id: `4.4-account-id-${operator}-${word}-none`,
    statement: `account.id ${operator === "eq" ? "equal to" : `with ${operator} of`} the ${word} id returns no token`,
    cites: ["2.1 EntityIdFilter effect", "4.4 accountId effect"],
    readings: [7, 17],
    leavesOpen: ["4.4"],
    compares: true,
    needs: { list: "tokens", name: "tokens.accountId" },
    run: async ({ have: { list, name }, ...t }) =>
      judgeNothing(await askNothing(t, list, name, operator, end)),
    keeps: [
      [set()],
      // Where the end of all ids is refused, ids are tried that nothing known speaks of.
      isLowest
        ? [answer("tokens", 200, { tokens: [], links: { next: null }, more: 1 })]
        : [refused, set(1), set()],
    ],
    breaks: {
      "a token": [set(1)],
      ...(operator === "eq" ? { "a token for everyone": [refused, set(1), set(1)] } : {}),
    },
  });
});
