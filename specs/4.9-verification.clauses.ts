// §1, §2.1, §2.9, §4.9 to §4.11, §5: invalid verification requests, requests without an apiKey, and the address of a verification
import { invalidBodies } from "../generators/verification-body.ts";
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

type InvalidBodyKind = readonly [
  session: kit.ClauseId,
  direct: kit.ClauseId,
  bodies: keyof ReturnType<typeof invalidBodies>,
  part: "address" | "chainId" | "body",
  subject: string,
];

/** Requests are JSON (§1); address and chainId are required strings (§2.1, §4.9, §4.10). A number as chainId is ambiguous (interpretation 8). */
const INVALID_BODY_KINDS: readonly InvalidBodyKind[] = [
  ["4.9-address-required", "4.10-address-required", "noAddress", "address", "without an address"],
  ["4.9-chain-id-required", "4.10-chain-id-required", "noChain", "chainId", "without a chainId"],
  ["4.9-address-type", "4.10-address-type", "address", "address", "whose address is not a string"],
  [
    "4.9-chain-id-type",
    "4.10-chain-id-type",
    "chain",
    "chainId",
    "whose chainId is neither a string nor a number",
  ],
  [
    "4.9-address-format",
    "4.10-address-format",
    "format",
    "address",
    "whose address does not have the documented form",
  ],
  ["4.9-body-is-json-object", "4.10-body-is-json-object", "body", "body", "whose body is not a JSON object"],
];

/** The array `contracts` (§4.9) or `result` (§4.10) may be empty. */
const isVerification = (response: kit.ApiResponse, endpoint: kit.VerifyEndpoint): boolean =>
  kit.isSuccess(response) && Array.isArray(kit.recordIn(response)[kit.VERIFICATIONS[endpoint].entries]);

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
  [session, direct, key, part, words]: InvalidBodyKind,
) {
  const subject = `a request ${words}`;
  const counterpart = examples.successOf(endpoint);
  return kit.sequence({
    id: endpoint === "sessionVerify" ? session : direct,
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
              `the response to the sample has no array ${kit.VERIFICATIONS[endpoint].entries} with elements`,
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
export const apiKeys = kit.VERIFICATION_ENDPOINTS.map((endpoint) => {
  const { address } = examples.VERIFIED_CONTRACT;
  const response = examples.verificationOf(endpoint, address);
  const error = (text: string) => examples.responseOf(endpoint, 400, { error: text });
  return kit.sequence({
    id: endpoint === "sessionVerify" ? "4.9-api-key-optional" : "4.10-api-key-optional",
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

const KNOWN_CONTRACT = examples.VERIFIED_CONTRACT;
const OTHER_ADDRESS = `0x${"cd".repeat(20)}`;

function addressesIn(endpoint: kit.VerifyEndpoint, response: kit.ApiResponse): readonly string[] {
  const entries = kit.recordIn(response)[kit.VERIFICATIONS[endpoint].entries];
  return (Array.isArray(entries) ? entries : [])
    .map((entry) => (kit.isObject(entry) ? String(entry["address"]) : ""))
    .filter((address) => kit.EVM_ADDRESS.test(address));
}

/** One entry must have the requested address, in any form. A session may hold further contracts. */
function checkAddress(endpoint: kit.VerifyEndpoint, response: kit.ApiResponse): kit.CheckResult {
  const requested = kit.requestedAddress(response);
  const shown = addressesIn(endpoint, response);
  const isOther =
    shown.length > 0 && !shown.some((address) => kit.bareHex(address) === kit.bareHex(requested));
  const message = "the verification is of a contract other than the requested one";
  const violation: kit.Violation = {
    message,
    pointer: `/${kit.VERIFICATIONS[endpoint].entries}`,
    expected: `an entry with the address ${requested}`,
    actual: shown.slice(0, 2).join(" and "),
    response,
  };
  return kit.ifShown(isOther ? [violation] : [], shown.length > 0, "an entry with an address");
}

/** A verification checks the contract with the requested address (§1), and its entries show it (§2.9). */
export const ownAddresses = kit.VERIFICATION_ENDPOINTS.map((endpoint) =>
  kit.single({
    id: endpoint === "sessionVerify" ? "4.9-own-address" : "4.10-own-address",
    endpoint,
    statement: "if the entries of a verification show addresses, one of them is the requested address",
    contract: [9, kit.VERIFICATIONS[endpoint].entryLine, kit.VERIFICATIONS[endpoint].requestLine],
    interpretations: [19],
    dependsOn: [kit.VERIFICATIONS[endpoint].entriesClause, kit.VERIFICATIONS[endpoint].addressClause],
    when: ({ bodyFaults = [] }, response) =>
      bodyFaults.length === 0 &&
      kit.EVM_ADDRESS.test(kit.requestedAddress(response)) &&
      kit.isSuccess(response) &&
      addressesIn(endpoint, response).length > 0,
    needs: { samples: "verifications" },
    values: ({ samples }) => samples.map((value) => ({ name: value.address, value })),
    request: (_inputs, sample: kit.VerificationSample) => kit.postVerification(endpoint, sample),
    check: (response) =>
      kit.isSuccess(response) ? checkAddress(endpoint, response) : kit.noSample(response),
    passes: [
      examples.verificationOf(endpoint, kit.bareHex(KNOWN_CONTRACT.address).toUpperCase()),
      examples.verificationOf(endpoint, OTHER_ADDRESS, KNOWN_CONTRACT.address),
    ],
    fails: { "the address of another contract": examples.verificationOf(endpoint, OTHER_ADDRESS) },
  }),
);

/** Lower and upper case, and the form without or with the prefix. */
function equivalentAddresses(address: string): readonly kit.NamedCase<string>[] {
  const [, prefix = "", digits = ""] = /^(0x)?(.*)$/.exec(address) ?? [];
  const forms = [
    { name: "lower-case digits", value: prefix + digits.toLowerCase() },
    { name: "upper-case digits", value: prefix + digits.toUpperCase() },
    { name: "with or without 0x", value: prefix === "" ? `0x${digits}` : digits },
  ];
  return kit.EVM_ADDRESS.test(address) ? forms.filter(({ value }) => value !== address) : [];
}

/** An address has an optional 0x prefix, and digits in upper or lower case (§2.1, §4.9, §4.10). */
export const verifiedForms = kit.VERIFICATION_ENDPOINTS.map((endpoint) => {
  const success = examples.verificationOf(endpoint, KNOWN_CONTRACT.address);
  return kit.sequence({
    id: endpoint === "sessionVerify" ? "4.9-forms-of-an-address" : "4.10-forms-of-an-address",
    endpoint,
    emptyPass: "acceptance",
    statement: "a verification succeeds with its address in either case, with or without 0x",
    contract: [21, kit.VERIFICATIONS[endpoint].requestLine],
    interpretations: [7],
    parameters: ["address"],
    needs: { samples: "verifications", size: "size" },
    values: ({ samples, size }) => {
      if (kit.isSmoke(size)) {
        throw kit.skippedAtSmoke("contexts", "no further verification, which may take long, is requested");
      }
      const forms = samples.map((known) =>
        equivalentAddresses(known.address).map(({ name, value }) => ({
          name,
          value: { known, sent: { ...known, address: value } },
        })),
      );
      return kit.firstItem(forms.toSorted((a, b) => b.length - a.length));
    },
    run: async (t, { known, sent }) => {
      const verified = await t.get(kit.postVerification(endpoint, known));
      const response = await t.get(kit.postVerification(endpoint, sent));
      const message = "the verification does not succeed with an equivalent form of its address";
      return kit.isSuccess(verified)
        ? kit.violationIf(!kit.isSuccess(response), response, message, "the verification", [verified])
        : kit.noSample(verified);
    },
    examplesWith: {
      inputs: { samples: [KNOWN_CONTRACT] },
      value: { known: KNOWN_CONTRACT, sent: KNOWN_CONTRACT },
    },
    first: success,
    passes: [success, examples.verificationOf(endpoint, KNOWN_CONTRACT.address, OTHER_ADDRESS)],
    fails: {
      "the address refused as an invalid parameter": examples.badRequestOf(endpoint, "address"),
      "no such contract": examples.responseOf(endpoint, 404, { error: "no such contract" }),
    },
  });
});
