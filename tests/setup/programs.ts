/** Prints once which tests are skipped because a program is missing: most reporters do not show the note of a skipped test. */
import { missingPrograms, PROGRAMS } from "../tools/programs.ts";

export function setup(): void {
  const why = missingPrograms(PROGRAMS);
  if (why !== undefined) console.warn(`Tests that need these programs are skipped: ${why}.`);
}
