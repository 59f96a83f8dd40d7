import { expect, test } from "vitest";
import { invalidBodies } from "../../generators/verification-body.ts";
import { isAddressOfCharacters, isAddressOfDigits, type Interpretation } from "./parsers.ts";

const address = "0x00112233445566778899aabbCCDDeeff01234567";
const chainId = "295";

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

const anyAddressAndChain: Interpretation = (text) => {
  const { address: sentAddress, chainId: sentChainId } = membersOf(text);
  return (
    typeof sentAddress === "string" &&
    (["", "0.0.1"].includes(sentAddress) ||
      isAddressOfCharacters(sentAddress) ||
      isAddressOfDigits(sentAddress)) &&
    (typeof sentChainId === "string" || typeof sentChainId === "number")
  );
};

test("malformed bodies are invalid under every interpretation", () => {
  const bodies = Object.values(invalidBodies({ address, chainId })).flatMap((own) => Object.values(own));
  expect(bodies.length).toBeGreaterThan(30);
  expect(bodies.filter(anyAddressAndChain)).toStrictEqual([]);
});
