// §2.1, §2.9, §4.9, §4.10: the contract that a verification is about, and the forms of its address
import * as examples from "./examples/examples.ts";
import * as kit from "./kit/kit.ts";

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
