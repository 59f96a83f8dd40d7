// §2.4, §4.3
import { entityId, integer, timestampText, arrayOf, mainRecord, record } from "./formats.ts";
import { links } from "./links.ts";

// The contract states neither the width nor the sign of a balance, so neither is checked.
const balance = record("balance", { account: entityId, balance: integer, decimals: integer });

export const tokenBalances = mainRecord("token-balances", {
  timestamp: timestampText,
  balances: arrayOf(balance),
  links,
});
