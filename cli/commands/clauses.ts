import {
  loadCatalogue,
  type Catalogue,
  type ClauseInfo,
  type OpenInfo,
} from "../../engine/clauses/catalogue.ts";
import { aligned } from "../../reports/words/explain.ts";
import { sectionLabel } from "../../reports/words/labels.ts";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import { documentLines, explainAll, explanationText, labelled } from "../explain/explanation.ts";
import type { Io } from "../io.ts";
import { didYouMean, namesIn, selects } from "../../engine/target/selection.ts";

/** `clauses`: lists all clauses, those of a section or endpoint, or explains one; as JSON, it explains them all. */
export async function clauses(
  selector: string | undefined,
  flags: { readonly json: boolean },
  io: Io,
): Promise<number> {
  const catalogue = await loadCatalogue();
  const { clauses: all, open } = catalogue;
  const clause = all.find(({ id }) => id === selector);
  const matter = open.find(({ id }) => id === selector);
  if (clause !== undefined) {
    const [explanation] = await explainAll([clause], catalogue);
    io.out(flags.json || explanation === undefined ? json(explanation) : explanationText(explanation));
  } else if (matter !== undefined) {
    io.out(flags.json ? json(matter) : explainOpen(matter, catalogue.files.get(matter.id)));
  } else {
    const chosen = selector === undefined ? all : chosenBy(selector, catalogue);
    io.out(
      flags.json
        ? json({
            clauses: await explainAll(chosen, catalogue),
            open: open.filter(({ section }) => chosen.length === all.length || section === selector),
          })
        : clauseLines(chosen),
    );
  }
  return 0;
}

function chosenBy(selector: string, { clauses: all, open }: Catalogue): readonly ClauseInfo[] {
  const chosen = all.filter((clause) => selects(selector, clause));
  if (chosen.length === 0) {
    const near = didYouMean(selector, [...namesIn(all), ...open.map(({ id }) => id)]);
    throw new CannotRun(`there is no clause, section or endpoint ${JSON.stringify(selector)}${near}`);
  }
  return chosen;
}

/** The clauses as lines. */
function clauseLines(listed: readonly Pick<ClauseInfo, "id" | "statement">[]): string {
  const width = Math.max(...listed.map(({ id }) => id.length));
  return listed.map(({ id, statement }) => `${id.padEnd(width)}  ${statement}\n`).join("");
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function explainOpen({ id, section, statement, cites }: OpenInfo, file = ""): string {
  const lines = aligned([
    { label: "left open", text: statement },
    { label: "section", text: `${section} ${sectionLabel(section)}` },
    ...labelled("document", documentLines(cites)),
    { label: "checked by", text: "nothing: what a target does here is observed and reported" },
    { label: "file", text: file },
  ]);
  return `${[id, ...lines].join("\n")}\n`;
}
