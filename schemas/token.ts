// §2.3
import { entityId, integer, plainText, mainRecord } from "./formats.ts";

/** One row of the token list; the inside of `admin_key` and further values of `type` are not shown. */
export const token = mainRecord("token", {
  admin_key: { type: ["object", "null"] },
  decimals: integer,
  metadata: plainText,
  name: plainText,
  symbol: plainText,
  token_id: entityId,
  type: plainText,
});
