// §2.4, §4.3
import { entityId, integer, timestampText } from "./fields.ts";
import { arrayOf, mainRecord, record } from "./json-schema.ts";
import { links } from "./links.ts";

// No width and no sign of a balance is stated, so neither is demanded.
const balance = record("balance", { account: entityId, balance: integer, decimals: integer });

/** Who holds how much of one token. */
export const tokenBalances = mainRecord("token-balances", {
  timestamp: timestampText,
  balances: arrayOf(balance),
  links,
});
