// §2.1, §2.6, §2.7, §2.8, §4.6, §4.7, §4.8

// The patterns are those of the contract, including an unescaped dot. Values on which a pattern and its prose disagree are
// generated as ambiguous values, which a service may accept or refuse.

/** §2.1: shard, realm and num, each of 1 to 10 digits. */
export const ENTITY_ID = /^\d{1,10}\.\d{1,10}\.\d{1,10}$/;

/** §2.1: seconds, optionally followed by a dot and up to nine decimals. */
export const TIMESTAMP_PATTERN = /^\d{1,10}(\.\d{1,9})?$/;

/** §2.1: its dot is unescaped, so any one character may stand before the decimals. */
export const TIMESTAMP_FILTER = /^((eq|gt|gte|lt|lte|ne):)?\d{1,10}(.\d{1,9})?$/;

/** §2.1: shard and realm stand together or not at all. */
export const ENTITY_ID_FILTER = /^((gte?|lte?|eq|ne):)?(\d{1,10}\.\d{1,10}\.)?\d{1,10}$/;

/** §2.1: an operator or none, then a whole number of 1 to 10 digits. */
export const BALANCE_FILTER = /^((gte?|lte?|eq|ne):)?\d{1,10}$/;

/** §2.1: 20 bytes in hexadecimal digits. The text beside the pattern also mentions 41 characters. */
export const EVM_ADDRESS = /^(0x)?[A-Fa-f0-9]{40}$/;

/** §4.6, the path parameter: its dot is unescaped too. */
export const TOPIC_TIMESTAMP = /^\d{1,10}(.\d{1,9})?$/;

/** §4.8, the path parameter: also lets an address follow a shard and a realm. */
export const CONTRACT_ID_OR_ADDRESS = /^(\d{1,10}\.){0,2}(\d{1,10}|(0x)?[A-Fa-f0-9]{40})$/;

// The contract describes the following forms only in prose; these patterns are interpretations of it.

/** §2.7: hex that starts with 0x. No digits and an odd number of digits are allowed. */
export const HEX_PATTERN = /^0x[0-9A-Fa-f]*$/;

/** §2.8: hex with an optional 0x. */
export const BYTECODE = /^(0x)?[0-9A-Fa-f]*$/;

/** §2.6: the form of a transaction id in a response, for which the contract gives no numbers of digits. */
export const TRANSACTION_ID_FORM = /^\d+\.\d+\.\d+-\d+-\d+$/;

/** §4.7: a transaction id in a request, with its numbers of digits. */
export const TRANSACTION_ID = /^\d{1,10}\.\d{1,10}\.\d{1,10}-\d{1,19}-\d{1,9}$/;

/** §4.7: 32 bytes in hex, with or without 0x. */
export const TRANSACTION_HASH_PATTERN = /^(0x)?[0-9A-Fa-f]{64}$/;
