// §4.7, §8: the nonce of a transaction id
import { parameters } from "../../generators/parameters.ts";
import { contractLimits } from "../../schemas/limits.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

const NO_RESULT_FOUND = examples.notFoundOf(kit.RESULT);

/** The record that a hash with a nonce selects is unspecified (interpretation 8). */
const NONCE_NEEDS = { found: "transactions", name: "contractResult.nonce" } as const;
/** An invalid nonce must be refused with a hash too. */
const INVALID_NONCE_NEEDS = { ...NONCE_NEEDS, found: "contractResults", size: "size" } as const;

/** nonce has the default 0 (§4.7, §8). */
export const nonceZero = kit.sequence({
  id: "4.7-nonce-zero-is-default",
  statement: "nonce 0 finds the same record as a request without a nonce",
  contract: [256, 311],
  needs: NONCE_NEEDS,
  // Only a transaction with child transactions shows a default other than 0, and the first sample may have none.
  values: ({ found }) => kit.sampleCases(found, 3),
  run: (t, path) => {
    const withZero = kit.nonceRequest(path, t.name, ["0"], "success");
    return kit.checkEquivalentRequests(t, kit.recordRequest(kit.RESULT, path), withZero);
  },
  first: examples.RESULT_A,
  passes: [
    examples.RESULT_A,
    examples.resultOf(examples.HASH_A, undefined, { more: 1 }),
    [NO_RESULT_FOUND, NO_RESULT_FOUND],
  ],
  fails: {
    "another record": examples.RESULT_B,
    "not found": examples.NO_RESULT,
    "found only with a nonce of 0": [examples.NO_RESULT, examples.RESULT_A],
  },
});

const requestNonces = ({ found, name }: kit.Inputs<typeof NONCE_NEEDS>, ...nonces: readonly string[]) =>
  kit.nonceRequest(kit.firstItem(found).identifier, name, nonces, "missing");

/** Every transaction has a record for a last nonce of 0. In "2, 0, 1" the last is neither the first nor the smallest nor the largest. */
const REPEATED_NONCES = ["1, 0", "2, 0, 1", "2, 0", "0, 1", "0, 2", "2, 1, 0", "1, 0, 2"];

/** When nonce is repeated, the last value is used (§4.7). */
export const nonceLast = kit.sequence({
  id: "4.7-nonce-last-counts",
  statement: "repeated nonces find the same record as the last of them alone",
  contract: [256],
  interpretations: [20],
  needs: NONCE_NEEDS,
  values: () => kit.asNamed(REPEATED_NONCES, "nonces "),
  run: (t, text) =>
    kit.checkEquivalentRequests(t, requestNonces(t, text.slice(-1)), requestNonces(t, ...text.split(", "))),
  first: examples.RESULT_A,
  passes: [examples.RESULT_A, [examples.responseOf(kit.RESULT, 400, examples.NOT_FOUND), NO_RESULT_FOUND]],
  fails: {
    "the first value is used": [examples.NO_RESULT, examples.RESULT_A],
    "refused when repeated": examples.NO_RESULT,
  },
});

/** A nonce that is an int32 of at least 0 is accepted (§4.7, §8). */
export const nonceAccepted = kit.sequence({
  id: "4.7-nonce-accepted",
  acceptsParameter: "nonce",
  statement: "a nonce from 0 to 2147483647 gets a record, or the error for a missing record",
  contract: [256, 311],
  interpretations: [7],
  aspect: "form",
  needs: NONCE_NEEDS,
  values: () => parameters.nonce.valid(),
  run: (t, nonce) => {
    const malformed = ["-1", "2147483648", "abc"].map((text) => requestNonces(t, text));
    const without = kit.recordRequest(kit.RESULT, kit.firstItem(t.found).identifier);
    const others = { ...kit.COMPARISON_REQUESTS.contractResult, malformed, without };
    return kit.checkAccepted(t, requestNonces(t, nonce), others);
  },
  ...examples.optionalValueExamples(kit.RESULT),
});

/** A request with nonce 0, the default, means the same as one without (§4.7). */
export const nonceWithRecord = kit.sequence({
  id: "4.7-together-accepted",
  statement: "adding nonce 0 to a known transaction id causes no error except for a missing record",
  contract: [256],
  interpretations: [7, 22],
  needs: NONCE_NEEDS,
  values: ({ found }) => kit.sampleCases(found, 1),
  run: (t, path) =>
    kit.checkServedTogether(t, kit.nonceRequest(path, t.name, ["0"], "success"), [
      kit.recordRequest(kit.RESULT, path),
    ]),
  ...examples.togetherExamples(kit.RESULT, [examples.RESULT_A]),
});

/**
 * The ways to send an invalid nonce: with a transaction id, after a valid nonce (since the last one counts), and with a hash with 0x and
 * without. `words`: the end of the name of a case. The record that a hash with a nonce selects is unspecified, so its counterpart is the
 * hash without a nonce.
 */
function invalidNonceWays({ found, name }: kit.Inputs<typeof NONCE_NEEDS>) {
  const first = (format: RegExp) =>
    found
      .map(({ identifier }) => identifier)
      .filter((path) => format.test(path))
      .slice(0, 1);
  return [
    ...first(kit.TRANSACTION_ID).flatMap((path) => {
      const counterpart = kit.nonceRequest(path, name, ["0"], "success");
      const afterValid = { words: ", after a valid nonce", path, before: ["0"], counterpart };
      return [{ words: "", path, before: [], counterpart }, afterValid];
    }),
    ...first(kit.TRANSACTION_HASH_PATTERN)
      .flatMap(kit.prefixedAndBare)
      .map((path) => {
        const words = path.startsWith("0x") ? ", with a hash" : ", with a hash without 0x";
        return { words, path, before: [], counterpart: kit.recordRequest(kit.RESULT, path) };
      }),
  ];
}

/** At standard, one of this many invalid nonces is also sent after a valid one. */
const SENT_AFTER_VALID = 3;

/**
 * Each invalid nonce is sent with a transaction id, and with a hash, whose two forms take turns: some services check it only with one of
 * them, and one that accepts an integer out of range finds no record by a transaction id. At smoke, each way other than the first is used
 * once.
 */
function malformedNonces({ size, name, ...inputs }: kit.Inputs<typeof INVALID_NONCE_NEEDS>) {
  const { boundaries } = parameters.nonce.invalid();
  const [first, ...others] = invalidNonceWays({ ...inputs, name });
  const withHash = others.filter(({ before }) => before.length === 0);
  const afterValid = others.find(({ before }) => before.length > 0);
  const caseOf = (invalid: kit.NamedCase<string>, way: InvalidNonceWay | undefined) => {
    if (way === undefined) return [];
    const { words, path, before, counterpart } = way;
    const malformed = kit.nonceRequest(path, name, [...before, invalid.value], "refusal");
    return [{ ...invalid, name: invalid.name + words, value: { malformed, counterpart } }];
  };
  const furtherWays = (at: number): readonly (InvalidNonceWay | undefined)[] =>
    kit.isSmoke(size)
      ? [others[at]]
      : [withHash[at % withHash.length], at % SENT_AFTER_VALID === 0 ? afterValid : undefined];
  return {
    boundaries: boundaries.flatMap((one) => caseOf(one, first)),
    contexts: boundaries.flatMap((one, at) => furtherWays(at).flatMap((way) => caseOf(one, way))),
  };
}

type InvalidNonceWay = ReturnType<typeof invalidNonceWays>[number];

/** nonce is an integer of at least 0 (§4.7, §8). The error body is unspecified (§7.8). */
export const nonceRefused = kit.sequence({
  id: "4.7-nonce-refused",
  statement: "a request with a nonce other than an integer from 0 to 2147483647 does not succeed",
  contract: [256, 311],
  interpretations: [10, 12],
  aspect: "form",
  needs: INVALID_NONCE_NEEDS,
  values: malformedNonces,
  run: async (t, { malformed, counterpart }) => {
    const checked = await kit.checkMalformed(t, malformed, counterpart);
    if (!counterpart.target.includes("?")) {
      // The record is unspecified, but its fields are checked.
      await t.get({ ...counterpart, target: `${counterpart.target}?${t.name}=0`, expects: "open" });
    }
    return checked;
  },
  recorded: kit.recordedWithInvalid("nonce", kit.checkNoRecord),
  examplesWith: { inputs: { found: [examples.sampledAs("0.0.1-1-1", examples.RESULT_A)] } },
  ...examples.refusedExamples(kit.RESULT),
});

/** Nonce 0 selects user-submitted transactions; any other value selects transactions that main nodes generated (§4.7). */
export const nonceSelects = kit.sequence({
  id: "4.7-nonce-selects",
  statement: "a non-zero nonce does not find the record of nonce 0",
  contract: [256],
  needs: NONCE_NEEDS,
  values: ({ found }) => {
    // Truncated to 8 bits, 256 is 0; truncated to 8 or 16 bits, 65536 is 0.
    const nonces = ["65536", "1", "2", "256", String(contractLimits.nonce.max)];
    return kit.spread(found, 4).flatMap(({ identifier }, at) =>
      (at === 0 ? nonces : ["1"]).map((nonce) => ({
        name: `nonce ${nonce} with ${identifier}`,
        value: { identifier, nonce },
      })),
    );
  },
  run: (t, { identifier, nonce }) => {
    const zero = kit.nonceRequest(identifier, t.name, ["0"], "success");
    const other = kit.nonceRequest(identifier, t.name, [nonce], "missing");
    const check = kit.checkIsOtherResult("a non-zero nonce returns the record of nonce 0");
    return kit.checkWithKnownRecord(t, zero, other, check);
  },
  first: examples.RESULT_A,
  passes: [examples.NO_RESULT, examples.resultOf(examples.HASH_A, "1700000000.000000002")],
  fails: { "the same record": examples.RESULT_A },
});

const [FIRST_NONCE, SECOND_NONCE] = [
  examples.resultOf(examples.HASH_A, "1.000000001"),
  examples.resultOf(examples.HASH_A, "2.000000001"),
];

/** nonce selects among the transactions of the transaction id in the path (§4.7). */
export const nonceOfTransaction = kit.sequence({
  id: "4.7-nonce-keeps-transaction",
  statement: "nonce 1 returns no record that another transaction id returns, with nonce 1 or without",
  contract: [256],
  interpretations: [19],
  ...kit.SEVERAL_TRANSACTIONS,
  needs: NONCE_NEEDS,
  run: async (t) => {
    const some = kit.spread(t.found, 3).map(({ identifier }) => identifier);
    const plain = await t.all(some.map((identifier) => kit.recordRequest(kit.RESULT, identifier)));
    const withNonce1 = await t.all(
      some.map((identifier) => kit.nonceRequest(identifier, t.name, ["1"], "missing")),
    );
    return kit.checkDistinct(withNonce1, "a nonce returns a record of another transaction", plain);
  },
  passes: [
    [FIRST_NONCE, SECOND_NONCE, examples.NO_RESULT, examples.NO_RESULT],
    [
      FIRST_NONCE,
      SECOND_NONCE,
      examples.resultOf(examples.HASH_A, "1.000000002"),
      examples.resultOf(examples.HASH_A, "2.000000002"),
    ],
  ],
  fails: { "the same record for both": [FIRST_NONCE, SECOND_NONCE, examples.NO_RESULT, FIRST_NONCE] },
});
