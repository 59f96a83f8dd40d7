// §4.9, §4.10, §4.11, §5
import { inSequence, undecided, undecidedWithout } from "../laws/requests/verdicts.ts";
import { askWellFormed, judgeWellFormed } from "../laws/requests/verdicts.ts";
import { law } from "../../engine/clauses/declare.ts";
import { describe, isSuccess, wholeAnswer } from "../../engine/message/classify.ts";
import type { Asker, Finding, Judgement, Reply } from "../../engine/model/exchange.ts";
import type { VerificationSample } from "../../engine/model/settings.ts";
import { brokenBodies } from "../../generators/verification-body.ts";
import { operations } from "../../schemas/operations.ts";
import { place } from "../../schemas/places.ts";
import { answer, invalidParameter, SUCCESS } from "../fixtures/answers.ts";
import { firstOf, recordIn } from "../laws/records/records.ts";
import { verificationAsk, type VerifyEndpoint, VERIFYING } from "../laws/records/verification.ts";
import { faulty } from "../laws/requests/recorded.ts";

const ADDRESS = "0xABcdef0123456789ABcdef0123456789ABcdef01";

/** Ways to break the body of a sample: the slug of the clause, the bodies, what is broken of the body, and what that is called. */
const BREAKAGES = [
  ["address-required", "noAddress", "address", "a request without an address"],
  ["chain-id-required", "noChain", "chainId", "a request without a chainId"],
  ["address-type", "address", "address", "a request whose address is no string"],
  ["chain-id-type", "chain", "chainId", "a request whose chainId has a wrong type"],
  ["address-format", "format", "address", "a request whose address does not have the documented form"],
  ["body-is-json-object", "body", "body", "a request whose body is no JSON object"],
] as const;

/** Member of the success body that holds the entries. */
const ENTRIES = { sessionVerify: "contracts", verify: "result" } as const;

/** The success shape of 4.9 and 4.10: status 200 with the array of entries. */
function isVerification(reply: Reply, endpoint: VerifyEndpoint): boolean {
  return isSuccess(reply) && Array.isArray(recordIn(reply)[ENTRIES[endpoint]]);
}

/** None of the answers to broken bodies is a verification. */
function noneVerified(
  replies: readonly Reply[],
  endpoint: VerifyEndpoint,
  statement: string,
): readonly Finding[] {
  return replies
    .filter((reply) => isVerification(reply, endpoint))
    .map((reply) => wholeAnswer(reply, `${statement}, but this one did`, "any response but a success"));
}

/** A broken body is answered with anything but the success shape under 200 (reading 12). */
function brokenBody(endpoint: VerifyEndpoint, [slug, broken, about, subject]: (typeof BREAKAGES)[number]) {
  const statement = `${subject} does not succeed`;
  const twin = answer(endpoint, 200, SUCCESS[endpoint]);
  const sample = { address: ADDRESS, chainId: "295" };
  return law({
    id: `${operations[endpoint].section}-${slug}`,
    statement,
    cites: [
      place(`${operations[endpoint].section} ${about}`),
      ...(about === "body" ? (["1 JSON requests"] as const) : []),
      10,
      12,
    ],
    restsOn: [`2.9-${ENTRIES[endpoint]}`],
    needs: { some: "someVerification", size: "size" },
    run: async (t) => {
      // A whole body first: unless that is accepted, a refusal may have another reason.
      const whole = t.some.vouched ? await t.get(verificationAsk(endpoint, t.some.sample)) : undefined;
      const bodies = Object.values(brokenBodies(t.some.sample)[broken]);
      // One after the other: the service may ask an explorer for each.
      const replies = await inSequence(t.size.perFamily > 0 ? bodies : bodies.slice(0, 1), (body) =>
        t.get(verificationAsk(endpoint, body, "refusal")),
      );
      const accepted = noneVerified(replies, endpoint, statement);
      if (accepted.length > 0 || (whole !== undefined && isVerification(whole, endpoint))) {
        return accepted;
      }
      const why = "refused, perhaps for another cause: no valid request was accepted";
      return whole === undefined
        ? undecided(`${why}: add samples.verifications to the target file`)
        : isSuccess(whole)
          ? undecided(`the sample gets no ${ENTRIES[endpoint]}`, whole)
          : undecidedWithout("the request for the sample", whole);
    },
    recorded: {
      when: faulty(slug),
      needsSuccess: true,
      check: (reply) => noneVerified([reply], endpoint, statement),
    },
    first: twin,
    keeps: [answer(endpoint, 500, ""), answer(endpoint, 200, { error: "no", result: null })],
    breaks: {
      "answered with success": twin,
      "answered with success, without a sample": {
        replies: [twin],
        have: { some: { sample, vouched: false } },
      },
    },
  });
}

export const refusals = VERIFYING.flatMap((endpoint) =>
  BREAKAGES.map((breakage) => brokenBody(endpoint, breakage)),
);

/** Of no contract that an explorer knows. */
const NO_CONTRACT = `0x${"5a".repeat(20)}`;

function verified(endpoint: VerifyEndpoint, status: string): Reply {
  const entries = [{ address: ADDRESS, chainId: "295", status }];
  const body = endpoint === "verify" ? { result: entries } : { contracts: entries, unused: [] };
  return answer(endpoint, 200, body);
}

/** What a key changes is open (4.11); that a body without one is malformed is not (4.9). */
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
    : "the request for the sample does not succeed";
  return undecided(`${why}: ${describe(reply)}`, reply);
}

export const apiKeys = VERIFYING.map((endpoint) => {
  const given = verified(endpoint, "perfect");
  const error = (text: string) => answer(endpoint, 400, { error: text });
  const sample = { address: ADDRESS, chainId: "295", apiKey: "a key" };
  return law({
    id: `${operations[endpoint].section}-api-key-optional`,
    emptyPass: "acceptance",
    statement: "a request without an apiKey is not refused as malformed",
    cites: [place(`${operations[endpoint].section} apiKey`), "5 apiKey"],
    needs: { samples: "verifications" },
    run: (t) =>
      judgeKeyless(t, endpoint, t.samples.find(({ apiKey }) => apiKey !== undefined) ?? firstOf(t.samples)),
    proves: { have: { samples: [sample] } },
    first: given,
    keeps: [given, verified(endpoint, "partial")],
    breaks: {
      "an invalid parameter": answer(endpoint, 400, invalidParameter("apiKey")),
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
