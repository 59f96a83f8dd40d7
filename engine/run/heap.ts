import { setFlagsFromString } from "node:v8";

/** What a target sends must not pile up: less garbage between two looks at it, and a look when much has come. */
const SETTINGS = ["--max-semi-space-size=2", "--expose-gc"];

/** Keeps the heap small. For a process of the suite's own: the settings of V8 hold for all of it. */
export function keepHeapSmall(): void {
  SETTINGS.forEach((setting) => setFlagsFromString(setting));
}
