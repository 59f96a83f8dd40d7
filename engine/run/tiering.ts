import { setFlagsFromString } from "node:v8";

/**
 * Compiling costs the processor more than it gains in a run of a second: V8 11, which Node 20 has, compiles far
 * sooner than later versions do. These are its own settings, nearer to those of its successors.
 */
const LATER = ["--interrupt-budget=1000000", "--wasm-tiering-budget=13000000"];

/** What a target sends must not pile up: little room for what is new, and a look for garbage when much has come. */
const TIDY = ["--max-semi-space-size=2", "--expose-gc"];

/** Has V8 compile only what runs often. For a process of the suite's own: the settings hold for all of it. */
export function compileLater(versions: Pick<NodeJS.ProcessVersions, "v8"> = process.versions): void {
  TIDY.forEach((setting) => setFlagsFromString(setting));
  // Other versions do not know the first setting, and say so on stderr.
  for (const setting of versions.v8.startsWith("11.") ? LATER : []) {
    setFlagsFromString(setting);
  }
}
