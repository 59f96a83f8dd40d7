import { serviceOf } from "../reports/words/labels.ts";
import { clauses } from "./clauses.ts";

/**
 * What `tags` of a configuration of vitest has to hold for `--tags-filter` to know the tests by section, endpoint and
 * service: vitest refuses tags that are not declared, so without them the tests have none.
 */
export async function tags(): Promise<{ name: string }[]> {
  const all = await clauses();
  const names = all.flatMap(({ section, endpoint }) => [section, endpoint, serviceOf(endpoint)]);
  return [...new Set(names)].map((name) => ({ name }));
}
