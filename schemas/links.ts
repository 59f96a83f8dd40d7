// §2.1, §4.1
import { record } from "./json-schema.ts";

/** `next` is null after the last page; what else it may be is not shown, so any value passes here. */
export const links = record("links", { next: {} });
