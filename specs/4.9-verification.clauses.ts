// §4.9, §4.10, §4.11, §5
import { inSequence, inconclusive, inconclusiveWithout } from "./kit/requests/verdicts.ts";
import { sendWellFormed, checkWellFormed } from "./kit/requests/verdicts.ts";
import { sequence } from "../engine/clauses/declare.ts";
import { describe, isSuccess, wholeResponse } from "../engine/message/classify.ts";
import type { RequestSender, Violation, CheckResult, ApiResponse } from "../engine/model/exchange.ts";
import type { VerificationSample } from "../engine/model/settings.ts";
import { brokenBodies } from "../generators/verification-body.ts";
import { operations } from "../schemas/operations.ts";
import { contractPlace } from "../schemas/places.ts";
import { exampleResponse, invalidParameter, SUCCESS } from "./examples/responses.ts";
import { firstResult, recordIn } from "./kit/records/records.ts";
import { postVerification, type VerifyEndpoint, VERIFYING } from "./kit/records/verification.ts";
import { faulty } from "./kit/requests/recorded.ts";

const VERIFIED_ADDRESS = "0xABcdef0123456789ABcdef0123456789ABcdef01";

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
function isVerification(response: ApiResponse, endpoint: VerifyEndpoint): boolean {
  return isSuccess(response) && Array.isArray(recordIn(response)[ENTRIES[endpoint]]);
}

/** None of the responses to broken bodies is a verification. */
function noneVerified(
  responses: readonly ApiResponse[],
  endpoint: VerifyEndpoint,
  statement: string,
): readonly Violation[] {
  return responses
    .filter((response) => isVerification(response, endpoint))
    .map((response) =>
      wholeResponse(response, `${statement}, but this one did`, "any response but a success"),
    );
}

/** A broken body is answered with anything but the success shape under 200 (interpretation 12). */
function brokenBody(endpoint: VerifyEndpoint, [slug, broken, about, subject]: (typeof BREAKAGES)[number]) {
  const statement = `${subject} does not succeed`;
  const twin = exampleResponse(endpoint, 200, SUCCESS[endpoint]);
  const sample = { address: VERIFIED_ADDRESS, chainId: "295" };
  return sequence({
    id: `${operations[endpoint].section}-${slug}`,
    statement,
    cites: [
      contractPlace(`${operations[endpoint].section} ${about}`),
      ...(about === "body" ? (["1 JSON requests"] as const) : []),
      10,
      12,
    ],
    dependsOn: [`2.9-${ENTRIES[endpoint]}`],
    needs: { some: "someVerification", size: "size" },
    run: async (t) => {
      // A whole body first: unless that is accepted, a refusal may have another reason.
      const whole = t.some.fromUser ? await t.get(postVerification(endpoint, t.some.sample)) : undefined;
      const bodies = Object.values(brokenBodies(t.some.sample)[broken]);
      // One after the other: the service may ask an explorer for each.
      const responses = await inSequence(t.size.perFamily > 0 ? bodies : bodies.slice(0, 1), (body) =>
        t.get(postVerification(endpoint, body, "refusal")),
      );
      const accepted = noneVerified(responses, endpoint, statement);
      if (accepted.length > 0 || (whole !== undefined && isVerification(whole, endpoint))) {
        return accepted;
      }
      const why = "refused, perhaps for another cause: no valid request was accepted";
      return whole === undefined
        ? inconclusive(`${why}: add samples.verifications to the target file`)
        : isSuccess(whole)
          ? inconclusive(`the sample gets no ${ENTRIES[endpoint]}`, whole)
          : inconclusiveWithout("the request for the sample", whole);
    },
    recorded: {
      when: faulty(slug),
      needsSuccess: true,
      check: (response) => noneVerified([response], endpoint, statement),
    },
    first: twin,
    passes: [
      exampleResponse(endpoint, 500, ""),
      exampleResponse(endpoint, 200, { error: "no", result: null }),
    ],
    fails: {
      "answered with success": twin,
      "answered with success, without a sample": {
        responses: [twin],
        have: { some: { sample, fromUser: false } },
      },
    },
  });
}

export const refusalClauses = VERIFYING.flatMap((endpoint) =>
  BREAKAGES.map((breakage) => brokenBody(endpoint, breakage)),
);

/** Of no contract that an explorer knows. */
const UNKNOWN_CONTRACT = `0x${"5a".repeat(20)}`;

function verified(endpoint: VerifyEndpoint, status: string): ApiResponse {
  const entries = [{ address: VERIFIED_ADDRESS, chainId: "295", status }];
  const body = endpoint === "verify" ? { result: entries } : { contracts: entries, unused: [] };
  return exampleResponse(endpoint, 200, body);
}

/** What a key changes is open (4.11); that a body without one is malformed is not (4.9). */
async function checkKeyless(
  t: RequestSender,
  endpoint: VerifyEndpoint,
  sample: VerificationSample,
): Promise<CheckResult> {
  const { apiKey, ...keyless } = sample;
  const { address, chainId } = keyless;
  const given = await t.get(postVerification(endpoint, sample));
  const expects = apiKey === undefined ? "success" : "missing";
  const responded = await sendWellFormed(t, postVerification(endpoint, keyless, expects), {
    malformed: [{ chainId }, { address }].map((body) => postVerification(endpoint, body, "refusal")),
    missing: postVerification(endpoint, { ...sample, address: UNKNOWN_CONTRACT }, "missing"),
  });
  const { response } = responded;
  const wrong = checkWellFormed(responded);
  if (isSuccess(response) || wrong.length > 0) {
    return wrong;
  }
  const why = isSuccess(given)
    ? "without its apiKey the sample is not accepted"
    : "the request for the sample does not succeed";
  return inconclusive(`${why}: ${describe(response)}`, response);
}

export const apiKeys = VERIFYING.map((endpoint) => {
  const given = verified(endpoint, "perfect");
  const error = (text: string) => exampleResponse(endpoint, 400, { error: text });
  const sample = { address: VERIFIED_ADDRESS, chainId: "295", apiKey: "a key" };
  return sequence({
    id: `${operations[endpoint].section}-api-key-optional`,
    emptyPass: "acceptance",
    statement: "a request without an apiKey is not refused as malformed",
    cites: [contractPlace(`${operations[endpoint].section} apiKey`), "5 apiKey"],
    needs: { samples: "verifications" },
    run: (t) =>
      checkKeyless(
        t,
        endpoint,
        t.samples.find(({ apiKey }) => apiKey !== undefined) ?? firstResult(t.samples),
      ),
    proves: { have: { samples: [sample] } },
    first: given,
    passes: [given, verified(endpoint, "partial")],
    fails: {
      "an invalid parameter": exampleResponse(endpoint, 400, invalidParameter("apiKey")),
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
