import { serviceOf } from "../reports/words/labels.ts";
import { clauses } from "./clauses.ts";

/**
 * The tags of all tests (section, endpoint and service) for `tags` in a vitest configuration. vitest rejects tags that the
 * configuration does not declare, so without this declaration the tests have none and `--tags-filter` finds nothing.
 */
export async function tags(): Promise<{ name: string }[]> {
  const all = await clauses();
  const names = all.flatMap(({ section, endpoint }) => [section, endpoint, serviceOf(endpoint)]);
  return [...new Set(names)].map((name) => ({ name }));
}
