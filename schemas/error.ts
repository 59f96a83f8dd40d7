// §7
import { text } from "./fields.ts";
import { arrayOf, mainRecord, record } from "./json-schema.ts";

const message = record("message", { message: text });

/** The body of an error, where the contract shows one. */
export const errorBody = mainRecord("error", {
  _status: record("status", { messages: arrayOf(message) }),
});
