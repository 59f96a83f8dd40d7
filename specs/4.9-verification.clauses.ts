// §4.9, §4.10, §4.11, §5: broken bodies of the verification endpoints, and requests without an apiKey
import { inSequence, inconclusive, inconclusiveWithout } from "./kit/requests/check-results.ts";
import { sendWellFormed, checkWellFormed } from "./kit/requests/acceptance.ts";
import type { ClauseId } from "../engine/clauses/clause.ts";
import { sequence } from "../engine/clauses/declare.ts";
import { describeResponse, isSuccess, wholeResponse } from "../engine/message/classify.ts";
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

type VerifyIds = Readonly<Record<VerifyEndpoint, ClauseId>>;

/** One way to break the body of a sample. */
interface Breakage {
  readonly ids: VerifyIds;
  /** Name of the fault in a recorded request (`ReadRequest.fault`). */
  readonly fault: string;
  /** Key of the broken bodies (`brokenBodies`). */
  readonly bodies: keyof ReturnType<typeof brokenBodies>;
  /** The part of the body that is broken, as the places of the contract call it. */
  readonly part: "address" | "chainId" | "body";
  /** Begin of the statement. */
  readonly subject: string;
}

const BREAKAGES: readonly Breakage[] = [
  // address is required (§4.9, line 270; §4.10, line 277)
  {
    ids: { sessionVerify: "4.9-address-required", verify: "4.10-address-required" },
    fault: "address-required",
    bodies: "noAddress",
    part: "address",
    subject: "a request without an address",
  },
  // chainId is required (§4.9, line 270; §4.10, line 277)
  {
    ids: { sessionVerify: "4.9-chain-id-required", verify: "4.10-chain-id-required" },
    fault: "chain-id-required",
    bodies: "noChain",
    part: "chainId",
    subject: "a request without a chainId",
  },
  // address is a string (§4.9, line 270)
  {
    ids: { sessionVerify: "4.9-address-type", verify: "4.10-address-type" },
    fault: "address-type",
    bodies: "address",
    part: "address",
    subject: "a request whose address is no string",
  },
  // chainId is a string (§4.9, line 270)
  {
    ids: { sessionVerify: "4.9-chain-id-type", verify: "4.10-chain-id-type" },
    fault: "chain-id-type",
    bodies: "chain",
    part: "chainId",
    subject: "a request whose chainId has a wrong type",
  },
  // address is in address format (§4.9, line 270; §2.1, line 21)
  {
    ids: { sessionVerify: "4.9-address-format", verify: "4.10-address-format" },
    fault: "address-format",
    bodies: "format",
    part: "address",
    subject: "a request whose address does not have the documented form",
  },
  // all requests use JSON (§1, line 10); the body has the members address, chainId and apiKey (§4.9, line 270)
  {
    ids: { sessionVerify: "4.9-body-is-json-object", verify: "4.10-body-is-json-object" },
    fault: "body-is-json-object",
    bodies: "body",
    part: "body",
    subject: "a request whose body is no JSON object",
  },
];

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
      wholeResponse(response, `${statement}, but this one did`, "a response other than a success"),
    );
}

/** A broken body may return anything but status 200 with the success body (interpretation 12). */
function brokenBody(endpoint: VerifyEndpoint, { ids, fault, bodies: key, part, subject }: Breakage) {
  const statement = `${subject} does not succeed`;
  const twin = exampleResponse(endpoint, 200, SUCCESS[endpoint]);
  const sample = { address: VERIFIED_ADDRESS, chainId: "295" };
  return sequence({
    id: ids[endpoint],
    statement,
    cites: [
      contractPlace(`${operations[endpoint].section} ${part}`),
      ...(part === "body" ? (["1 JSON requests"] as const) : []),
      10,
      12,
    ],
    dependsOn: [`2.9-${ENTRIES[endpoint]}`],
    needs: { some: "someVerification", size: "size" },
    run: async (t) => {
      // The unbroken body first: unless that is accepted, a refusal may have another reason.
      const whole = t.some.fromUser ? await t.get(postVerification(endpoint, t.some.sample)) : undefined;
      const bodies = Object.values(brokenBodies(t.some.sample)[key]);
      // One after the other: the service may call an explorer for each.
      const responses = await inSequence(t.size.perFamily > 0 ? bodies : bodies.slice(0, 1), (body) =>
        t.get(postVerification(endpoint, body, "refusal")),
      );
      const accepted = noneVerified(responses, endpoint, statement);
      if (accepted.length > 0 || (whole !== undefined && isVerification(whole, endpoint))) {
        return accepted;
      }
      const why = "refused, possibly for another reason: no valid request was accepted";
      return whole === undefined
        ? inconclusive(`${why}: add samples.verifications to the target file`)
        : isSuccess(whole)
          ? inconclusive(`the sample gets no ${ENTRIES[endpoint]}`, whole)
          : inconclusiveWithout("the request for the sample", whole);
    },
    recorded: {
      when: faulty(fault),
      needsSuccess: true,
      check: (response) => noneVerified([response], endpoint, statement),
    },
    first: twin,
    passes: [
      exampleResponse(endpoint, 500, ""),
      exampleResponse(endpoint, 200, { error: "no", result: null }),
    ],
    fails: {
      "status 200": twin,
      "status 200, without a sample": {
        responses: [twin],
        have: { some: { sample, fromUser: false } },
      },
    },
  });
}

export const refusalClauses = VERIFYING.flatMap((endpoint) =>
  BREAKAGES.map((breakage) => brokenBody(endpoint, breakage)),
);

/** An address of no contract that an explorer knows. */
const UNKNOWN_ADDRESS = `0x${"5a".repeat(20)}`;

function verified(endpoint: VerifyEndpoint, status: string): ApiResponse {
  const entries = [{ address: VERIFIED_ADDRESS, chainId: "295", status }];
  const body = endpoint === "verify" ? { result: entries } : { contracts: entries, unused: [] };
  return exampleResponse(endpoint, 200, body);
}

/** Sends a sample with its apiKey and without. What a key changes is unspecified (§4.11), but a body without one is valid (§4.9). */
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
    missing: postVerification(endpoint, { ...sample, address: UNKNOWN_ADDRESS }, "missing"),
  });
  const { response } = responded;
  const wrong = checkWellFormed(responded);
  if (isSuccess(response) || wrong.length > 0) {
    return wrong;
  }
  const why = isSuccess(given)
    ? "the sample is not accepted without an apiKey"
    : "the request for the sample does not succeed";
  return inconclusive(`${why}: ${describeResponse(response)}`, response);
}

const API_KEY_IDS: VerifyIds = {
  sessionVerify: "4.9-api-key-optional",
  verify: "4.10-api-key-optional",
};

/** The apiKey is optional (§4.9, line 270; §4.10, line 277; §5, line 287). */
export const apiKeys = VERIFYING.map((endpoint) => {
  const given = verified(endpoint, "perfect");
  const error = (text: string) => exampleResponse(endpoint, 400, { error: text });
  const sample = { address: VERIFIED_ADDRESS, chainId: "295", apiKey: "a key" };
  return sequence({
    id: API_KEY_IDS[endpoint],
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
