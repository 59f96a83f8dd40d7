// §4.7, §8: the nonce beside a transaction id
import { answer, HASH_A, NO_RESULT, NOT_FOUND, refusedProofs, RESULT_A } from "../fixtures/answers.ts";
import { RESULT_B, optionalValueProofs, resultOf } from "../fixtures/answers.ts";
import { type Given, type Have, ONCE, spread } from "../../engine/clauses/clause.ts";
import { law } from "../../engine/clauses/declare.ts";
import { asNamed, inTurns, type InTurn } from "../../generators/cases.ts";
import { parameters } from "../../generators/parameters.ts";
import { HASH, TRANSACTION_ID } from "../../schemas/formats.ts";
import { limits } from "../../schemas/limits.ts";
import { judgeAlike, judgeApart, judgeOther, nonceAsk, RESULT } from "../laws/records/contract-results.ts";
import { firstOf, OTHERS, bySample, prefixedAndBare, recordAsk } from "../laws/records/records.ts";
import { judgeBeside, judgeMalformed, judgeNoRecord } from "../laws/records/records.ts";
import { askRefusal } from "../laws/requests/verdicts.ts";
import { judgeOptional } from "../laws/requests/optional-value.ts";
import { onlyWith, allOf, byTransactionId, faulty, refusal, wellFormed } from "../laws/requests/recorded.ts";

const NOTHING = answer(RESULT, 404, NOT_FOUND);

/** A nonce means something beside a transaction id; beside a hash it is open (reading 8). */
const NEEDS = { found: "transactions", name: "contractResult.nonce" } as const;
/** A malformed one is refused beside each of them. */
const ANY = { found: "contractResults", name: "contractResult.nonce" } as const;

export const nonceZero = law({
  id: "4.7-nonce-zero-is-default",
  statement: "nonce 0 finds the same record as a request without a nonce",
  cites: ["4.7 nonce default", "8 nonce default"],
  needs: NEEDS,
  // The first one may have no children, among which another default would show.
  given: ({ found }) => bySample(found, 3),
  run: (t, path) => judgeAlike(t, recordAsk(RESULT, path), nonceAsk(path, t.name, ["0"], "success")),
  first: RESULT_A,
  keeps: [RESULT_A, resultOf(HASH_A, undefined, { more: 1 }), [NOTHING, NOTHING]],
  breaks: { "another record": RESULT_B, "not found": NO_RESULT, "found with 0 only": [NO_RESULT, RESULT_A] },
});

/** The first of the transactions, with such nonces. */
const withNonces = ({ found, name }: Have<typeof NEEDS>, ...nonces: readonly string[]) =>
  nonceAsk(firstOf(found).asked, name, nonces, "missing");

/**
 * Nonces given more than once. With 0 in the last place a record comes whether or not the transaction has further ones; of the
 * second ones the last is neither the first nor the least nor the greatest.
 */
const REPEATED = ["1, 0", "2, 0, 1", "2, 0", "0, 1", "0, 2", "2, 1, 0", "1, 0, 2"];

export const nonceLast = law({
  id: "4.7-nonce-last-counts",
  statement: "when the nonce is repeated the last one counts",
  cites: ["4.7 nonce repeated", 20],
  needs: NEEDS,
  given: () => ({ boundaries: asNamed(REPEATED), telling: 2 }),
  run: (t, text) => judgeAlike(t, withNonces(t, text.slice(-1)), withNonces(t, ...text.split(", "))),
  first: RESULT_A,
  keeps: [RESULT_A, [answer(RESULT, 400, NOT_FOUND), NOTHING]],
  breaks: { "the first counts": [NO_RESULT, RESULT_A], "refused when repeated": NO_RESULT },
});

export const nonceAccepted = law({
  id: "4.7-nonce-accepted",
  admits: "nonce",
  recorded: wellFormed(allOf(onlyWith("nonce"), byTransactionId)),
  statement: "a nonce from 0 to 2147483647 is not refused as invalid",
  cites: ["4.7 nonce form", "8 nonce range", 7],
  needs: NEEDS,
  given: () => parameters.nonce.valid(),
  run: (t, nonce) => {
    const malformed = ["-1", "2147483648", "abc"].map((text) => withNonces(t, text));
    const without = recordAsk(RESULT, firstOf(t.found).asked);
    return judgeOptional(t, withNonces(t, nonce), { ...OTHERS.contractResult, malformed, without });
  },
  ...optionalValueProofs(RESULT),
});

/**
 * A way to send a malformed nonce, with a request that finds a record: beside a transaction id, behind a well-formed nonce, as
 * the last counts, and beside a hash with 0x and without. What a nonce selects beside a hash is open: the hash alone has to
 * find its record there.
 */
function wayToSend({ found, name }: Have<typeof ANY>, { value: nonce, turn }: InTurn) {
  const asked = found.map((sampled) => sampled.asked);
  const first = (format: RegExp) => asked.filter((path) => format.test(path)).slice(0, 1);
  const sent = (path: string, nonces: readonly string[]) => nonceAsk(path, name, nonces, "refusal");
  const ways = [
    ...first(TRANSACTION_ID).flatMap((path) => {
      const twin = nonceAsk(path, name, ["0"], "success");
      return [[nonce], ["0", nonce]].map((nonces) => [sent(path, nonces), twin] as const);
    }),
    ...first(HASH).flatMap((path) =>
      prefixedAndBare(path).map((form) => [sent(form, [nonce]), recordAsk(RESULT, path)] as const),
    ),
  ];
  return firstOf(ways.slice(turn % ways.length));
}

/** Each malformed nonce in two ways, where both are known: beside a transaction id, and beside a hash. */
function malformedNonces(): Given<InTurn> {
  const { boundaries, ...others } = inTurns(parameters.nonce.invalid());
  const elsewhere = boundaries.map(({ name, value: { value, turn }, family }) => ({
    name: `${name}, in another way`,
    value: { value, turn: turn + 2 },
    family: `${family}, in another way`,
  }));
  return { ...others, boundaries: [...boundaries, ...elsewhere] };
}

export const nonceRefused = law({
  id: "4.7-nonce-refused",
  recorded: refusal(faulty("nonce"), judgeNoRecord),
  statement: "a nonce that is no integer from 0 to 2147483647 does not succeed",
  cites: ["4.7 nonce form", "8 nonce range", 10, 12],
  needs: ANY,
  given: malformedNonces,
  run: async (t, sent) => judgeMalformed(await askRefusal(t, ...wayToSend(t, sent))),
  ...refusedProofs(RESULT),
});

export const nonceSelects = law({
  id: "4.7-nonce-selects",
  statement: "a non-zero nonce does not find the record of nonce 0",
  cites: ["4.7 nonce effect"],
  needs: NEEDS,
  given: ({ found }) => {
    // 256 and 0 are the same in 8 bits, 65536 and 0 in 8 and in 16.
    const nonces = ["65536", "1", "2", "256", String(limits.nonce.max)];
    return spread(found, 4).flatMap(({ asked }, at) =>
      (at === 0 ? nonces : ["1"]).map((nonce) => ({
        name: `nonce ${nonce} of ${asked}`,
        value: { asked, nonce },
      })),
    );
  },
  run: (t, { asked, nonce }) => {
    const zero = nonceAsk(asked, t.name, ["0"], "success");
    const other = nonceAsk(asked, t.name, [nonce], "missing");
    return judgeBeside(t, zero, other, judgeOther("a non-zero nonce shows the record of nonce 0"));
  },
  first: RESULT_A,
  keeps: [NO_RESULT, resultOf(HASH_A, "1700000000.000000002")],
  breaks: { "the same record": RESULT_A },
});

const [FIRST, SECOND] = [resultOf(HASH_A, "1.000000001"), resultOf(HASH_A, "2.000000001")];

export const nonceKeepsTransaction = law({
  id: "4.7-nonce-keeps-transaction",
  statement: "a nonce returns no record of another transaction",
  cites: ["4.7 nonce effect", 19],
  needs: NEEDS,
  about: "one of several transactions",
  given: ({ found }) => (found.length > 1 ? ONCE : []),
  run: async (t) => {
    const some = spread(t.found, 3).map(({ asked }) => asked);
    const plain = await t.all(some.map((asked) => recordAsk(RESULT, asked)));
    const withNonce1 = await t.all(some.map((asked) => nonceAsk(asked, t.name, ["1"], "missing")));
    return judgeApart(withNonce1, "a nonce shows a record of another transaction", plain);
  },
  keeps: [
    [FIRST, SECOND, NO_RESULT, NO_RESULT],
    [FIRST, SECOND, resultOf(HASH_A, "1.000000002"), resultOf(HASH_A, "2.000000002")],
  ],
  breaks: { "one record for both": [FIRST, SECOND, NO_RESULT, FIRST] },
});
