// §7
import { plainText } from "./fields.ts";
import { arrayOf, mainRecord, record } from "./json-schema.ts";

const errorMessage = record("message", { message: plainText });

/** The body of an error, where the contract shows one. */
export const errorBody = mainRecord("error", {
  _status: record("status", { messages: arrayOf(errorMessage) }),
});
