// §4.3, §4.4: public keys. What a key selects is not said, only that the parameter is there.
import { askBoth, findingIf, inTurn, undecided } from "../laws/requests/findings.ts";
import { clause, type AskingClause, type ClauseId } from "../../engine/clauses/clause.ts";
import { describe, isSuccess, wholeAnswer } from "../../engine/message/classify.ts";
import type { Query } from "../../engine/model/call.ts";
import { all, one, type Asking, type Judgement, type Reply } from "../../engine/model/exchange.ts";
import type { Listing } from "../../engine/clauses/prerequisites.ts";
import { rowsIn } from "../../engine/clauses/pagination.ts";
import { answer, errorBody, SUCCESS } from "../fixtures/answers.ts";
import { parameterCites } from "../makers/cites.ts";

const NOBODY = "00".repeat(32);

interface KeyEffect {
  readonly plain: Reply;
  readonly byNobody: Reply;
  readonly bySample: readonly Reply[];
  /** By the first sample that selects rows, with its last sign changed. */
  readonly byNear?: Reply | undefined;
}

/**
 * Whatever a public key selects, a key that nobody has does not select everything (readings 8, 9), and a key with
 * another end not what the key selects.
 */
function judgeKey({ plain, byNobody, bySample, byNear }: KeyEffect, member: string): Judgement {
  if (!isSuccess(plain) || rowsIn(plain, member).length === 0) {
    return undecided(`the list is empty without a key: ${describe(plain)}`, plain);
  }
  const refused = bySample.find((reply) => !isSuccess(reply));
  if (refused !== undefined) {
    return [wholeAnswer(refused, "a public key of the target file is refused", "status 200 and the list")];
  }
  const ignored =
    isSuccess(byNobody) &&
    sameRows(plain, byNobody, member) &&
    bySample.every((reply) => sameRows(plain, reply, member));
  const expected = "another selection for a key that nobody has";
  return inTurn(
    () => findingIf(ignored, byNobody, "a public key has no effect on the list", expected, [plain]),
    () => (byNear === undefined ? [] : judgeNear(byNear, bySample, member)),
  );
}

function judgeNear(byNear: Reply, bySample: readonly Reply[], member: string): Judgement {
  const rows = isSuccess(byNear) ? new Set(textsOf(byNear, member)) : new Set();
  const shared = bySample.filter((reply) => textsOf(reply, member).some((row) => rows.has(row))).slice(0, 1);
  const message = "a key with another end selects what the key selects";
  return findingIf(shared.length > 0, byNear, message, "other rows, or none", shared);
}

/** The same length and form, but for the last sign. */
const nearKey = (key: string): string => `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;

const textsOf = (reply: Reply, member: string): readonly string[] =>
  rowsIn(reply, member).map((row) => JSON.stringify(row));

function sameRows(a: Reply, b: Reply, member: string): boolean {
  return JSON.stringify(rowsIn(a, member)) === JSON.stringify(rowsIn(b, member));
}

/** The list without a key, with one that nobody has, and with known ones, beside other parameters. */
function* askKeys(
  { ask }: Listing,
  beside: Query,
  name: string,
  samples: readonly string[],
): Asking<KeyEffect> {
  const [plain, byNobody] = yield* askBoth(
    { ...ask(beside), memo: true },
    { ...ask([[name, NOBODY], ...beside], "open"), memo: true },
  );
  // In the largest pages they were looked for, to find one that selects something: those answers count here.
  const expects = beside.length === 0 ? "success" : "open";
  const queries = samples.map((key): Query => [[name, key], ...beside]);
  const bySample = yield* all(queries.map((query) => ({ ...ask(query, expects), memo: true })));
  return { plain, byNobody, bySample };
}

function publicKeyClause(list: "tokens" | "balances", id: ClauseId): AskingClause {
  const endpoint = list === "tokens" ? "tokens" : "tokenBalances";
  const row = list === "tokens" ? { token_id: "0.0.9" } : { account: "0.0.9" };
  const page = (...rows: readonly object[]): Reply =>
    answer(endpoint, 200, { ...SUCCESS[endpoint], [list]: rows });
  const refused = answer(endpoint, 400, errorBody("No such key"));
  const seen = (byNobody: Reply, bySample: readonly Reply[], byNear?: Reply): KeyEffect => {
    return { plain: page(row), byNobody, bySample, byNear };
  };
  const sample = (...effects: readonly KeyEffect[]) => ({ answer: effects });
  return clause({
    id,
    endpoint,
    statement: `the public key filter changes which ${list} are returned`,
    cites: parameterCites(`${endpoint}.publicKey`, "effect"),
    readings: [8],
    leavesOpen: [list === "tokens" ? "4.4" : "4.3"],
    compares: true,
    needs: { list, name: `${endpoint}.publicKey`, keys: "someKeys" },
    ask: function* ({ list: listing, name, keys }) {
      const { ask, largest, size } = listing;
      // Keys of tokens and of accounts: who names both names them in turn.
      const samples = [...new Set([...keys.slice(0, 1), ...keys.slice(-1)])];
      const alone = yield* askKeys(listing, [], name, samples);
      const known = samples[alone.bySample.findIndex((reply) => rowsIn(reply, list).length > 0)];
      const byNear = known === undefined ? undefined : yield* one(ask([[name, nearKey(known)]], "open"));
      const inLargest = size.contexts === 0 ? [] : [yield* askKeys(listing, largest, name, samples)];
      return [{ ...alone, byNear }, ...inLargest];
    },
    check: (answered) => inTurn(...answered.map((effect) => () => judgeKey(effect, list))),
    accepts: [sample(seen(page(), [page(row)], page())), sample(seen(refused, []))],
    rejects: {
      "key ignored": sample(seen(page(row), [page(row)])),
      "key ignored in larger pages": sample(seen(page(), [page(row)]), seen(page(row), [page(row)])),
      "a key read in part": sample(seen(page(), [page(row)], page(row))),
      "a given key refused": sample(seen(page(), [refused])),
    },
  });
}

export const publicKeys = [
  publicKeyClause("tokens", "4.4-public-key"),
  publicKeyClause("balances", "4.3-public-key"),
];
