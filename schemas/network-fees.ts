// §2.5, §4.5
import { integer, timestampText, arrayOf, mainRecord, record } from "./formats.ts";
import { contractLimits } from "./limits.ts";

const fee = record("fee", {
  gas: integer,
  transaction_type: { type: "string", enum: contractLimits.feeTransactionTypes },
});

export const networkFees = mainRecord("network-fees", { fees: arrayOf(fee), timestamp: timestampText });
