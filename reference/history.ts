import { meetsAll, type Filter } from "./filters.ts";
import type { Dated } from "./ledger.ts";

/** The newest version whose beginning meets every one of the filters; versions come newest first. */
export function newestMeeting<T>(versions: readonly Dated<T>[], times: readonly Filter[]): T | undefined {
  return versions.find((version) => meetsAll(times, version.at))?.value;
}
