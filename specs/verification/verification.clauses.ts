// §2.9, §4.9, §4.10, §4.11, §5
import { clause, open, table, type AskingClause, type OpenMatter } from "../../engine/clause.ts";
import { describe, isSuccess, wholeAnswer } from "../../engine/classify.ts";
import { one, type Asking, type Judgement, type Reply } from "../../engine/exchange.ts";
import { bodyRows } from "../../engine/rows.ts";
import type { VerificationSample } from "../../engine/settings.ts";
import { directVerification, sessionVerification } from "../../schemas/verification.ts";
import { answer } from "../fixtures/answers.ts";
import { bareHex, firstOf, judgeSample, undecided } from "../rules/records.ts";
import {
  askChanged,
  entriesIn,
  ifAccepted,
  verificationAsk,
  type Breakage,
  type VerifyEndpoint,
} from "../rules/verification.ts";
import { brokenBody, verificationId } from "../makers/verification.ts";

const BOTH: readonly VerifyEndpoint[] = ["sessionVerify", "verify"];

export const sessionTable = table(bodyRows("sessionVerify", "2.9", sessionVerification), [1, 2, 4]);
export const directTable = table(bodyRows("verify", "2.9", directVerification), [1, 2, 4]);

const HEX = "00112233445566778899aabbccddeeff01234567";

const BREAKAGES: readonly Breakage[] = [
  {
    slug: "address-required",
    statement: "a body without an address is not answered with success",
    broken: "noAddress",
  },
  {
    slug: "chain-id-required",
    statement: "a body without a chainId is not answered with success",
    broken: "noChain",
  },
  {
    slug: "address-type",
    statement: "an address that is no string is not answered with success",
    broken: "address",
  },
  {
    slug: "chain-id-type",
    statement: "a chainId of a type that no reading allows is not answered with success",
    broken: "chain",
  },
  {
    slug: "address-format",
    statement: "a string that is no address is not answered with success",
    broken: "format",
  },
  {
    slug: "body-is-json-object",
    statement: "a body that is no JSON object is not answered with success",
    broken: "body",
  },
];

export const refusals: readonly AskingClause[] = BOTH.flatMap((endpoint) =>
  BREAKAGES.map((breakage) => brokenBody(endpoint, breakage)),
);

const ADDRESS = "0xABcdef0123456789ABcdef0123456789ABcdef01";

/** Samples for checks: a success with one entry. */
function verified(endpoint: VerifyEndpoint, address: string, chainId = "295", status = "perfect"): Reply {
  const entries = [{ address, chainId, status }];
  return answer(
    endpoint,
    200,
    endpoint === "verify" ? { result: entries } : { contracts: entries, unused: [] },
  );
}

/** An address in a form of 2.1 is not called wrong; whether the explorer is asked in that form is open. */
function judgeForm(reply: Reply): Judgement {
  if (isSuccess(reply)) {
    return [];
  }
  const text = reply.body.text.slice(0, 2_000);
  return /address/i.test(text) && /invalid|malformed|pattern|must (?:be|match)/i.test(text)
    ? [
        wholeAnswer(
          reply,
          "an address in a form of 2.1 is refused",
          "a success, as for the address of the sample",
        ),
      ]
    : undecided(`the sample is accepted, the other form of its address is not: ${describe(reply)}`, reply);
}

function addressForm(
  endpoint: VerifyEndpoint,
  slug: string,
  statement: string,
  form: (text: string) => string,
): AskingClause {
  const twin = verified(endpoint, ADDRESS);
  return clause({
    id: verificationId(endpoint, slug),
    endpoint,
    statement,
    readings: [7],
    leavesOpen: ["7.8"],
    needs: { samples: "verifications" },
    ask: ({ samples }) => {
      const sample = firstOf(samples);
      return askChanged(endpoint, sample, [{ ...sample, address: form(sample.address) }], "success");
    },
    check: (changed) => ifAccepted(changed, () => changed.replies.map(judgeForm).find(() => true) ?? []),
    accepts: [
      { answer: { twin, replies: [twin] }, value: undefined },
      { answer: { twin, replies: [verified(endpoint, ADDRESS, "295", "partial")] }, value: undefined },
    ],
    rejects: {
      "called invalid": {
        answer: { twin, replies: [answer(endpoint, 400, { message: "Invalid address" })] },
        value: undefined,
      },
    },
  });
}

export const addressForms: readonly AskingClause[] = BOTH.flatMap((endpoint) => [
  addressForm(endpoint, "address-without-prefix", "an address without 0x is not refused as invalid", (text) =>
    text.replace(/^0x/, ""),
  ),
  addressForm(
    endpoint,
    "address-in-lower-case",
    "an address in lower case is not refused as invalid",
    (text) => text.toLowerCase(),
  ),
]);

/** The same contract with the apiKey that the user gave, and without. */
interface Keyed {
  readonly given: Reply;
  readonly without: Reply;
}

function* askKeyed(endpoint: VerifyEndpoint, sample: VerificationSample): Asking<Keyed> {
  const { apiKey: _key, ...keyless } = sample;
  const given = yield* one(verificationAsk(endpoint, sample));
  return { given, without: yield* one(verificationAsk(endpoint, keyless)) };
}

function summaryOf(reply: Reply, endpoint: VerifyEndpoint): string {
  const entries = entriesIn(reply, endpoint).map(({ address, chainId, status }) =>
    JSON.stringify([address, chainId, status]),
  );
  return entries.toSorted().join(", ");
}

function judgeKeyed({ given, without }: Keyed, endpoint: VerifyEndpoint): Judgement {
  const keyless = given.ask.body === without.ask.body;
  if (!isSuccess(given) && !keyless) {
    return undecided(`the sample is not accepted: ${describe(given)}`, given);
  }
  if (!isSuccess(without)) {
    return judgeSample(without, "without an apiKey");
  }
  const [expected, actual] = [summaryOf(given, endpoint), summaryOf(without, endpoint)];
  const message = "without apiKey the entries are others";
  return expected === actual ? [] : [{ message, pointer: "", expected, actual, reply: without }];
}

export const apiKeys: readonly AskingClause[] = BOTH.map((endpoint) => {
  const given = verified(endpoint, ADDRESS);
  const sample = (without: Reply) => ({ answer: { given, without }, value: undefined });
  return clause({
    id: verificationId(endpoint, "api-key-optional"),
    endpoint,
    statement: "a contract is verified in the same way without an apiKey",
    leavesOpen: ["4.11"],
    needs: { samples: "verifications" },
    ask: ({ samples }) =>
      askKeyed(endpoint, samples.find(({ apiKey }) => apiKey !== undefined) ?? firstOf(samples)),
    check: (keyed) => judgeKeyed(keyed, endpoint),
    accepts: [sample(given), sample(answer(endpoint, 200, { ...Object(given.body.value), more: 1 }))],
    rejects: {
      "not accepted without": sample(answer(endpoint, 400, { error: "apiKey is required" })),
      "another status": sample(verified(endpoint, ADDRESS, "295", "partial")),
      "another contract": sample(verified(endpoint, `0x${HEX}`)),
    },
  });
});

/** Whether the entries of a success name the contract that was asked for: not stated, so only observed. */
function entriesNamed(reply: Reply, endpoint: VerifyEndpoint): readonly string[] {
  const asked = /"address"\s*:\s*"([^"]*)"/.exec(reply.ask.body ?? "")?.[1];
  const shown = entriesIn(reply, endpoint).map(({ address }) => address);
  const texts = shown.filter((text) => typeof text === "string");
  if (!isSuccess(reply) || asked === undefined || texts.length === 0) {
    return [];
  }
  const named = texts.some((text) => bareHex(text) === bareHex(asked));
  return [
    named ? "an entry has the address that was asked for" : "no entry has the address that was asked for",
  ];
}

export const openVerifications: readonly OpenMatter[] = BOTH.map((endpoint) =>
  open({
    id: verificationId(endpoint, "chain-ids-and-keys"),
    endpoint,
    statement: "a chainId written as a number, an apiKey of no account, the addresses of the entries",
    assumes: "such requests may be answered either way",
    observeExchange: (reply) => entriesNamed(reply, endpoint),
  }),
);
