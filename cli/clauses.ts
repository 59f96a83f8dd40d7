import { loadCatalogue, type Catalogue, type ClauseInfo } from "../engine/load.ts";
import { aligned } from "../reports/explain.ts";
import { operationLabel, sectionLabel } from "../reports/labels.ts";
import { CannotRun } from "./cannot-run.ts";
import type { Io } from "./io.ts";
import { clauseLines } from "./plan.ts";
import { select } from "./selection.ts";

/** The options of `clauses`. */
export interface ClausesFlags {
  readonly json: boolean;
}

type OpenInfo = Catalogue["open"][number];

const KINDS: Readonly<Record<ClauseInfo["kind"], string>> = {
  asking: "sends requests of its own",
  watching: "judges every success answer of its endpoint",
  table: "judges this row of the table in every success answer of its endpoint",
};

/** `clauses`: lists all clauses, those of a section or endpoint, or explains one. */
export async function clauses(selector: string | undefined, flags: ClausesFlags, io: Io): Promise<number> {
  const catalogue = await loadCatalogue();
  const all = catalogue.clauses;
  const { open } = catalogue;
  const clause = all.find(({ id }) => id === selector);
  const matter = open.find(({ id }) => id === selector);
  if (clause !== undefined) {
    io.out(flags.json ? json(clause) : explainClause(clause));
  } else if (matter !== undefined) {
    io.out(flags.json ? json(matter) : explainOpen(matter));
  } else {
    const chosen = selector === undefined ? all : chosenBy(selector, all);
    io.out(
      flags.json ? json({ clauses: chosen, open: selector === undefined ? open : [] }) : clauseLines(chosen),
    );
  }
  return 0;
}

function chosenBy(selector: string, all: readonly ClauseInfo[]): readonly ClauseInfo[] {
  try {
    return select(all, [selector], []);
  } catch (error) {
    throw error instanceof CannotRun
      ? new CannotRun(`there is no clause, section or endpoint ${JSON.stringify(selector)}`)
      : error;
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function explainClause({ id, section, endpoint, statement, readings, leavesOpen, kind }: ClauseInfo): string {
  const read = readings.map((reading) => `docs/readings.md#${reading}`).join(", ");
  const lines = aligned([
    { label: "statement", text: statement },
    { label: "section", text: `${section} ${sectionLabel(section)}` },
    { label: "endpoint", text: `${endpoint}, ${operationLabel(endpoint)}` },
    { label: "judged by", text: KINDS[kind] },
    ...(read === "" ? [] : [{ label: "readings", text: read }]),
    ...(leavesOpen.length === 0 ? [] : [{ label: "left open", text: leavesOpen.join(", ") }]),
  ]);
  return `${[id, ...lines].join("\n")}\n`;
}

function explainOpen({ id, section, statement }: OpenInfo): string {
  const lines = aligned([
    { label: "left open", text: statement },
    { label: "section", text: `${section} ${sectionLabel(section)}` },
    { label: "judged by", text: "nothing: what a target does here is observed and reported" },
  ]);
  return `${[id, ...lines].join("\n")}\n`;
}
