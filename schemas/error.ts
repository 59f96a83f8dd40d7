// §7
import { plainText, arrayOf, mainRecord, record } from "./formats.ts";

const errorMessage = record("message", { message: plainText });

/** The body of an error, where the contract shows one. */
export const errorBody = mainRecord("error", {
  _status: record("status", { messages: arrayOf(errorMessage) }),
});
