// §4.9, §4.10, §4.11, §5: invalid bodies of requests to the verification endpoints, and requests without an apiKey
import { invalidBodies } from "../generators/verification-body.ts";
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

type VerifyIds = Readonly<Record<kit.VerifyEndpoint, kit.ClauseId>>;

interface InvalidBodyKind {
  readonly ids: VerifyIds;
  readonly bodies: keyof ReturnType<typeof invalidBodies>;
  readonly part: "address" | "chainId" | "body";
  /** Beginning of the statement. */
  readonly subject: string;
}

const INVALID_BODY_KINDS: readonly InvalidBodyKind[] = [
  // address is required (§4.9, §4.10)
  {
    ids: { sessionVerify: "4.9-address-required", verify: "4.10-address-required" },
    bodies: "noAddress",
    part: "address",
    subject: "a request without an address",
  },
  // chainId is required (§4.9, §4.10)
  {
    ids: { sessionVerify: "4.9-chain-id-required", verify: "4.10-chain-id-required" },
    bodies: "noChain",
    part: "chainId",
    subject: "a request without a chainId",
  },
  // address is a string (§4.9, §4.10)
  {
    ids: { sessionVerify: "4.9-address-type", verify: "4.10-address-type" },
    bodies: "address",
    part: "address",
    subject: "a request whose address is not a string",
  },
  // chainId is a string (§4.9, §4.10); a number is ambiguous (interpretation 8)
  {
    ids: { sessionVerify: "4.9-chain-id-type", verify: "4.10-chain-id-type" },
    bodies: "chain",
    part: "chainId",
    subject: "a request whose chainId is neither a string nor a number",
  },
  // address is in address format (§4.9, §4.10, §2.1)
  {
    ids: { sessionVerify: "4.9-address-format", verify: "4.10-address-format" },
    bodies: "format",
    part: "address",
    subject: "a request whose address does not have the documented form",
  },
  // all requests use JSON (§1); the body has the members address, chainId and apiKey (§4.9, §4.10)
  {
    ids: { sessionVerify: "4.9-body-is-json-object", verify: "4.10-body-is-json-object" },
    bodies: "body",
    part: "body",
    subject: "a request whose body is not a JSON object",
  },
];

/** The array `contracts` (§4.9) or `result` (§4.10) may be empty. */
function isVerification(response: kit.ApiResponse, endpoint: kit.VerifyEndpoint): boolean {
  return (
    kit.isSuccess(response) && Array.isArray(kit.recordIn(response)[kit.VERIFICATIONS[endpoint].entries])
  );
}

/** `names` describe the bodies, in the same order. */
function verifiedViolations(
  responses: readonly kit.ApiResponse[],
  endpoint: kit.VerifyEndpoint,
  subject: string,
  names: readonly string[] = [],
): readonly kit.Violation[] {
  return responses.flatMap((response, index) => {
    const about = names[index] === undefined ? "" : ` (body: ${names[index]})`;
    const expected = `a response other than a success${about}`;
    return isVerification(response, endpoint)
      ? [kit.wholeResponse(response, `${subject} succeeds`, expected)]
      : [];
  });
}

/** A request with an invalid body may get any response except status 200 with the success body (interpretation 12). */
function invalidBodyClause(
  endpoint: kit.VerifyEndpoint,
  { ids, bodies: key, part, subject }: InvalidBodyKind,
) {
  const counterpart = examples.successOf(endpoint);
  return kit.sequence({
    id: ids[endpoint],
    statement: `${subject} does not succeed`,
    contract: [
      kit.VERIFICATIONS[endpoint].requestLine,
      ...(part === "body" ? [10] : []),
      ...(key === "format" ? [21] : []),
    ],
    interpretations: [10, 12],
    parameters: part === "body" ? [] : [part],
    dependsOn: [kit.VERIFICATIONS[endpoint].entriesClause],
    needs: { some: "someVerification", size: "size" },
    run: async (t) => {
      // If the valid body does not succeed, the invalid ones may be refused for another reason.
      const whole = t.some.fromUser ? await t.get(kit.postVerification(endpoint, t.some.sample)) : undefined;
      const bodies = Object.entries(invalidBodies(t.some.sample)[key]);
      // In sequence, because the service may call an explorer for each request.
      const sent = t.size.families === undefined ? bodies : bodies.slice(0, 1);
      const responses = await kit.inSequence(sent, ([, body]) =>
        t.get(kit.postVerification(endpoint, body, "refusal")),
      );
      const names = sent.map(([name]) => name);
      const accepted = verifiedViolations(responses, endpoint, subject, names);
      if (accepted.length > 0 || (whole !== undefined && isVerification(whole, endpoint))) return accepted;
      return whole === undefined
        ? kit.inconclusive(
            "no sample is configured, so no valid request was sent, and a refusal proves nothing: add samples.verifications",
          )
        : kit.isSuccess(whole)
          ? kit.inconclusive(
              `the response to the sample has no ${kit.VERIFICATIONS[endpoint].entries}`,
              whole,
            )
          : kit.inconclusiveWithout("the request for the sample", whole);
    },
    recorded: kit.recordedWithInvalidBody(key, (refused) => verifiedViolations([refused], endpoint, subject)),
    first: counterpart,
    passes: [
      examples.responseOf(endpoint, 500, ""),
      examples.responseOf(endpoint, 200, { error: "no", result: null }),
    ],
    fails: {
      "status 200": counterpart,
      "status 200, without a sample": {
        responses: [counterpart],
        inputs: { some: { sample: examples.VERIFIED_CONTRACT, fromUser: false } },
      },
    },
  });
}

export const refusalClauses = kit.VERIFICATION_ENDPOINTS.flatMap((endpoint) =>
  INVALID_BODY_KINDS.map((breakage) => invalidBodyClause(endpoint, breakage)),
);

/** An address that most likely belongs to no contract. */
const UNKNOWN_ADDRESS = `0x${"5a".repeat(20)}`;

/**
 * A body without an apiKey is valid (§4.9), but what a key changes is unspecified (§4.11). If an unknown key is accepted (interpretation
 * 8), the clauses on fields check the response.
 */
async function checkWithoutApiKey(
  t: kit.RequestSender,
  endpoint: kit.VerifyEndpoint,
  sample: kit.VerificationSample,
): Promise<kit.CheckResult> {
  const { apiKey, ...keyless } = sample;
  const { address, chainId } = keyless;
  const keyed = await t.get(kit.postVerification(endpoint, sample));
  if (apiKey === undefined) {
    await t.get(kit.postVerification(endpoint, { ...sample, apiKey: "unknown-key" }, "open"));
  }
  const expects = apiKey === undefined ? "success" : "missing";
  const responded = await kit.sendWellFormed(t, kit.postVerification(endpoint, keyless, expects), {
    malformed: [{ chainId }, { address }].map((body) => kit.postVerification(endpoint, body, "refusal")),
    missing: kit.postVerification(endpoint, { ...sample, address: UNKNOWN_ADDRESS }, "missing"),
  });
  const { response } = responded;
  const wrong = kit.checkWellFormed(responded);
  if (kit.isSuccess(response) || wrong.length > 0) return wrong;
  const why = kit.isSuccess(keyed)
    ? "the sample is not accepted without an apiKey"
    : "the request for the sample does not succeed";
  return kit.inconclusive(`${why}: ${kit.describeResponse(response)}`, response);
}

/** The apiKey is optional (§4.9, §4.10, §5). */
const API_KEY_IDS: VerifyIds = { sessionVerify: "4.9-api-key-optional", verify: "4.10-api-key-optional" };

export const apiKeys = kit.VERIFICATION_ENDPOINTS.map((endpoint) => {
  const { address } = examples.VERIFIED_CONTRACT;
  const response = examples.verificationOf(endpoint, address);
  const error = (text: string) => examples.responseOf(endpoint, 400, { error: text });
  return kit.sequence({
    id: API_KEY_IDS[endpoint],
    emptyPass: "acceptance",
    statement: "a request without an apiKey is not refused as malformed",
    contract: [kit.VERIFICATIONS[endpoint].requestLine, 287],
    parameters: ["apiKey"],
    needs: { samples: "verifications" },
    run: (t) => {
      const keyed = t.samples.find(({ apiKey }) => apiKey !== undefined);
      return checkWithoutApiKey(t, endpoint, keyed ?? kit.firstItem(t.samples));
    },
    examplesWith: { inputs: { samples: [{ ...examples.VERIFIED_CONTRACT, apiKey: "a key" }] } },
    first: response,
    passes: [response, examples.verificationOf(endpoint, address, UNKNOWN_ADDRESS)],
    fails: {
      "the key refused as an invalid parameter": examples.badRequestOf(endpoint, "apiKey"),
      "an error like that for a missing member": [
        response,
        error("apiKey is required"),
        error("address is required"),
        error("chainId is required"),
        error("no such contract"),
      ],
    },
  });
});
