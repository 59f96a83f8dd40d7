// §2.1, §4, §8: what can be said of a value that somebody sent (readings 7, 8 and 10)
import type { Sureness } from "../clauses/recorded.ts";
import {
  BALANCE_FILTER,
  CONTRACT_ID_OR_ADDRESS,
  ENTITY_ID,
  ENTITY_ID_FILTER,
  HASH,
  TIMESTAMP,
  TRANSACTION_ID,
} from "../../schemas/formats.ts";
import { grammars } from "../../schemas/grammars.ts";
import { limits } from "../../schemas/limits.ts";
import type { PathFormat, QueryFormat } from "../../schemas/operations.ts";

/** What is sure of a format: `valid` fits a pattern and is not `doubtful`; `invalid` fits no reading. */
interface Form {
  readonly patterns: readonly RegExp[];
  readonly doubtful: RegExp;
  readonly readings: readonly RegExp[];
}

/** Signs that no reading trims, decodes or reads as anything else. */
const PLAIN = /^[\x21-\x7e]+$/;
/** Zeros in front of other digits: whether they belong there is open. */
const PADDED = /(?:^|[.:])0\d/;
/** Of a time, only those in front of the seconds; those behind the dot are decimals. */
const PADDED_TIME = /(?:^|:)0\d/;
const PADDED_TRANSACTION = /^0\d+\.|\.0\d|^[^-]*-0\d/;
/** Zeros, or an address behind a shard or a realm (reading 8). */
const PADDED_CONTRACT = /(?:^|\.)0\d|\.(?:0x)?[\da-f]{40}$/i;

const { entityId, entityIdFilter, balanceFilter, timestampFilter, topicTimestamp } = grammars;
const { transactionHash, transactionId, contractId, contractAddress } = grammars;

/** With its dot escaped: what else may stand there is open. */
const TIME_FILTER = /^(?:(?:eq|gte?|lte?|ne):)?\d{1,10}(?:\.\d{1,9})?$/;
/** An address, perhaps behind parts of an id, and an id with a checksum: some tools take them. */
const AS_TOOLS = [/^(?:\d{1,10}\.){0,2}(?:0x)?[\da-f]{40,41}$/i, /^(?:\d{1,10}\.){2}\d{1,10}-[a-z]+$/i];
const ANY_CASE = /^(?:eq|gte?|lte?|ne):\d{1,10}$/i;
const ORDERS = [/^(?:\w*:)?\+?(?:asc|desc)$/i];

const FORMS = {
  EntityId: { patterns: [ENTITY_ID], doubtful: PADDED, readings: [...entityId.readings, ...AS_TOOLS] },
  EntityIdFilter: { patterns: [ENTITY_ID_FILTER], doubtful: PADDED, readings: entityIdFilter.readings },
  BalanceFilter: {
    patterns: [BALANCE_FILTER],
    doubtful: PADDED,
    readings: [...balanceFilter.readings, ANY_CASE],
  },
  TimestampFilter: { patterns: [TIME_FILTER], doubtful: PADDED_TIME, readings: timestampFilter.readings },
  TopicTimestamp: { patterns: [TIMESTAMP], doubtful: PADDED_TIME, readings: topicTimestamp.readings },
  TransactionIdOrHash: {
    patterns: [HASH, TRANSACTION_ID],
    doubtful: PADDED_TRANSACTION,
    readings: [...transactionHash.readings, ...transactionId.readings],
  },
  ContractIdOrAddress: {
    patterns: [CONTRACT_ID_OR_ADDRESS],
    doubtful: PADDED_CONTRACT,
    readings: [...contractId.readings, ...contractAddress.readings, ...AS_TOOLS],
  },
  order: { patterns: [/^(?:asc|desc)$/], doubtful: /^$/, readings: ORDERS },
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

function sureText({ patterns, doubtful, readings }: Form, text: string): Sureness {
  const fits = (reading: RegExp): boolean => reading.test(text);
  if (patterns.some(fits)) {
    return doubtful.test(text) ? "open" : "valid";
  }
  return PLAIN.test(text) && !readings.some(fits) ? "invalid" : "open";
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
