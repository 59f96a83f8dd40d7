// §4.4
import { arrayOf, mainRecord } from "./formats.ts";
import { links } from "./links.ts";
import { token } from "./token.ts";

export const tokens = mainRecord("tokens", { tokens: arrayOf(token), links });
