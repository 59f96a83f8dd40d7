// §4.9, §4.10
import * as fc from "fast-check";
import { grammars } from "../schemas/grammars.ts";
import { cases, type Cases, type Literals, type Named } from "./cases.ts";
import { formats } from "./formats.ts";
import { refusedNear } from "./refused.ts";

/** Bodies that ask for this contract, written as JSON allows; the form of `apiKey` is left to `openVerificationBody`. */
export function validVerificationBody(address: string, chainId: string): Cases<string> {
  const members = { address, chainId };
  return cases(
    {
      plain: JSON.stringify(members),
      "members in the other order": JSON.stringify({ chainId, address }),
      "white space between": JSON.stringify(members, null, 2),
      "white space around": `\n  ${JSON.stringify(members)}\r\n`,
      "letters written as escapes": `{"address":${escaped(address)},"chainId":${escaped(chainId)}}`,
    },
    { "another way of writing": spellings(address, chainId) },
  );
}

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

/** All of them, and by chance others of their kinds. */
export function invalidVerificationBody(address: string, chainId: string): Cases<string> {
  const texts = Object.fromEntries(
    Object.values(brokenBodies(address, chainId)).flatMap(Object.entries<string>),
  );
  const text = JSON.stringify({ address, chainId });
  const ofAddress = (value: unknown): string => JSON.stringify({ address: value, chainId });
  const kinds = {
    "address of another type": OTHER_TYPE.map(ofAddress),
    "address a number": fc.integer().map(ofAddress),
    "chainId of another type": OTHER_TYPE.map((value) => JSON.stringify({ address, chainId: value })),
    "address of another form": formats.evmAddress.invalid().middle.map(({ value }) => ofAddress(value)),
    "text cut off": fc.integer({ min: 1, max: text.length - 1 }).map((end) => text.slice(0, end)),
  };
  return cases(texts, kinds);
}

/** Bodies whose fate the contract does not settle. */
export function openVerificationBody(address: string, chainId: string): Cases<string> {
  const number = Number.isSafeInteger(Number(chainId)) ? Number(chainId) : 1;
  const digits = address.replace(/^0x/, "");
  const members = { address, chainId };
  const body = (changed: object): string => JSON.stringify({ ...members, ...changed });
  return cases(
    {
      "chainId as a number": body({ chainId: number }),
      "chainId empty": body({ chainId: "" }),
      "chainId as text": body({ chainId: "abc" }),
      "chainId in hexadecimal": body({ chainId: "0x127" }),
      "chainId that may be unknown": body({ chainId: "999999999" }),
      "apiKey of no account": body({ apiKey: "no-such-key" }),
      "apiKey empty": body({ apiKey: "" }),
      "apiKey null": body({ apiKey: null }),
      "apiKey as a number": body({ apiKey: 5 }),
      "address empty": body({ address: "" }),
      "address in lower case": body({ address: address.toLowerCase() }),
      "address in upper case": body({ address: `0x${digits.toUpperCase()}` }),
      "address without 0x": body({ address: digits }),
      "address that is an entity id": body({ address: "0.0.1" }),
      "further member": body({ note: "of no meaning" }),
      "member names in capitals": JSON.stringify({ ADDRESS: address, CHAINID: chainId }),
      "address given twice": `{"address":"0x00",${JSON.stringify(members).slice(1)}`,
      "comma too many": `${JSON.stringify(members).slice(0, -1)},}`,
      comment: `${JSON.stringify(members)} // of no meaning`,
    },
    {
      "chainId as some number": fc.nat().map((value) => body({ chainId: value })),
      "chainId as some text": fc.string({ maxLength: 12 }).map((value) => body({ chainId: value })),
      "apiKey as some text": fc.string({ maxLength: 40 }).map((value) => body({ apiKey: value })),
    },
  );
}

// A value of every type but the two that a reading may take for a chain id.
const OTHER_TYPES = { null: null, true: true, "an array": ["1"], "an object": { value: "1" }, false: false };
const OTHER_TYPE = fc.constantFrom<unknown>(null, true, false, [], {}, [1], ["1"], { value: "1" });

function ofOtherTypes(member: string, values: Readonly<Record<string, unknown>>, others: object): Literals {
  const bodies = Object.entries(values).map(
    ([name, value]) => [`${member} ${name}`, JSON.stringify({ ...others, [member]: value })] as const,
  );
  return Object.fromEntries(bodies);
}

/** Each of them costs the service more than a look-up does. */
const MOST_ADDRESSES = 13;

/** What is next to an address, with its prefix and without; one of no usual form is taken for another. */
function brokenAddresses(address: string): readonly Named<string>[] {
  const near = refusedNear(grammars.evmAddress, [address, address.replace(/^0x/, "")]);
  const { boundaries } =
    near.families > 0 ? near : refusedNear(grammars.evmAddress, grammars.evmAddress.examples);
  return boundaries.slice(0, MOST_ADDRESSES);
}

function spellings(address: string, chainId: string): fc.Arbitrary<string> {
  const space = fc.constantFrom("", " ", "\n", "\t", "\r\n");
  const write = fc.constantFrom(escaped, (text: string) => JSON.stringify(text));
  return fc.tuple(fc.boolean(), space, write, write).map(([swapped, gap, writeAddress, writeChainId]) => {
    const members = [`"address":${gap}${writeAddress(address)}`, `"chainId":${gap}${writeChainId(chainId)}`];
    const ordered = swapped ? members.toReversed() : members;
    return `{${gap}${ordered.join(`${gap},${gap}`)}${gap}}`;
  });
}

/** A JSON string in which every character is written as an escape. */
function escaped(text: string): string {
  const units = text.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `"${units.join("")}"`;
}
