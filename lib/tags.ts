import { serviceOf } from "../reports/words/labels.ts";
import { clauses } from "./clauses.ts";

/**
 * The tags of all tests (section, endpoint and service), for `tags` in a vitest configuration. Without this declaration the tests have
 * no tags, because vitest rejects undeclared ones, and `--tags-filter` finds no test.
 */
export async function tags(): Promise<{ name: string }[]> {
  const all = await clauses();
  const names = all.flatMap(({ section, endpoint }) => [section, endpoint, serviceOf(endpoint)]);
  return [...new Set(names)].map((name) => ({ name }));
}
