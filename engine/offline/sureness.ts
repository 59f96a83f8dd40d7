// §2.1, §4, §8: what can be said of a value that somebody sent (readings 7, 8 and 10)
import type { Sureness } from "../clauses/recorded.ts";
import type { PathFormat, QueryFormat } from "../../schemas/operations.ts";
import { CONTRACT_ID_OR_ADDRESS, ENTITY_ID, HASH, TIMESTAMP, TRANSACTION_ID } from "../../schemas/formats.ts";
import { limits } from "../../schemas/limits.ts";

/** A form of texts: `sure` ones, and a wider circle outside of which no reading accepts anything. */
interface Form {
  readonly sure: (text: string) => boolean;
  readonly perhaps: RegExp;
}

/** Signs that no reading trims, decodes or reads as anything else. */
const PLAIN = /^[\x21-\x7e]+$/;
/** Zeros in front of other digits: whether they belong there is open. */
const PADDED = /(?:^|[.:])0\d/;
/** Of a time, only those in front of the seconds; those behind the dot are decimals. */
const PADDED_TIME = /(?:^|:)0\d/;
const PADDED_TRANSACTION = /(?:^|\.)0\d|^[^-]*-0\d/;

const OPERATOR = "(?:(?:eq|gte?|lte?|ne):)?";
const PERHAPS_OPERATOR = "(?:(?:eq|gte?|lte?|ne)?:)?\\+?";

function matches(sure: RegExp, padded = PADDED): (text: string) => boolean {
  return (text) => sure.test(text) && !padded.test(text);
}

/** An address behind a shard or a realm (reading 8). */
const BEHIND_PARTS = /\.(?:0x)?[\da-f]{40}$/i;

const NUM = "0*\\d{1,10}";
const TIME = `${NUM}(?:.\\d{1,9})?`;
/** Parts of an id, some left out or empty, or an address in the place of the last; any count of digits near 40. */
const ID_OR_ADDRESS = `(?:${NUM})?(?:\\.(?:${NUM})?){0,2}|(?:(?:${NUM})?\\.){0,2}(?:0x)?[\\da-f]{38,42}`;

const FORMS = {
  EntityId: { sure: matches(ENTITY_ID), perhaps: new RegExp(`^\\+?(?:${ID_OR_ADDRESS})(?:-[a-z]+)?$`, "i") },
  EntityIdFilter: {
    sure: matches(new RegExp(`^${OPERATOR}(?:\\d{1,10}\\.\\d{1,10}\\.)?\\d{1,10}$`)),
    perhaps: new RegExp(`^${PERHAPS_OPERATOR}(?:${ID_OR_ADDRESS})(?:-[a-z]+)?$`, "i"),
  },
  BalanceFilter: {
    sure: matches(new RegExp(`^${OPERATOR}\\d{1,10}$`)),
    perhaps: new RegExp(`^${PERHAPS_OPERATOR}(?:-?0|${NUM}(?:\\.0*)?|\\d+e\\d+|0x[\\da-f]+)$`, "i"),
  },
  TimestampFilter: {
    sure: matches(new RegExp(`^${OPERATOR}\\d{1,10}(?:\\.\\d{1,9})?$`), PADDED_TIME),
    perhaps: new RegExp(`^${PERHAPS_OPERATOR}${TIME}$`, "i"),
  },
  TopicTimestamp: { sure: matches(TIMESTAMP, PADDED_TIME), perhaps: new RegExp(`^\\+?${TIME}$`) },
  TransactionIdOrHash: {
    sure: (text: string) => HASH.test(text) || (TRANSACTION_ID.test(text) && !PADDED_TRANSACTION.test(text)),
    perhaps: new RegExp(
      `^(?:(?:0x)?(?:[\\da-f]{64}|[\\da-f]{96})|${NUM}\\.${NUM}\\.${NUM}-0*\\d{1,19}-0*\\d{1,9})$`,
      "i",
    ),
  },
  ContractIdOrAddress: {
    sure: (text: string) =>
      CONTRACT_ID_OR_ADDRESS.test(text) && !PADDED.test(text) && !BEHIND_PARTS.test(text),
    perhaps: new RegExp(`^\\+?(?:${ID_OR_ADDRESS})(?:-[a-z]+)?$`, "i"),
  },
  order: {
    sure: (text: string) => text === "asc" || text === "desc",
    perhaps: /^(?:\w*:)?\+?(?:asc|desc)$/i,
  },
} as const satisfies Readonly<Record<string, Form>>;

/** What can be said of a value of a query parameter. */
export function sureQuery(format: QueryFormat, text: string): Sureness {
  switch (format) {
    case "limit":
      return sureCount(text, limits.itemCount.min, limits.itemCount.max, "open");
    case "nonce":
      return sureCount(text, limits.nonce.min, limits.nonce.max, "invalid");
    case "name":
      return sureName(text);
    case "publicKey":
      return "open";
    default:
      return sureText(FORMS[format], text);
  }
}

/** What can be said of a value of a path parameter. */
export function surePath(format: PathFormat, text: string): Sureness {
  return sureText(FORMS[format], text);
}

function sureText({ sure, perhaps }: Form, text: string): Sureness {
  if (sure(text)) {
    return "valid";
  }
  return PLAIN.test(text) && !perhaps.test(text) ? "invalid" : "open";
}

/** Numbers that some reading may still take for one that fits: `1.0`, `1e1`, `0x1`, and with an operator. */
const ODD_NUMBER = /^(?:\+.*|-0+|\d+\.0*|\d+e\d+|0x[\da-f]+|(?:eq|gte?|lte?|ne)?:.*)$/i;

function sureCount(text: string, least: number, most: number, above: Sureness): Sureness {
  if (/^(?:0|[1-9]\d*)$/.test(text)) {
    const value = Number(text);
    return value < least ? "invalid" : value > most ? above : "valid";
  }
  return PLAIN.test(text) && !ODD_NUMBER.test(text) && !/^0\d/.test(text) ? "invalid" : "open";
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
