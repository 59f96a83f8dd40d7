import {
  loadCatalogue,
  type Catalogue,
  type ClauseInfo,
  type OpenInfo,
} from "../../engine/clauses/catalogue.ts";
import { CannotRun } from "../../engine/target/cannot-run.ts";
import { explainAll, explanationText } from "../explain/explanation.ts";
import type { Io } from "../io.ts";
import { placeInfo } from "../../schemas/places.ts";
import { selects } from "../../engine/target/selection.ts";

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
  if (matter !== undefined) {
    io.out(flags.json ? json(matter) : openText(matter, catalogue));
  } else if (clause !== undefined) {
    const [explanation] = await explainAll([clause], catalogue);
    io.out(flags.json || explanation === undefined ? json(explanation) : explanationText(explanation));
  } else {
    const chosen = selector === undefined ? all : chosenBy(selector, all);
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

function chosenBy(selector: string, all: readonly ClauseInfo[]): readonly ClauseInfo[] {
  const chosen = all.filter((clause) => selects(selector, clause));
  if (chosen.length === 0) {
    throw new CannotRun(`there is no clause, section or endpoint ${JSON.stringify(selector)}`);
  }
  return chosen;
}

/** The clauses as lines. */
function clauseLines(listed: readonly Pick<ClauseInfo, "id" | "statement">[]): string {
  const width = Math.max(...listed.map(({ id }) => id.length));
  return listed.map(({ id, statement }) => `${id.padEnd(width)}  ${statement}\n`).join("");
}

/** What the document leaves open: observed, and never tested. */
function openText({ id, statement, cites }: OpenInfo, { files }: Catalogue): string {
  const places = cites.map((name) => `  ${name} (line ${placeInfo(name)?.line})\n`).join("");
  return `${id}\n  ${statement}\n  left open by the document: observed, never tested\n${places}  ${files.get(id)}\n`;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
