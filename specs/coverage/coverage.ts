// §1 to §9: which clauses judge each place of the document, or why none does
import type { OpenInfo } from "../../engine/clauses/catalogue.ts";
import { compareSections, places, type PlaceInfo } from "../../schemas/places.ts";

/** A place of the document: judged by clauses, left open, or both; neither is a gap. */
export interface CoveredPlace extends PlaceInfo {
  readonly judgedBy: readonly string[];
  readonly open: readonly OpenInfo[];
}

type Citing = Pick<OpenInfo, "id" | "section" | "cites">;

/** The part of a catalogue that coverage is made of. */
interface Catalogued {
  readonly clauses: readonly Citing[];
  readonly open: readonly OpenInfo[];
}

function byId(a: Citing, b: Citing): number {
  return compareSections(a.section, b.section) || (a.id < b.id ? -1 : 1);
}

/** What became of every place of the document, in its order. */
export function coverageOf({ clauses, open }: Catalogued): readonly CoveredPlace[] {
  const citing = <C extends Citing>(all: readonly C[], info: PlaceInfo): readonly C[] =>
    all.filter(({ cites }) => cites.some((cited) => cited === info.place)).toSorted(byId);
  return places.map((info) => {
    return { ...info, judgedBy: citing(clauses, info).map(({ id }) => id), open: citing(open, info) };
  });
}

const HEAD = `# Coverage of the document

Every line of the document that says something, in its order, fact by fact, with the clauses that judge it or the open
matter that it is. Facts are named in our own words. \`ledger-conformance clauses ID\` explains a clause. Clauses say
themselves what they cite, and this page is made of that: \`npm run coverage\`.
`;

function entry({ fact, line, judgedBy, open }: CoveredPlace): string {
  const matters = open.map(({ id, statement }) =>
    judgedBy.length > 0 ? `\`${id}\`` : `\`${id}\`, ${statement}`,
  );
  const parts = [
    ...(judgedBy.length === 0 ? [] : [`judged by ${judgedBy.map((id) => `\`${id}\``).join(", ")}`]),
    ...(matters.length === 0 ? [] : [`left open: ${matters.join(judgedBy.length > 0 ? ", " : "; ")}`]),
  ];
  return `- line ${line}, ${fact}: ${parts.join("; ") || "not covered"}`;
}

/** The whole list as a Markdown page, one heading for each section. */
export function coveragePage(covered: readonly CoveredPlace[]): string {
  const sections = [...new Set(covered.map(({ section }) => section))];
  const parts = sections.map((section) => {
    const own = covered.filter((place) => place.section === section);
    return `## §${section}\n\n${own.map(entry).join("\n")}\n`;
  });
  return [HEAD, ...parts].join("\n");
}
