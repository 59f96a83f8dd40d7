// §2.1, §4.1
import { record } from "./formats.ts";

/** `next` is null after the last page. The contract does not specify its other values, so any value passes here. */
export const links = record("links", { next: {} });
