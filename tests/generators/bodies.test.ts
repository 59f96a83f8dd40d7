import { describe, expect, it } from "vitest";
import {
  invalidVerificationBody,
  openVerificationBody,
  validVerificationBody,
} from "../../generators/verification-body.ts";
import { describeFormat } from "./laws.ts";
import { isAddressOfCharacters, isAddressOfDigits, type Reading } from "./prose.ts";

const address = "0x00112233445566778899aabbCCDDeeff01234567";
const chainId = "295";

/** The members of an object; none where the text is no JSON or no object. */
function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

const asGiven: Reading = (text) => {
  const { address: sentAddress, chainId: sentChainId, ...rest } = membersOf(text);
  return sentAddress === address && sentChainId === chainId && Object.keys(rest).length === 0;
};

const anyAddressAndChain: Reading = (text) => {
  const { address: sentAddress, chainId: sentChainId } = membersOf(text);
  return (
    typeof sentAddress === "string" &&
    (sentAddress === "" ||
      sentAddress === "0.0.1" ||
      isAddressOfCharacters(sentAddress) ||
      isAddressOfDigits(sentAddress)) &&
    (typeof sentChainId === "string" || typeof sentChainId === "number")
  );
};

describeFormat("verification body", {
  valid: validVerificationBody(address, chainId),
  invalid: invalidVerificationBody(address, chainId),
  open: openVerificationBody(address, chainId),
  readings: [asGiven, anyAddressAndChain],
  doubts: {
    "capital names": (text) => text.includes("ADDRESS"),
    "given twice": (text) => text.split('"address"').length > 2,
    "comma too many": (text) => text.endsWith(",}"),
    comment: (text) => text.includes("//"),
  },
  place: "body",
  always: [`{"address":"${address}","chainId":"295"}`],
  never: ["{}"],
});

describe("a chain id that is no number", () => {
  it("still gives a numeric chainId among the open bodies", () => {
    const { boundaries } = openVerificationBody(address, "a chain");
    const numeric = boundaries.find(({ name }) => name === "chainId as a number");
    expect(membersOf(numeric?.value ?? "")).toEqual({ address, chainId: 1 });
  });
});
