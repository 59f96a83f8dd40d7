// Malformed bodies, covering arrays, and values near a sample
import { expect, test } from "vitest";
import { coveringArray, statePairs } from "../../generators/covering.ts";
import { idsInOtherShards, transactionsNear } from "../../generators/near.ts";
import { invalidBodies } from "../../generators/verification-body.ts";
import { LIST_CONTEXTS } from "../../specs/kit/lists/contexts.ts";
import { isAddressOfCharacters, isAddressOfDigits } from "./parsers.ts";

/** Whether a text is a body with an address and a chain id, under the most lenient interpretation. */
function isLenientBody(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  const { address, chainId }: Record<string, unknown> = Array.isArray(value) ? {} : Object(value);
  return (
    typeof address === "string" &&
    (["", "0.0.1"].includes(address) || isAddressOfCharacters(address) || isAddressOfDigits(address)) &&
    (typeof chainId === "string" || typeof chainId === "number")
  );
}

test("malformed bodies are invalid under every interpretation", () => {
  const sample = { address: "0x00112233445566778899aabbCCDDeeff01234567", chainId: "295" };
  const bodies = Object.values(invalidBodies(sample)).flatMap((own) => Object.values(own));
  expect(isLenientBody(JSON.stringify(sample))).toBe(true);
  expect(bodies.length).toBeGreaterThan(30);
  expect(bodies.filter(isLenientBody)).toStrictEqual([]);
});

test.each(["tokens", "balances"] as const)("a covering array of %s contains every pair of states", (list) => {
  const { factors, exclusions } = LIST_CONTEXTS[list];
  const contexts = coveringArray(factors, exclusions);
  const missing = statePairs(factors, exclusions).filter(
    (pair) => !contexts.some((context) => pair.every(({ factor, state }) => context[factor] === state)),
  );
  const excluded = contexts.filter((context) =>
    exclusions.some((exclusion) =>
      Object.entries(exclusion).every(([factor, states]) => states.includes(context[factor] ?? "")),
    ),
  );
  expect([missing, excluded]).toEqual([[], []]);
  expect(contexts.length).toBeLessThan(80);
});

test("a sample that is not an id has no neighbour, and a timestamp without seconds gets no digit", () => {
  expect(idsInOtherShards("0.0.7").map(({ value }) => value)).toStrictEqual(["9.0.7", "0.9.7"]);
  const strange = ["0.0.7\u001b]0;own\u0007", "one.two.three", "", "0.0.7\n"];
  expect(strange.flatMap((id) => idsInOtherShards(id))).toStrictEqual([]);
  const near = transactionsNear("0.0.7-0-000000001").flat();
  expect(near.map(({ value }) => value)).not.toContain("0.0.7-00-000000001");
});
