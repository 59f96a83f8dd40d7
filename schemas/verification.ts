// §2.9, §4.9, §4.10
import { dateTime, plainText, arrayOf, mainRecord, record } from "./formats.ts";

const strings = arrayOf(plainText);

const sessionContract = record("contract", {
  verificationId: plainText,
  compiledPath: plainText,
  name: plainText,
  compilerVersion: plainText,
  address: plainText,
  chainId: plainText,
  status: plainText,
  files: record("files", { found: strings, missing: strings }),
  storageTimestamp: dateTime,
});

const resultEntry = record("result-entry", {
  address: plainText,
  chainId: plainText,
  status: plainText,
  message: plainText,
  // The contract does not specify the content of the map.
  libraryMap: { type: "object" },
});

export const sessionVerification = mainRecord("session-verification", {
  contracts: arrayOf(sessionContract),
  unused: strings,
});

export const directVerification = mainRecord("direct-verification", { result: arrayOf(resultEntry) });

/** Whether a text that is not an EvmAddress may still be an address: the contract does not specify the format of this member. */
export const isAmbiguousAddress = (address: string): boolean =>
  /^\s*$|^\s|\s$|^\d+\.\d+\.\d+$/.test(address) || /^(0x)?[\da-f]{41}$/i.test(address);

/** The request body of both operations; the contract does not specify the formats of the address and of the chain id. */
export const verificationRequest = {
  ...mainRecord("verification-request", { address: plainText, chainId: plainText, apiKey: plainText }),
  required: ["address", "chainId"],
} as const;
