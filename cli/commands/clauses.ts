import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { CannotRun } from "../../engine/model/cannot-run.ts";
import { hintFor, selects } from "../../engine/target/selection.ts";
import { placeInfo } from "../../schemas/places.ts";
import { linesOf } from "../../lib/clauses.ts";
import { explain, explanationText } from "../explain.ts";
import type { Io } from "../io.ts";

/** `clauses`: lists all clauses, those of a section or endpoint, or tells one. */
export async function clauses(
  selector: string | undefined,
  flags: { readonly json?: true },
  io: Io,
): Promise<number> {
  const catalogue = await loadCatalogue();
  const tell = <T>(told: T, inWords: (told: T) => string): void =>
    io.out(flags.json === true ? `${JSON.stringify(told, null, 2)}\n` : inWords(told));
  const clause = catalogue.clauses.find(({ id }) => id === selector);
  const matter = catalogue.open.find(({ id }) => id === selector);
  if (clause !== undefined) {
    tell(await explain(clause, catalogue), explanationText);
  } else if (matter !== undefined) {
    tell(matter, ({ id, statement, cites }) => {
      const lines = cites.map((name) => `  ${name} (line ${placeInfo(name)?.line})\n`).join("");
      const own = catalogue.matters.some((one) => one.id === id && one.probe !== undefined);
      const how = `observed on ${own ? "requests of its own" : "requests of clauses"} in a whole run, never tested`;
      return `${id}\n  ${statement}\n  left open by the document: ${how}\n${lines}  ${catalogue.files.get(id)}\n`;
    });
  } else {
    const chosen = catalogue.clauses.filter((one) => selector === undefined || selects(selector, one));
    if (chosen.length === 0) {
      throw new CannotRun(
        `there is no clause, section or endpoint ${JSON.stringify(selector)}${hintFor(selector ?? "", catalogue.clauses)}`,
      );
    }
    const open = catalogue.open.filter(
      ({ section, cites }) =>
        selector === undefined ||
        section === selector ||
        cites.some((name) => placeInfo(name)?.section === selector),
    );
    const lines = [
      ...chosen.map(({ id, statement }) => [id, statement] as const),
      ...open.map(({ id, statement }) => [id, `left open: ${statement}`] as const),
    ];
    const width = Math.max(...lines.map(([id]) => id.length));
    const numbered = chosen.map((one) => ({ ...one, lines: linesOf(one) }));
    tell({ clauses: numbered, open }, () =>
      lines.map(([id, text]) => `${id.padEnd(width)}  ${text}\n`).join(""),
    );
  }
  return 0;
}
