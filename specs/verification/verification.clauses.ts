// §4.9, §4.10, §4.11, §5
import { inSequence, undecided } from "../laws/requests/findings.ts";
import { law } from "../../engine/clauses/declare.ts";
import type { AskingClause, ClauseId } from "../../engine/clauses/clause.ts";
import { describe, isSuccess } from "../../engine/message/classify.ts";
import { type Asker, type Judgement, type Reply } from "../../engine/model/exchange.ts";
import { fixedOf } from "../../engine/clauses/prerequisites.ts";
import type { VerificationSample } from "../../engine/model/settings.ts";
import { brokenBodies } from "../../generators/verification-body.ts";
import { operations } from "../../schemas/operations.ts";
import { place } from "../../schemas/places.ts";
import { answer, invalidParameter, SUCCESS } from "../fixtures/answers.ts";
import { askWellFormed, judgeWellFormed } from "../laws/requests/malformed.ts";
import { firstOf } from "../laws/records/records.ts";
import {
  judgeBroken,
  verificationAsk,
  type Breakage,
  type VerifyEndpoint,
  noneVerified,
} from "../laws/records/verification.ts";
import { faulty } from "../laws/requests/recorded.ts";

/** Of a contract, for proofs. */
const ADDRESS = "0xABcdef0123456789ABcdef0123456789ABcdef01";

const BOTH: readonly VerifyEndpoint[] = ["sessionVerify", "verify"];

const BREAKAGES: readonly Breakage[] = (
  [
    ["address-required", "noAddress", "address", "a request without an address"],
    ["chain-id-required", "noChain", "chainId", "a request without a chainId"],
    ["address-type", "address", "address", "a request whose address is no string"],
    ["chain-id-type", "chain", "chainId", "a request whose chainId has a wrong type"],
    ["address-format", "format", "address", "a request whose address does not have the documented form"],
    ["body-is-json-object", "body", "body", "a request whose body is no JSON object"],
  ] as const
).map(([slug, broken, about, subject]) => {
  return { slug, broken, about, statement: `${subject} does not succeed` };
});

/** The id of a clause of either endpoint. */
function verificationId(endpoint: VerifyEndpoint, slug: string): ClauseId {
  return `${operations[endpoint].section}-${slug}`;
}

/**
 * A broken body is answered with anything but the success shape under 200 (reading 12). Sends: the sample, where one is given, and
 * bodies that are broken in one way. Fails: one of these gets the success shape. Else inconclusive where no sample is given, or
 * it does not get that shape: what refuses everything shows nothing.
 */
function brokenBody(endpoint: VerifyEndpoint, { slug, statement, broken, about }: Breakage): AskingClause {
  const success = SUCCESS[endpoint];
  const twin = answer(endpoint, 200, success);
  const one = (status: number, body: unknown) => [twin, answer(endpoint, status, body)];
  const sample = { address: ADDRESS, chainId: "295" };
  return law({
    id: verificationId(endpoint, slug),
    statement,
    cites: [
      place(`${operations[endpoint].section} ${about}`),
      ...(about === "body" ? (["1 JSON requests"] as const) : []),
    ],
    readings: [10, 12],
    leavesOpen: ["7.7", "7.8"],
    needs: { some: "someVerification", size: "size" },
    run: async ({ have: { some, size }, ...t }) => {
      // A whole body first: unless that is accepted, a refusal may have another reason.
      const whole = some.vouched ? await t.get(verificationAsk(endpoint, some.sample)) : undefined;
      const bodies = Object.values(brokenBodies(some.sample)[broken]);
      // One after the other: the service may ask an explorer for each.
      const replies = await inSequence(bodies.slice(0, fixedOf(size)), (body) =>
        t.get(verificationAsk(endpoint, body, "refusal")),
      );
      return judgeBroken(whole, replies, endpoint, statement);
    },
    recorded: {
      when: faulty(slug),
      needsSuccess: true,
      check: (reply) => noneVerified([reply], endpoint, statement),
    },
    keeps: [one(400, { message: "no" }), one(500, ""), one(200, { error: "no", result: null })],
    breaks: {
      "answered with success": one(200, success),
      "answered with success, without a sample": {
        replies: [answer(endpoint, 200, success)],
        have: { some: { sample, vouched: false } },
      },
    },
  });
}

export const refusals: readonly AskingClause[] = BOTH.flatMap((endpoint) =>
  BREAKAGES.map((breakage) => brokenBody(endpoint, breakage)),
);

/** Of no contract that an explorer knows. */
const NO_CONTRACT = `0x${"5a".repeat(20)}`;

/** Samples for checks: a success with one entry. */
function verified(endpoint: VerifyEndpoint, address: string, chainId = "295", status = "perfect"): Reply {
  const entries = [{ address, chainId, status }];
  const body = endpoint === "verify" ? { result: entries } : { contracts: entries, unused: [] };
  return answer(endpoint, 200, body);
}

/**
 * What a key changes is open (4.11); that a body without one is malformed is not (4.9). Sends: a sample, and the same without
 * its key; where that gets an error, bodies without an address or a chain and one of an unknown contract too. Fails: the error
 * calls the body malformed. Inconclusive: another error.
 */
async function judgeKeyless(
  t: Asker,
  endpoint: VerifyEndpoint,
  sample: VerificationSample,
): Promise<Judgement> {
  const { apiKey, ...keyless } = sample;
  const { address, chainId } = keyless;
  const given = await t.get(verificationAsk(endpoint, sample));
  const expects = apiKey === undefined ? "success" : "missing";
  const answered = await askWellFormed(t, verificationAsk(endpoint, keyless, expects), {
    malformed: [{ chainId }, { address }].map((body) => verificationAsk(endpoint, body, "refusal")),
    missing: verificationAsk(endpoint, { ...sample, address: NO_CONTRACT }, "missing"),
  });
  const { reply } = answered;
  const wrong = judgeWellFormed(answered);
  if (isSuccess(reply) || wrong.length > 0) {
    return wrong;
  }
  const why = isSuccess(given)
    ? "without its apiKey the sample is not accepted"
    : "the sample is not accepted";
  return undecided(`${why}: ${describe(reply)}`, reply);
}

export const apiKeys: readonly AskingClause[] = BOTH.map((endpoint) => {
  const given = verified(endpoint, ADDRESS);
  const error = (text: string) => answer(endpoint, 400, { error: text });
  const sample = { address: ADDRESS, chainId: "295", apiKey: "a key" };
  return law({
    id: verificationId(endpoint, "api-key-optional"),
    statement: "a request without an apiKey is not refused as malformed",
    cites: [place(`${operations[endpoint].section} apiKey`), "5 apiKey"],
    leavesOpen: ["4.11", "7.8"],
    needs: { samples: "verifications" },
    run: ({ have: { samples }, ...t }) =>
      judgeKeyless(t, endpoint, samples.find(({ apiKey }) => apiKey !== undefined) ?? firstOf(samples)),
    proves: { have: { samples: [sample] } },
    keeps: [
      [given, given],
      [given, verified(endpoint, ADDRESS, "295", "partial")],
    ],
    breaks: {
      "an invalid parameter": [given, answer(endpoint, 400, invalidParameter("apiKey"))],
      "as without an address": [
        given,
        error("apiKey is required"),
        error("address is required"),
        error("chainId is required"),
        error("no such contract"),
      ],
    },
  });
});
