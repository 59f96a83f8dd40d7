// §4.7, §8: the nonce beside a transaction id
import {
  exampleResponse,
  HASH_A,
  NO_RESULT,
  NOT_FOUND,
  refusedExamples,
  RESULT_A,
  RESULT_B,
  optionalValueExamples,
  exampleResult,
} from "../examples/responses.ts";
import { type CaseSource, type Inputs, spread } from "../../engine/clauses/clause.ts";
import { sequence } from "../../engine/clauses/declare.ts";
import { asNamed, inTurns, type InTurn } from "../../generators/cases.ts";
import { parameters } from "../../generators/parameters.ts";
import { TRANSACTION_HASH_PATTERN, TRANSACTION_ID } from "../../schemas/formats.ts";
import { contractLimits } from "../../schemas/limits.ts";
import {
  checkAlike,
  checkApart,
  checkOther,
  nonceRequest,
  RESULT,
  SEVERAL_TRANSACTIONS,
} from "../kit/records/contract-results.ts";
import {
  firstResult,
  COMPARISON_REQUESTS,
  bySample,
  prefixedAndBare,
  recordRequest,
} from "../kit/records/records.ts";
import { checkBeside, checkMalformed, checkNoRecord } from "../kit/records/record-checks.ts";
import { requestRefusal } from "../kit/requests/refusals.ts";
import { checkOptional } from "../kit/requests/optional-value.ts";
import { onlyWith, fitsAll, byTransactionId, faulty, refusal, wellFormed } from "../kit/requests/recorded.ts";

const NO_RESULT_FOUND = exampleResponse(RESULT, 404, NOT_FOUND);

/** A nonce is sent with transaction ids: what it selects together with a hash is unspecified (interpretation 8). */
const NONCE_PREREQUISITES = { found: "transactions", name: "contractResult.nonce" } as const;
/** An invalid nonce is refused with any name of a contract result. */
const INVALID_NONCE_PREREQUISITES = { found: "contractResults", name: "contractResult.nonce" } as const;

/** nonce has the default 0 (§4.7, line 256; §8, line 311). */
export const nonceZero = sequence({
  id: "4.7-nonce-zero-is-default",
  statement: "nonce 0 finds the same record as a request without a nonce",
  cites: ["4.7 nonce default", "8 nonce default"],
  needs: NONCE_PREREQUISITES,
  // Another default shows only with a transaction that has children; the first one may have none.
  given: ({ found }) => bySample(found, 3),
  run: (t, path) => checkAlike(t, recordRequest(RESULT, path), nonceRequest(path, t.name, ["0"], "success")),
  first: RESULT_A,
  passes: [RESULT_A, exampleResult(HASH_A, undefined, { more: 1 }), [NO_RESULT_FOUND, NO_RESULT_FOUND]],
  fails: { "another record": RESULT_B, "not found": NO_RESULT, "found with 0 only": [NO_RESULT, RESULT_A] },
});

/** A request for the first transaction with these nonces. */
const requestNonces = ({ found, name }: Inputs<typeof NONCE_PREREQUISITES>, ...nonces: readonly string[]) =>
  nonceRequest(firstResult(found).asked, name, nonces, "missing");

/**
 * Repeated nonces, the most revealing first. A last value of 0 finds a record even if the transaction has no children; in "2, 0, 1"
 * the last value is neither the first nor the smallest nor the largest.
 */
const REPEATED_NONCES = ["1, 0", "2, 0, 1", "2, 0", "0, 1", "0, 2", "2, 1, 0", "1, 0, 2"];

/** When nonce is repeated, the last value is used (§4.7, line 256). */
export const nonceLast = sequence({
  id: "4.7-nonce-last-counts",
  statement: "if nonce is repeated, the last value is used",
  cites: ["4.7 nonce repeated", 20],
  needs: NONCE_PREREQUISITES,
  given: () => ({ boundaries: asNamed(REPEATED_NONCES), telling: 2 }),
  run: (t, text) => checkAlike(t, requestNonces(t, text.slice(-1)), requestNonces(t, ...text.split(", "))),
  first: RESULT_A,
  passes: [RESULT_A, [exampleResponse(RESULT, 400, NOT_FOUND), NO_RESULT_FOUND]],
  fails: { "the first value is used": [NO_RESULT, RESULT_A], "refused when repeated": NO_RESULT },
});

/** nonce is an int32 with minimum 0 (§4.7, line 256; §8, line 311). */
export const nonceAccepted = sequence({
  id: "4.7-nonce-accepted",
  acceptsParameter: "nonce",
  recorded: wellFormed(fitsAll(onlyWith("nonce"), byTransactionId)),
  statement: "a nonce from 0 to 2147483647 is not refused as invalid",
  cites: ["4.7 nonce form", "8 nonce range", 7],
  needs: NONCE_PREREQUISITES,
  given: () => parameters.nonce.valid(),
  run: (t, nonce) => {
    const malformed = ["-1", "2147483648", "abc"].map((text) => requestNonces(t, text));
    const without = recordRequest(RESULT, firstResult(t.found).asked);
    return checkOptional(t, requestNonces(t, nonce), {
      ...COMPARISON_REQUESTS.contractResult,
      malformed,
      without,
    });
  },
  ...optionalValueExamples(RESULT),
});

/**
 * One of the ways to send an invalid nonce, and the twin that must find a record: with a transaction id, after a valid nonce
 * (since the last one counts), or with a hash with 0x or without. What a nonce selects with a hash is unspecified, so the twin
 * is then the hash without a nonce.
 */
function invalidNonceRequests(
  { found, name }: Inputs<typeof INVALID_NONCE_PREREQUISITES>,
  { value: nonce, turn }: InTurn,
) {
  const asked = found.map((sampled) => sampled.asked);
  const first = (format: RegExp) => asked.filter((path) => format.test(path)).slice(0, 1);
  const sent = (path: string, nonces: readonly string[]) => nonceRequest(path, name, nonces, "refusal");
  const ways = [
    ...first(TRANSACTION_ID).flatMap((path) => {
      const twin = nonceRequest(path, name, ["0"], "success");
      return [[nonce], ["0", nonce]].map((nonces) => [sent(path, nonces), twin] as const);
    }),
    ...first(TRANSACTION_HASH_PATTERN).flatMap((path) =>
      prefixedAndBare(path).map((form) => [sent(form, [nonce]), recordRequest(RESULT, path)] as const),
    ),
  ];
  return firstResult(ways.slice(turn % ways.length));
}

/** Each invalid nonce in two ways: with a transaction id, and with a hash, if both are known. */
function malformedNonces(): CaseSource<InTurn> {
  const { boundaries, ...others } = inTurns(parameters.nonce.invalid());
  const elsewhere = boundaries.map(({ name, value: { value, turn }, family }) => ({
    name: `${name}, in another way`,
    value: { value, turn: turn + 2 },
    family: `${family}, in another way`,
  }));
  return { ...others, boundaries: [...boundaries, ...elsewhere] };
}

/** nonce is an integer of at least 0 (§4.7, line 256; §8, line 311). The error body is unspecified (§7, line 303). */
export const nonceRefused = sequence({
  id: "4.7-nonce-refused",
  recorded: refusal(faulty("nonce"), checkNoRecord),
  statement: "a nonce that is no integer from 0 to 2147483647 does not succeed",
  cites: ["4.7 nonce form", "8 nonce range", 10, 12],
  needs: INVALID_NONCE_PREREQUISITES,
  given: malformedNonces,
  run: async (t, sent) => checkMalformed(await requestRefusal(t, ...invalidNonceRequests(t, sent))),
  ...refusedExamples(RESULT),
});

/** Nonce 0 selects user-submitted transactions, another value transactions generated by main nodes (§4.7, line 256). */
export const nonceSelects = sequence({
  id: "4.7-nonce-selects",
  statement: "a non-zero nonce does not find the record of nonce 0",
  cites: ["4.7 nonce effect"],
  needs: NONCE_PREREQUISITES,
  given: ({ found }) => {
    // Cut to 8 bits 256 is 0; cut to 8 or 16 bits 65536 is 0.
    const nonces = ["65536", "1", "2", "256", String(contractLimits.nonce.max)];
    return spread(found, 4).flatMap(({ asked }, at) =>
      (at === 0 ? nonces : ["1"]).map((nonce) => ({
        name: `nonce ${nonce} of ${asked}`,
        value: { asked, nonce },
      })),
    );
  },
  run: (t, { asked, nonce }) => {
    const zero = nonceRequest(asked, t.name, ["0"], "success");
    const other = nonceRequest(asked, t.name, [nonce], "missing");
    return checkBeside(t, zero, other, checkOther("a non-zero nonce returns the record of nonce 0"));
  },
  first: RESULT_A,
  passes: [NO_RESULT, exampleResult(HASH_A, "1700000000.000000002")],
  fails: { "the same record": RESULT_A },
});

const [FIRST_NONCE, SECOND_NONCE] = [
  exampleResult(HASH_A, "1.000000001"),
  exampleResult(HASH_A, "2.000000001"),
];

/** nonce selects among the transactions of the transaction id in the path (§4.7, lines 255 and 256). */
export const nonceOfTransaction = sequence({
  id: "4.7-nonce-keeps-transaction",
  statement: "a nonce returns no record of another transaction",
  cites: ["4.7 nonce effect", 19],
  ...SEVERAL_TRANSACTIONS,
  needs: NONCE_PREREQUISITES,
  run: async (t) => {
    const some = spread(t.found, 3).map(({ asked }) => asked);
    const plain = await t.all(some.map((asked) => recordRequest(RESULT, asked)));
    const withNonce1 = await t.all(some.map((asked) => nonceRequest(asked, t.name, ["1"], "missing")));
    return checkApart(withNonce1, "a nonce returns a record of another transaction", plain);
  },
  passes: [
    [FIRST_NONCE, SECOND_NONCE, NO_RESULT, NO_RESULT],
    [FIRST_NONCE, SECOND_NONCE, exampleResult(HASH_A, "1.000000002"), exampleResult(HASH_A, "2.000000002")],
  ],
  fails: { "the same record for both": [FIRST_NONCE, SECOND_NONCE, NO_RESULT, FIRST_NONCE] },
});
