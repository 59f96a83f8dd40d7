// §4.3, §4.4: public keys. What a key selects is not said, only that the parameter is there.
import { askBoth, findingIf, inSequence, inTurn, undecided } from "../laws/requests/verdicts.ts";
import { law } from "../../engine/clauses/declare.ts";
import type { ClauseId } from "../../engine/clauses/clause.ts";
import { describe, isSuccess, wholeAnswer } from "../../engine/message/classify.ts";
import type { Judgement, Query, Reply } from "../../engine/model/exchange.ts";
import type { HolderKey, Material } from "../../engine/clauses/prerequisites.ts";
import { keysIn, rowsIn } from "../../engine/clauses/pagination.ts";
import { answer, errorBody } from "../fixtures/answers.ts";
import { idPages, listOfIds } from "../fixtures/walks.ts";
import { askSet } from "../laws/lists/ground.ts";
import { type ListName, listNameOf, LISTS, type ListTrial } from "../laws/lists/lists.ts";
import { firstAnswers } from "../laws/lists/walked.ts";
import { parameterCites } from "../laws/requests/cites.ts";

const NOBODY = "00".repeat(32);

type KeyEffect = Awaited<ReturnType<typeof askKeys>>;

/** The list without a key, with one that nobody has, and with known ones, beside other parameters. */
async function askKeys(t: ListTrial, beside: Query, samples: readonly string[]) {
  const { name, list } = t;
  const { ask } = list;
  const [plain, byNobody] = await askBoth(t, ask(beside), ask([[name, NOBODY], ...beside], "open"));
  // In the largest pages they were looked for, to find one that selects something: those answers count here.
  const expects = beside.length === 0 ? "success" : "open";
  const bySample = await t.all(samples.map((key) => ask([[name, key], ...beside], expects)));
  return { plain, byNobody, bySample };
}

/** A key that nobody has does not select everything (readings 8, 9). */
function judgeKey({ plain, byNobody, bySample }: KeyEffect): Judgement {
  if (!isSuccess(plain) || !hasRows(plain)) {
    return undecided(`no rows come without a key: ${describe(plain)}`, plain);
  }
  const refused = bySample.find((reply) => !isSuccess(reply));
  if (refused !== undefined) {
    return [wholeAnswer(refused, "a public key gets no list", "status 200 and the list")];
  }
  const all = textsOf(plain).join();
  const ignored = isSuccess(byNobody) && [byNobody, ...bySample].every((one) => textsOf(one).join() === all);
  const expected = "another selection for a key that nobody has";
  return findingIf(ignored, byNobody, "a public key has no effect on the list", expected, [plain]);
}

/** A key with another end does not select what the key selects. */
function judgeNear(byNear: Reply, bySample: readonly Reply[]): Judgement {
  const rows = new Set(isSuccess(byNear) ? textsOf(byNear) : []);
  const shared = bySample.filter((reply) => textsOf(reply).some((row) => rows.has(row))).slice(0, 1);
  const message = "a key with another end selects what the key selects";
  return findingIf(shared.length > 0, byNear, message, "other rows, or none", shared);
}

/** The same length and form, but for the last sign. */
const nearKey = (key: string): string => `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;

const hasRows = (reply: Reply): boolean => rowsIn(reply).length > 0;
const textsOf = (reply: Reply): readonly string[] => rowsIn(reply).map((row) => JSON.stringify(row));

/** What also has keys that the service shows itself: of accounts that hold the token of the balances, and of a record. */
interface KeyTrial extends ListTrial {
  readonly holderKeys: readonly HolderKey[];
  readonly material: Material;
}

/**
 * Asks by keys of holders, with their accounts, and by those of records; of tokens only where no key has selected any. Balances
 * compare the key of an account (4.3): that of a shown holder selects him. Whose key the token list compares is not said: it is at
 * fault where neither keys of shown tokens nor those of accounts that hold one select anything.
 */
async function judgeShown(t: KeyTrial, { plain, bySample }: KeyEffect): Promise<Judgement> {
  const { list, name, holderKeys, material } = t;
  const isOfTokens = listNameOf(list) === "tokens";
  const shown = [material.key ?? [], isOfTokens ? keysIn(list.rows).slice(0, 3) : []].flat();
  const isSelecting = bySample.some(hasRows);
  const byRecord = await t.all(
    (isSelecting ? [] : shown).map((one) => list.ask([[name, one], ...list.largest], "open")),
  );
  const replies = [...bySample, ...byRecord];
  const holders = isOfTokens && replies.some(hasRows) ? [] : holderKeys;
  const walks = await inSequence(holders, ({ key: own }) => askSet(t, list, [[name, own]]));
  const [first] = firstAnswers(walks);
  const isRead = walks.every(({ end }) => end === "null");
  if (first !== undefined && isRead && !isOfTokens) {
    const isLost = walks.every(({ rows }, at) =>
      rows.every((row) => row["account"] !== holders[at]?.account),
    );
    const message = "the key of an account that holds the token does not select it";
    return findingIf(isLost, first, message, `a row with account ${holders[0]?.account}`, [plain]);
  }
  if (replies.some(hasRows) || walks.some(({ rows }) => rows.length > 0)) {
    return [];
  }
  if (first !== undefined && isRead && byRecord.some(isSuccess)) {
    const message = "no public key selects a token, neither that of a token nor that of its holder";
    return findingIf(true, first, message, "tokens by one of the keys", byRecord.slice(0, 1));
  }
  const tried = "the known keys select nothing";
  return isOfTokens
    ? undecided(`${tried}, and whose key is compared is open`, replies[0])
    : undecided(`${tried}: none is known to belong to an account of the list`, replies[0], {
        obstacle: "user",
        remedy: { kind: "giveSamples", of: "publicKeys" },
      });
}

/** What is done by a key that nobody has, by known ones, and by keys that the service shows. */
async function judgeKeys(t: KeyTrial, samples: readonly string[]): Promise<Judgement> {
  const { list, name } = t;
  const alone = await askKeys(t, [], samples);
  const selecting = samples[alone.bySample.findIndex(hasRows)];
  const byNear = selecting && (await t.get(list.ask([[name, nearKey(selecting)]], "open")));
  const inLargest = list.size.contexts === 0 ? [] : [await askKeys(t, list.largest, samples)];
  const shown = await judgeShown(t, alone);
  return inTurn(
    () => judgeKey(alone),
    () => (byNear ? judgeNear(byNear, alone.bySample) : []),
    ...inLargest.map((effect) => () => judgeKey(effect)),
    () => shown,
  );
}

function publicKeyClause(list: ListName, id: ClauseId) {
  const { endpoint, material } = LISTS[list];
  const page = idPages(list);
  const [row, none] = [page(9), page()];
  const refused = answer(endpoint, 400, errorBody("No such key"));
  const found = listOfIds(list, 9);
  const small = { ...found, size: { ...found.size, contexts: 0 } };
  const holderKeys: readonly HolderKey[] = [{ account: "0.0.9", key: "cd" }];
  const ofRecord = { names: {}, accounts: [], key: "ef" };
  return law({
    id,
    statement: `the public key filter has an effect on ${list}: ${list === "tokens" ? "a key of a token or holder selects some" : "the key of an account selects it"}`,
    cites: [...parameterCites(`${endpoint}.publicKey`, "effect"), 8],
    compares: true,
    needs: { list, name: `${endpoint}.publicKey`, keys: "givenKeys", holderKeys: "holderKeys", material },
    // Keys of tokens and of accounts: who names both names them in turn.
    run: (t) => judgeKeys(t, [...new Set([...t.keys.slice(0, 1), ...t.keys.slice(-1)])]),
    // The answers: without a key, by one that nobody has, by the known one, by one near it, by shown keys.
    proves: { have: { list: small } },
    keeps: [
      [row, none, row, none],
      { have: { keys: [], material: ofRecord }, replies: [row, refused, row] },
      { have: { holderKeys }, replies: [row, none, none, row] },
    ],
    breaks: {
      "key ignored": [row, row, row, none],
      "key ignored in larger pages": {
        have: { list: found },
        replies: [row, none, row, none, row, row, row],
      },
      "a key read in part": [row, none, row, row],
      "a given key refused": [row, none, refused],
      "nothing by any key": {
        have: { holderKeys, material: ofRecord },
        replies: [row, none, none, none, none],
      },
    },
  });
}

export const publicKeys = [
  publicKeyClause("tokens", "4.4-public-key"),
  publicKeyClause("balances", "4.3-public-key"),
];
