// §2.5, §4.5
import { integer, timestamp } from "./fields.ts";
import { arrayOf, mainRecord, record } from "./json-schema.ts";
import { limits } from "./limits.ts";

const fee = record("fee", {
  gas: integer,
  transaction_type: { type: "string", enum: limits.feeTransactionTypes },
});

/** The estimated gas of each kind of transaction. */
export const networkFees = mainRecord("network-fees", { fees: arrayOf(fee), timestamp });
