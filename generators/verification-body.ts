// §4.9, §4.10: bodies of verification requests that must be refused
import { grammars } from "../schemas/grammars.ts";
import { isAmbiguousAddress } from "../schemas/verification.ts";
import { ofEachFamily, type Literals, type NamedCase } from "./cases.ts";
import { invalidEditsNear } from "./refused.ts";

interface WholeBody {
  readonly address: string;
  readonly chainId: string;
  readonly apiKey?: string;
}

/** Bodies without a required member, with an invalid one, or in another form than one JSON object. The other members stay valid. */
export function invalidBodies({ address, chainId, ...others }: WholeBody) {
  const whole = { address, chainId, ...others };
  const text = JSON.stringify(whole);
  const addressOnly = { address, ...others };
  const chainOnly = { chainId, ...others };
  return {
    noAddress: {
      "without address": JSON.stringify(chainOnly),
      "without members": "{}",
      "without address, with a key": JSON.stringify({ ...KEY, ...chainOnly }),
    },
    noChain: {
      "without chainId": JSON.stringify(addressOnly),
      "without chainId, with a key": JSON.stringify({ ...KEY, ...addressOnly }),
    },
    address: {
      ...ofOtherTypes("address", { ...OTHER_TYPES, "a number": 1001, "in an array": [address] }, chainOnly),
      "both null": JSON.stringify({ address: null, chainId: null, ...others }),
    },
    chain: ofOtherTypes("chainId", { ...OTHER_TYPES, "in an array": [chainId] }, addressOnly),
    format: Object.fromEntries(
      malformedAddresses(address).map(({ name, value }) => [
        `address with ${name}`,
        JSON.stringify({ address: value, chainId, ...others }),
      ]),
    ),
    body: {
      "array around the object": JSON.stringify([whole]),
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
    },
  };
}

/** Added to some bodies: a service may skip its checks if a key is sent. */
const KEY = { apiKey: "no-such-key" };

// Values of types other than text and number, both of which interpretations accept as a chain id, and other than an array.
const OTHER_TYPES = { null: null, true: true, "an object": { value: "1" }, false: false };

function ofOtherTypes(member: string, values: Readonly<Record<string, unknown>>, others: object): Literals {
  const bodies = Object.entries(values).map(
    ([name, value]) => [`${member} ${name}`, JSON.stringify({ ...others, [member]: value })] as const,
  );
  return Object.fromEntries(bodies);
}

/** Malformed addresses, one of each family, made from the address with and without its prefix; from examples if it has no usual form. */
function malformedAddresses(address: string): readonly NamedCase<string>[] {
  const near = invalidEditsNear(grammars.evmAddress, [address, address.replace(/^0x/, "")]);
  const malformed =
    near.length > 0 ? near : invalidEditsNear(grammars.evmAddress, grammars.evmAddress.examples);
  return ofEachFamily(
    malformed.filter(({ value }) => !isAmbiguousAddress(value)),
    1,
  );
}
