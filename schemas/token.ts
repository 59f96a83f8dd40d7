// §2.3
import { entityId, integer, plainText, mainRecord } from "./formats.ts";

/** One row of the token list. The contract specifies neither the content of `admin_key` nor all values of `type`. */
export const token = mainRecord("token", {
  admin_key: { type: ["object", "null"] },
  decimals: integer,
  metadata: plainText,
  name: plainText,
  symbol: plainText,
  token_id: entityId,
  type: plainText,
});
