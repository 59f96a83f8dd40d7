// §1 to §9: the coverage list for readers
import { lineName, type CoveredLine, type Place } from "./place.ts";

const HEAD = `# Coverage of the document

Every line of the document that says something, in its order, with the clauses that judge it or the open
matter that it is. Lines are named in our own words; a line with several facts has one entry for each.
\`ledger-conformance clauses ID\` explains a clause. This file is generated:
\`npm run build && node dist/scripts/outline.js --list > docs/coverage.md\`.
`;

function quoted(ids: readonly string[]): string {
  return ids.map((id) => `\`${id}\``).join(", ");
}

function entry({ place, clauses, open, note }: Place): string {
  const parts = [
    clauses === undefined ? undefined : `judged by ${quoted(clauses)}`,
    open === undefined ? undefined : `left open: ${quoted(open)}`,
    note,
  ];
  const name = place.slice(place.indexOf(" ") + 1);
  return `- ${name}: ${parts.filter((part) => part !== undefined).join("; ")}`;
}

/** The whole list as a Markdown page, one heading for each section. */
export function coverageList(lines: readonly CoveredLine[], places: readonly Place[]): string {
  const sections = [...new Set(lines.map(({ section }) => section))];
  const parts = sections.map((section) => {
    const own = places.filter((place) => lineName(place).startsWith(`${section} `));
    return `## §${section}\n\n${own.map(entry).join("\n")}\n`;
  });
  return [HEAD, ...parts].join("\n");
}
