// The values of each format are valid, invalid or ambiguous under every reasonable interpretation of it.
import { adjacentIds } from "../../generators/near.ts";
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { familyOf, type Cases, type Format, type NamedCase } from "../../generators/cases.ts";
import { formats } from "../../generators/formats.ts";
import { parameters } from "../../generators/parameters.ts";
import * as patterns from "../../schemas/formats.ts";
import { validityOf } from "../../schemas/validity.ts";
import { defined } from "../tools/defined.ts";
import * as parsers from "./parsers.ts";
import type { Interpretation } from "./parsers.ts";
import { coveringArray, statePairs } from "../../generators/covering.ts";
import { invalidBodies } from "../../generators/verification-body.ts";
import { LIST_CONTEXTS } from "../../specs/kit/lists/contexts.ts";

const SEED = 20_260_101;
const OPERATORS = ["", "eq", "gt", "gte", "lt", "lte", "ne"];
// No slashes and control characters in a path, because gateways refuse them.
const SEGMENT = /^[\x20-.0-\x5b\]-~]+$/;

/** The properties of one format. */
interface FormatRules {
  /** The format by which recorded values are classified. */
  readonly recorded?: Parameters<typeof validityOf>[0];
  /** All reasonable interpretations, including the pattern if there is one. */
  readonly interpretations: readonly Interpretation[];
  /** Values that are ambiguous although the interpretations agree. */
  readonly isAmbiguous?: Interpretation;
  readonly inPath?: true;
  /** Texts that must be among the valid boundaries, separated by spaces. */
  readonly always: string;
}

const fits = (pattern: RegExp): Interpretation => pattern.test.bind(pattern);
const any = (...interpretations: readonly Interpretation[]): Interpretation => {
  return (text) => interpretations.some((one) => one(text));
};

const { isAddress, isAddressOfCharacters, isAddressOfDigits, isDigits, isHex, filterOf } = parsers;
const { isPlainInteger, isLenientInteger } = parsers;
const TIMESTAMPS = [parsers.isTimestamp, parsers.isTimestampWithAnyDot];
const isEmpty: Interpretation = (text) => text === "";
const isSpaced: Interpretation = (text) => text.trim() !== text;
const hasChecksum: Interpretation = (text) => text.endsWith("-vfmkw");
const hasAddress: Interpretation = (text) =>
  isAddress(text.slice(text.lastIndexOf(".") + 1).replace(/^[a-z]+:/, ""));
/** An operator in capitals, or a colon without one. */
const hasUnusualOperator: Interpretation = (text) => text.toLowerCase() !== text || text.startsWith(":");
const hasOperator = any(isEmpty, (text) => text.startsWith("eq:"));
// Both are values of the same path parameter, so a value must be invalid for both.
const HASH_OR_ID = [
  any(fits(patterns.TRANSACTION_HASH_PATTERN), fits(patterns.TRANSACTION_ID)),
  any(parsers.isHash, parsers.isTransactionId),
];
const isIdOrAddress = any(parsers.isIdOfAnyLength, isAddress);
const integers = (min: number, max: number) => [isPlainInteger(min, max), isLenientInteger(min, max)];
const isOrder: Interpretation = (text) => text === "asc" || text === "desc";
const inRange = (length: (text: string) => number): Interpretation => {
  return (text) => length(text) >= 3 && length(text) <= 100;
};
const digits = "00112233445566778899aabbccddeeff00112233";
const hash = "00112233445566778899aabbccddeeff".repeat(2);

const VALUES: Readonly<Record<string, Format>> = { ...formats, ...parameters };

const FORMATS: Readonly<Record<string, FormatRules>> = {
  entityId: {
    recorded: "EntityId",
    interpretations: [fits(patterns.ENTITY_ID), parsers.isEntityId],
    isAmbiguous: any(hasAddress, hasChecksum),
    inPath: true,
    always: "0.0.0 0.0.1 0.0.9999999999 9999999999.9999999999.9999999999",
  },
  entityIdFilter: {
    recorded: "EntityIdFilter",
    interpretations: [fits(patterns.ENTITY_ID_FILTER), filterOf(parsers.isShortOrFullId)],
    isAmbiguous: any(isEmpty, hasUnusualOperator, hasAddress),
    always: "0 0000000001 0.0.1 0.0.9999999999",
  },
  balanceFilter: {
    recorded: "BalanceFilter",
    interpretations: [fits(patterns.BALANCE_FILTER), filterOf((text) => isDigits(text, 1, 10))],
    isAmbiguous: any(isEmpty, hasUnusualOperator, (text) => text.endsWith(".0") || text === "-0"),
    always: "0 9999999999 1 1000000000",
  },
  timestampFilter: {
    recorded: "TimestampFilter",
    interpretations: [fits(patterns.TIMESTAMP_FILTER), ...TIMESTAMPS.map(filterOf)],
    isAmbiguous: any(isEmpty, hasUnusualOperator, (text) => text.includes(",")),
    always: "0 9999999999 1.5 9999999999.999999999 1700000000.000000001",
  },
  topicTimestamp: {
    recorded: "TopicTimestamp",
    interpretations: [fits(patterns.TOPIC_TIMESTAMP), ...TIMESTAMPS],
    inPath: true,
    always: "0 9999999999 1.5 9999999999.999999999",
  },
  contractIdOrAddress: {
    recorded: "ContractIdOrAddress",
    interpretations: [
      fits(patterns.CONTRACT_ID_OR_ADDRESS),
      isIdOrAddress,
      any(isIdOrAddress, (text) => text.length === 41 && isHex(text.replace(/^0x/, ""), 39, 41)),
      any(isIdOrAddress, (text) => isHex(text, 41)),
    ],
    isAmbiguous: hasChecksum,
    inPath: true,
    always: `0000000001 0.1 0.0.1 9999999999 0x${"f".repeat(40)} ${digits}`,
  },
  evmAddress: {
    interpretations: [fits(patterns.EVM_ADDRESS), isAddress, isAddressOfCharacters, isAddressOfDigits],
    always: `${digits} 0x${digits} 0x${digits.toUpperCase()} ${digits.toUpperCase()}`,
  },
  transactionHash: {
    recorded: "TransactionIdOrHash",
    interpretations: HASH_OR_ID,
    isAmbiguous: any(isSpaced, fits(/^0X/), (text) => isHex(text.replace(/^0x/i, ""), 96)),
    inPath: true,
    always: `${hash} 0x${hash} ${hash.toUpperCase()} 0x${hash.toUpperCase()}`,
  },
  transactionId: {
    recorded: "TransactionIdOrHash",
    interpretations: HASH_OR_ID,
    isAmbiguous: isSpaced,
    inPath: true,
    always: "0.0.1-1-1 0.0.1-1700000000-000000001 0.0.1-9999999999999999999-1",
  },
  limit: {
    recorded: "limit",
    interpretations: integers(1, 100),
    isAmbiguous: any(hasOperator, (text) => text === "-0"),
    always: "1 2 99 25 100",
  },
  nonce: {
    recorded: "nonce",
    interpretations: integers(0, 2_147_483_647),
    isAmbiguous: hasOperator,
    always: "0 1 2147483647",
  },
  order: {
    recorded: "order",
    interpretations: [isOrder, (text) => isOrder(text.toLowerCase())],
    isAmbiguous: any(hasOperator, (text) => text.includes(" ")),
    always: "asc desc",
  },
  name: {
    recorded: "name",
    interpretations: [
      inRange(({ length }) => length),
      inRange((text) => text.trim().length),
      inRange((text) => Buffer.byteLength(text)),
    ],
    isAmbiguous: any(hasOperator, fits(/[%_:']/)),
    always: "abc",
  },
};

const drawn = (cases: Cases<string>, numRuns: number): readonly NamedCase<string>[] =>
  fc.sample(cases.middle, { numRuns, seed: SEED });

/** The boundaries, and by default three thousand values of the arbitrary. */
const sample = (cases: Cases<string>, runs = 3_000) => [...cases.boundaries, ...drawn(cases, runs)];

const casesThat = (values: readonly NamedCase<string>[], is: Interpretation) =>
  values.filter(({ value }) => is(value)).slice(0, 5);

const operatorOf = ({ value }: NamedCase<string>) => value.slice(0, Math.max(0, value.indexOf(":")));
const textsOf = (values: readonly NamedCase<string>[]) => values.map(({ value }) => value);

describe.each(Object.entries(FORMATS))("format: %s", (name, rules) => {
  const { recorded, interpretations, isAmbiguous = () => false, inPath = false } = rules;
  const values = defined(VALUES[name]);
  const [valid, invalid, ambiguous] = [values.valid(), values.invalid(), values.ambiguous()];
  const acceptedBy = (text: string): number => interpretations.filter((one) => one(text)).length;
  const isSent = (text: string): boolean =>
    inPath ? SEGMENT.test(text) && text !== "." && text !== ".." : !/[\n\r\0]/.test(text);

  it("has valid and invalid values under every interpretation", () => {
    const all = sample(valid);
    expect(casesThat(all, (text) => acceptedBy(text) < interpretations.length || !isSent(text))).toEqual([]);
    expect(casesThat(sample(invalid, 1_000), (text) => acceptedBy(text) > 0 || !isSent(text))).toEqual([]);
  });

  it("has ambiguous values on which interpretations differ", () => {
    const isSettled = (text: string): boolean =>
      [0, interpretations.length].includes(acceptedBy(text)) && !isAmbiguous(text);
    expect(ambiguous.length).toBeGreaterThan(1);
    expect(casesThat(ambiguous, isSettled)).toEqual([]);
    expect(casesThat(ambiguous, (text) => text !== "" && !isSent(text))).toEqual([]);
  });

  it("always has its boundaries, and invalid values of several families, one family after another", () => {
    expect(textsOf(valid.boundaries)).toEqual(expect.arrayContaining(rules.always.split(" ")));
    expect(new Set(textsOf(invalid.boundaries)).size).toBe(invalid.boundaries.length);
    const families = invalid.boundaries.map(({ family }) => family);
    const changes = families.filter((family, at) => family !== families[at - 1]);
    // The values of two formats of one parameter alternate.
    expect(changes.length === new Set(families).size || inPath).toBe(true);
    expect(new Set(families).size).toBeGreaterThan(10);
    expect(new Set(drawn(invalid, 500).map((one) => familyOf(one.name))).size).toBeGreaterThan(2);
  });

  const groups = { valid: sample(valid, 400), invalid: sample(invalid, 400), ambiguous };
  it.each(recorded === undefined ? [] : Object.entries(groups))("classifies %s recordings", (group, all) => {
    const otherwise = all.filter(({ value }) => validityOf(recorded ?? "name", value) !== group);
    // The length of a name depends on how it is counted.
    expect(otherwise.filter(({ value }) => name !== "name" || /^[ -~]*$/.test(value))).toEqual([]);
  });

  it.each(recorded?.endsWith("Filter") === true ? [valid] : [])("sends every operator early", (all) => {
    const first = all.boundaries.slice(0, 13).map(operatorOf);
    expect([...new Set(first)].toSorted()).toEqual(OPERATORS);
    expect(drawn(all, 2_000).map(operatorOf)).toEqual(expect.arrayContaining(OPERATORS));
  });
});

// Malformed bodies, covering arrays, and values near a sample
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
  const body = { address: "0x00112233445566778899aabbCCDDeeff01234567", chainId: "295" };
  const bodies = Object.values(invalidBodies(body)).flatMap((own) => Object.values(own));
  expect(isLenientBody(JSON.stringify(body))).toBe(true);
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

test("an adjacent id is not another spelling of a known one", () => {
  const adjacent = adjacentIds(["0.0.10", "0.0.9", "0.0.11"]).map(({ value }) => value);
  expect(adjacent).toStrictEqual(["0.0.8", "0.0.12"]);
});
