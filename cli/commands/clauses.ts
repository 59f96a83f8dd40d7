import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { sectionOf } from "../../engine/clauses/clause.ts";
import { CannotRun } from "../../engine/model/cannot-run.ts";
import { hintFor, selectorMatches } from "../../engine/target/selection.ts";
import { placeInfo } from "../../schemas/places.ts";
import { linesOf } from "../../lib/clauses.ts";
import { explainClause, explanationText } from "../explain.ts";
import type { Io } from "../io.ts";

/** `clauses`: lists all clauses or those of a section or endpoint, or explains one. */
export async function clausesCommand(
  selector: string | undefined,
  flags: { readonly json?: true },
  io: Io,
): Promise<number> {
  const catalogue = await loadCatalogue();
  const tell = <T>(told: T, inWords: (told: T) => string): void =>
    io.out(flags.json === true ? `${JSON.stringify(told, null, 2)}\n` : inWords(told));
  const clause = catalogue.clauses.find(({ id }) => id === selector);
  const behaviour = catalogue.unspecified.find(({ id }) => id === selector);
  if (clause !== undefined) {
    tell(await explainClause(clause, catalogue), explanationText);
  } else if (behaviour !== undefined) {
    tell(behaviour, ({ id, statement, assumption, cites }) => {
      const lines = cites.map((name) => `  ${name} (line ${placeInfo(name)?.line})\n`).join("");
      const how = `  not specified by the contract: observed in runs over all clauses, never tested\n  assumed: ${assumption}\n`;
      return `${id}\n  ${statement}\n${how}${lines}  ${catalogue.files.get(id)}\n`;
    });
  } else {
    const chosen = catalogue.clauses.filter(
      (one) => selector === undefined || selectorMatches(selector, one),
    );
    if (chosen.length === 0) {
      throw new CannotRun(
        `there is no clause, section or endpoint ${JSON.stringify(selector)}${hintFor(selector ?? "", catalogue.clauses)}`,
      );
    }
    const unspecified = catalogue.unspecified.filter(
      ({ id, cites }) =>
        selector === undefined ||
        sectionOf(id) === selector ||
        cites.some((name) => placeInfo(name)?.section === selector),
    );
    const lines = [
      ...chosen.map(({ id, statement }) => [id, statement] as const),
      ...unspecified.map(({ id, statement }) => [id, `not specified: ${statement}`] as const),
    ];
    const width = Math.max(...lines.map(([id]) => id.length));
    const numbered = chosen.map((one) => ({ ...one, lines: linesOf(one) }));
    tell({ clauses: numbered, unspecified }, () =>
      lines.map(([id, text]) => `${id.padEnd(width)}  ${text}\n`).join(""),
    );
  }
  return 0;
}
