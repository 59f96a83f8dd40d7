// §4.9, §4.10
import { grammars } from "../schemas/grammars.ts";
import type { Literals, Named } from "./cases.ts";
import { refusedNear } from "./refused.ts";

/** What a body of these values is broken in. */
export type BrokenBodies = Readonly<
  Record<"noAddress" | "noChain" | "address" | "chain" | "format" | "body", Literals>
>;

/** Bodies that lack what is required, or hold it in a type or form that no statement takes; the most telling first. */
export function brokenBodies(address: string, chainId: string): BrokenBodies {
  const text = JSON.stringify({ address, chainId });
  const chainOnly = { chainId };
  return {
    noAddress: {
      "without address": JSON.stringify(chainOnly),
      "without members": "{}",
      "apiKey alone": '{"apiKey":"no-such-key"}',
    },
    noChain: { "without chainId": JSON.stringify({ address }) },
    address: {
      ...ofOtherTypes("address", { ...OTHER_TYPES, "a number": 1001, "in an array": [address] }, chainOnly),
      "both null": JSON.stringify({ address: null, chainId: null }),
    },
    chain: ofOtherTypes("chainId", { ...OTHER_TYPES, "in an array": [chainId] }, { address }),
    format: Object.fromEntries(
      brokenAddresses(address).map(({ name, value }) => [
        `address with ${name}`,
        JSON.stringify({ address: value, chainId }),
      ]),
    ),
    body: {
      "array around the object": JSON.stringify([{ address, chainId }]),
      "empty text": "",
      "closing brace missing": text.slice(0, -1),
      "null for the object": "null",
      "object as a text": JSON.stringify(text),
      "text for the object": JSON.stringify(address),
      "empty array": "[]",
      "number for the object": "5",
      "form fields": `address=${encodeURIComponent(address)}&chainId=${encodeURIComponent(chainId)}`,
      "names without quotes": `{address:${JSON.stringify(address)},chainId:${JSON.stringify(chainId)}}`,
      "true for the object": "true",
      "opening brace alone": "{",
    },
  };
}

// A value of every type but the two that a reading may take for a chain id.
const OTHER_TYPES = { null: null, true: true, "an array": ["1"], "an object": { value: "1" }, false: false };

function ofOtherTypes(member: string, values: Readonly<Record<string, unknown>>, others: object): Literals {
  const bodies = Object.entries(values).map(
    ([name, value]) => [`${member} ${name}`, JSON.stringify({ ...others, [member]: value })] as const,
  );
  return Object.fromEntries(bodies);
}

/** Each of them costs the service more than a look-up does. */
const MOST_ADDRESSES = 15;

/** What is next to an address, with its prefix and without; one of no usual form is taken for another. */
function brokenAddresses(address: string): readonly Named<string>[] {
  const near = refusedNear(grammars.evmAddress, [address, address.replace(/^0x/, "")]);
  const { boundaries } =
    near.families > 0 ? near : refusedNear(grammars.evmAddress, grammars.evmAddress.examples);
  return boundaries.slice(0, MOST_ADDRESSES);
}
