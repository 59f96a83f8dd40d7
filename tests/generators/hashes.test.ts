import { formats } from "../../generators/formats.ts";
import { EVM_ADDRESS, TRANSACTION_HASH_PATTERN, TRANSACTION_ID } from "../../schemas/formats.ts";
import { describeFormat } from "./format-properties.ts";
import {
  isAddress,
  isAddressOfCharacters,
  isAddressOfDigits,
  isHash,
  isHex,
  isTransactionId,
  type Interpretation,
} from "./parsers.ts";

const digits = "00112233445566778899aabbccddeeff00112233";
const hash = "00112233445566778899aabbccddeeff".repeat(2);
const spaced: Interpretation = (text) => text.trim() !== text;
const capitalPrefix: Interpretation = (text) => text.startsWith("0X");

describeFormat("EvmAddress", {
  ...formats.evmAddress,
  interpretations: [(text) => EVM_ADDRESS.test(text), isAddress, isAddressOfCharacters, isAddressOfDigits],
  place: "query",
  always: [digits, `0x${digits}`, `0x${digits.toUpperCase()}`, digits.toUpperCase()],
  never: [`0X${digits}`, `${digits}a`, `0x${digits}a`],
});

// Both are values of the same path parameter, so a value must be invalid for both.
const hashOrId: Interpretation = (text) => isHash(text) || isTransactionId(text);
const patterns: Interpretation = (text) => TRANSACTION_HASH_PATTERN.test(text) || TRANSACTION_ID.test(text);

describeFormat("transaction hash", {
  format: "TransactionIdOrHash",
  ...formats.transactionHash,
  interpretations: [patterns, hashOrId],
  doubts: {
    spaced,
    "capital prefix": capitalPrefix,
    "48 bytes": (text) => isHex(text.replace(/^0x/i, ""), 96),
  },
  place: "path",
  always: [hash, `0x${hash}`, hash.toUpperCase(), `0x${hash.toUpperCase()}`],
  never: [`0X${hash}`, `0x${digits}`],
});

describeFormat("transaction id", {
  format: "TransactionIdOrHash",
  ...formats.transactionId,
  interpretations: [patterns, hashOrId],
  doubts: { spaced },
  place: "path",
  always: ["0.0.1-1-1", "0.0.1-1700000000-000000001", "0.0.1-9999999999999999999-1"],
  never: ["0.0.1@1-1"],
});
