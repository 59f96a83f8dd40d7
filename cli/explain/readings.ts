import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageInfo } from "../../config/package-info.ts";

/** A reading of a doubtful place that a clause leans on, and where it is told. */
export interface Reading {
  readonly number: number;
  readonly title: string;
  readonly page: string;
}

/** The readings of these numbers, by the titles that docs/readings.md gives them. */
export function readingsOf(numbers: readonly number[]): readonly Reading[] {
  const page = readFileSync(join(packageInfo().root, "docs", "readings.md"), "utf8");
  const titles = new Map([...page.matchAll(/^### (\d+)\. (.*)$/gm)].map(([, own, title]) => [own, title]));
  return numbers.map((number) => {
    return { number, title: titles.get(String(number)) ?? "", page: `docs/readings.md#${number}` };
  });
}
