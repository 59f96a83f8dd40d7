// Families of clauses, which check the same responses, and when each is tested
import type { AskingClause } from "../clauses/clause.ts";

export type Family = readonly AskingClause[];

export function familiesOf(sending: readonly AskingClause[]): readonly Family[] {
  const families = new Map<string | AskingClause, Family>();
  for (const clause of sending) {
    const key = clause.family ?? clause;
    families.set(key, [...(families.get(key) ?? []), clause]);
  }
  return [...families.values()];
}

const isExclusive = (family: Family): boolean => family.some(({ exclusive }) => exclusive === true);

/** Tests all families at once, and then the exclusive ones, each alone. The results have the order of the families. */
export async function testFamilies<T>(
  families: readonly Family[],
  test: (family: Family) => Promise<T>,
): Promise<readonly T[]> {
  const together = families.map(async (family) => (isExclusive(family) ? [] : [await test(family)]));
  const first = await Promise.all(together);
  const results: T[] = [];
  for (const [at, family] of families.entries()) {
    results.push(...(isExclusive(family) ? [await test(family)] : (first[at] ?? [])));
  }
  return results;
}
