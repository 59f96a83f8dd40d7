// §2.1, §4, §8: what can be said of a value that somebody sent (readings 7, 8 and 10)
import type { Sureness } from "./read-request.ts";
import { HASH } from "../../schemas/formats.ts";
import { grammars } from "../../schemas/grammars.ts";
import { limits } from "../../schemas/limits.ts";
import type { PathFormat, QueryFormat } from "../../schemas/operations.ts";

/** What is sure of a format: what fits `valid` is valid, and what fits no reading is invalid. */
interface Form {
  readonly valid: readonly RegExp[];
  readonly readings: readonly RegExp[];
}

/** Signs that no reading trims, decodes or reads as anything else. */
const PLAIN = /^[\x21-\x7e]+$/;

/** A number without zeros in front: whether they belong there is open. */
const NUMBER = "(?:0|[1-9]\\d{0,9})";
const ID = `${NUMBER}\\.${NUMBER}\\.${NUMBER}`;
/** With its dot escaped: what else may stand there is open. */
const TIME = `${NUMBER}(?:\\.\\d{1,9})?`;
const OPERATOR = "(?:(?:eq|gte?|lte?|ne):)?";
const whole = (...parts: readonly string[]): RegExp => new RegExp(`^(?:${parts.join("")})$`);

const { entityId, entityIdFilter, balanceFilter, timestampFilter, topicTimestamp } = grammars;
const { transactionHash, transactionId, contractId, contractAddress } = grammars;

/** An address, perhaps behind parts of an id, and an id with a checksum: some tools take them. */
const AS_TOOLS = [/^(?:\d{1,10}\.){0,2}(?:0x)?[\da-f]{40,41}$/i, /^(?:\d{1,10}\.){2}\d{1,10}-[a-z]+$/i];
const ANY_CASE = /^(?:eq|gte?|lte?|ne):\d{1,10}$/i;

const FORMS = {
  EntityId: { valid: [whole(ID)], readings: [...entityId.readings, ...AS_TOOLS] },
  EntityIdFilter: {
    valid: [whole(OPERATOR, ID), whole(OPERATOR, NUMBER)],
    readings: entityIdFilter.readings,
  },
  BalanceFilter: { valid: [whole(OPERATOR, NUMBER)], readings: [...balanceFilter.readings, ANY_CASE] },
  TimestampFilter: { valid: [whole(OPERATOR, TIME)], readings: timestampFilter.readings },
  TopicTimestamp: { valid: [whole(TIME)], readings: topicTimestamp.readings },
  TransactionIdOrHash: {
    valid: [HASH, whole(ID, "-(?:0|[1-9]\\d{0,18})-\\d{1,9}")],
    readings: [...transactionHash.readings, ...transactionId.readings],
  },
  ContractIdOrAddress: {
    // An address behind a shard or a realm is open (reading 8).
    valid: [whole(`(?:${NUMBER}\\.){0,2}${NUMBER}`), /^(?:0x|(?!0\d))[\dA-Fa-f]{40}$/],
    readings: [...contractId.readings, ...contractAddress.readings, ...AS_TOOLS],
  },
  order: { valid: [/^(?:asc|desc)$/], readings: [/^(?:\w*:)?\+?(?:asc|desc)$/i] },
} as const satisfies Readonly<Record<string, Form>>;

/** What can be said of a value of a parameter. */
export function surenessOf(format: QueryFormat | PathFormat, text: string): Sureness {
  switch (format) {
    case "limit":
      return sureCount(text, limits.itemCount, "open");
    case "nonce":
      return sureCount(text, limits.nonce, "invalid");
    case "name":
      return sureName(text);
    case "publicKey":
      return "open";
    default:
      return sureText(FORMS[format], text);
  }
}

function sureText({ valid, readings }: Form, text: string): Sureness {
  const fits = (pattern: RegExp): boolean => pattern.test(text);
  return valid.some(fits) ? "valid" : PLAIN.test(text) && !readings.some(fits) ? "invalid" : "open";
}

/** Numbers that some reading may still take for one that fits: `1.0`, `1e1`, `0x1`, and with an operator. */
const ODD_NUMBER = /^(?:\+.*|-0+|0\d.*|\d+\.0*|\d+e\d+|0x[\da-f]+|(?:eq|gte?|lte?|ne)?:.*)$/i;

function sureCount(
  text: string,
  { min, max }: typeof limits.nonce | typeof limits.itemCount,
  above: Sureness,
) {
  if (/^(?:0|[1-9]\d*)$/.test(text)) {
    const value = Number(text);
    return value < min ? "invalid" : value > max ? above : "valid";
  }
  return PLAIN.test(text) && !ODD_NUMBER.test(text) ? "invalid" : "open";
}

/** Only in ASCII is a length the same for everybody. */
function sureName(text: string): Sureness {
  const { min, max } = limits.nameLength;
  if (!/^[\x20-\x7e]+$/.test(text) || text.trim() !== text) {
    return "open";
  }
  if (text.length < min || text.length > max) {
    return "invalid";
  }
  // In front of a colon some look for an operator.
  return text.includes(":") ? "open" : "valid";
}
