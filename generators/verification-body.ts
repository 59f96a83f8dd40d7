// §4.9, §4.10
import * as fc from "fast-check";
import { cases, type Cases, type Kinds, type Literals } from "./cases.ts";
import { hexDigits, nearlyHex, prefixed } from "./hex.ts";

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

/** Bodies that lack what is required, or hold it in a type or form that no statement takes. */
export function invalidVerificationBody(address: string, chainId: string): Cases<string> {
  return cases(
    {
      ...withoutRequired(address, chainId),
      ...withOtherTypes(address, chainId),
      ...withBrokenAddress(chainId),
      ...noObjects(address, chainId),
      ...noJson(address, chainId),
    },
    { ...wrongTypes(address, chainId), ...brokenAddressKinds(chainId), ...truncated(address, chainId) },
  );
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
      "address with spaces around": body({ address: ` ${address} ` }),
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
const OTHER_TYPES = { null: null, true: true, false: false, "an array": ["1"], "an object": { value: "1" } };
const OTHER_TYPE = fc.constantFrom<unknown>(null, true, false, [], {}, [1], ["1"], { value: "1" });

function withoutRequired(address: string, chainId: string): Literals {
  return {
    "without members": "{}",
    "without address": JSON.stringify({ chainId }),
    "without chainId": JSON.stringify({ address }),
    "apiKey alone": JSON.stringify({ apiKey: "no-such-key" }),
  };
}

function withOtherTypes(address: string, chainId: string): Literals {
  const bodies = Object.entries(OTHER_TYPES).flatMap(([name, value]) => [
    [`address ${name}`, JSON.stringify({ address: value, chainId })] as const,
    [`chainId ${name}`, JSON.stringify({ address, chainId: value })] as const,
  ]);
  return {
    ...Object.fromEntries(bodies),
    "address a number": JSON.stringify({ address: 1001, chainId }),
    "address in an array": JSON.stringify({ address: [address], chainId }),
    "chainId in an array": JSON.stringify({ address, chainId: [chainId] }),
    "both null": JSON.stringify({ address: null, chainId: null }),
  };
}

function withBrokenAddress(chainId: string): Literals {
  const digits = "00112233445566778899aabbccddeeff01234567";
  return {
    "address of 37 hex digits": JSON.stringify({ address: `0x${digits.slice(3)}`, chainId }),
    "address of 4 hex digits": JSON.stringify({ address: "0x12ab", chainId }),
    "address of 0x alone": JSON.stringify({ address: "0x", chainId }),
    "address of 43 hex digits behind 0x": JSON.stringify({ address: `0x${digits}abc`, chainId }),
    "address with a letter that is no hex digit": JSON.stringify({
      address: `0x${digits.slice(1)}g`,
      chainId,
    }),
    "address that is text": JSON.stringify({ address: "no address", chainId }),
  };
}

function noObjects(address: string, chainId: string): Literals {
  return {
    "null for the object": "null",
    "empty array": "[]",
    "array around the object": JSON.stringify([{ address, chainId }]),
    "array of the values": JSON.stringify([address, chainId]),
    "text for the object": JSON.stringify(address),
    "number for the object": "5",
    "true for the object": "true",
    "object as a text": JSON.stringify(JSON.stringify({ address, chainId })),
  };
}

function noJson(address: string, chainId: string): Literals {
  const text = JSON.stringify({ address, chainId });
  return {
    "empty text": "",
    "opening brace alone": "{",
    "closing brace missing": text.slice(0, -1),
    "closing quote missing": `${text.slice(0, -2)}}`,
    "colon missing": text.replace(":", " "),
    "comma missing": text.replace(",", " "),
    "names without quotes": `{address:${JSON.stringify(address)},chainId:${JSON.stringify(chainId)}}`,
    "form fields": `address=${encodeURIComponent(address)}&chainId=${encodeURIComponent(chainId)}`,
    "text without quotes": "abc",
  };
}

function wrongTypes(address: string, chainId: string): Kinds {
  return {
    "address of another type": OTHER_TYPE.map((value) => JSON.stringify({ address: value, chainId })),
    "address a number": fc.integer().map((value) => JSON.stringify({ address: value, chainId })),
    "chainId of another type": OTHER_TYPE.map((value) => JSON.stringify({ address, chainId: value })),
  };
}

function brokenAddressKinds(chainId: string): Kinds {
  const body = (value: string): string => JSON.stringify({ address: value, chainId });
  return {
    "address of 1 to 37 hex digits": prefixed(hexDigits(1, 37)).map(body),
    "address of 43 hex digits or more": prefixed(hexDigits(43, 64)).map(body),
    "address with a letter that is no hex digit": prefixed(nearlyHex(40)).map(body),
  };
}

function truncated(address: string, chainId: string): Kinds {
  const text = JSON.stringify({ address, chainId });
  return { "text cut off": fc.integer({ min: 1, max: text.length - 1 }).map((end) => text.slice(0, end)) };
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
