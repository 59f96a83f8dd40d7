import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { operations } from "../../schemas/operations.ts";
import { compareSections } from "../../schemas/contract-lines.ts";
import type { ClauseResult } from "../model/clause-results.ts";
import { present } from "../model/model.ts";
import type { Target } from "../model/settings.ts";
import type { SendingClause, Exported, TableClauses, UnspecifiedBehaviour, PassiveClause } from "./clause.ts";
import { sectionOf } from "./clause.ts";
import type { DependencyTable } from "./dependencies.ts";

/** The members of a result that describe its clause, and the kind of the clause. */
export interface ClauseInfo extends Pick<
  ClauseResult,
  "id" | "section" | "endpoint" | "statement" | "parameters" | "aspect" | "interpretations"
> {
  readonly contract: readonly number[];
  /** `sending`: the clause sends requests; `passive` and `table`: it checks the responses that other clauses receive. */
  readonly kind: "sending" | "passive" | "table";
}

export interface Catalogue {
  readonly clauses: readonly ClauseInfo[];
  readonly sending: readonly SendingClause[];
  readonly passive: readonly PassiveClause[];
  readonly tables: readonly TableClauses[];
  readonly unspecified: readonly UnspecifiedBehaviour[];
  readonly dependsOn: DependencyTable;
  /** The file that declares a clause or an unspecified behaviour, by id: `specs/4.1-lists/order.clauses.ts`. */
  readonly files: ReadonlyMap<string, string>;
}

/** The clauses of the services that have a URL: a run tests no other clauses. */
export const clausesOf = (
  { clauses }: Pick<Catalogue, "clauses">,
  urls: Target["urls"],
): readonly ClauseInfo[] =>
  clauses.filter(({ endpoint }) => urls[operations[endpoint].service] !== undefined);

const SPECS = fileURLToPath(new URL("../../specs", import.meta.url));

/** Loaded once per process, as the modules that declare the clauses are: no run changes the catalogue. */
let loaded: Promise<Catalogue> | undefined;

/** Imports the files `specs/**\/*.clauses.ts`, `specs/unspecified.ts` and `specs/depends-on.ts`. */
export const loadCatalogue = (): Promise<Catalogue> => (loaded ??= findClauses());

async function findClauses(): Promise<Catalogue> {
  const files = (await readdir(SPECS, { recursive: true }))
    .filter((file) => /\.clauses\.[jt]s$/.test(file) && !file.endsWith(".d.ts"))
    .toSorted();
  const exported: Exported[] = [];
  const fileOf = new Map<string, string>();
  for (const file of files) {
    // The files are imported one after another, because vitest cannot link several modules at a time.
    const module: Readonly<Record<string, Exported | readonly Exported[]>> = await import(
      pathToFileURL(join(SPECS, file)).href
    );
    const items = Object.values(module).flat();
    exported.push(...items);
    const source = `specs/${file.replaceAll("\\", "/").replace(/\.js$/, ".ts")}`;
    for (const item of items) {
      for (const { id } of item.kind === "table" ? item.body.all : [item]) fileOf.set(id, source);
    }
  }
  const tables = await importTables();
  tables.unspecified.forEach(({ id }) => fileOf.set(id, "specs/unspecified.ts"));
  return { ...sortedClauses(exported), ...tables, files: fileOf };
}

/** Imports two tables of specs/ with the extension of this file: `.js` if it is compiled, or else `.ts`. */
async function importTables(): Promise<Pick<Catalogue, "unspecified" | "dependsOn">> {
  const urlOf = (name: string): string =>
    pathToFileURL(join(SPECS, `${name}${extname(import.meta.filename)}`)).href;
  const { unspecified }: Pick<Catalogue, "unspecified"> = await import(urlOf("unspecified"));
  const { dependsOn }: Pick<Catalogue, "dependsOn"> = await import(urlOf("depends-on"));
  return { unspecified, dependsOn };
}

function sortedClauses(exported: readonly Exported[]) {
  const sending = exported.filter((item) => item.kind === "sending");
  const passive = exported.filter((item) => item.kind === "passive");
  const tables = exported.filter((item) => item.kind === "table");
  const all = [...sending.map(clauseInfo), ...passive.map(clauseInfo), ...tables.flatMap(tableInfo)];
  const clauses = all.toSorted((a, b) => compareSections(a.section, b.section));
  return { clauses, sending, passive, tables };
}

function clauseInfo(clause: SendingClause | PassiveClause): ClauseInfo {
  const { id, endpoint, statement, contract, interpretations, aspect, kind } = clause;
  const described = operations[endpoint].query.filter(({ line }) => contract.includes(line));
  const { parameters = described.map(({ key }) => key) } = clause;
  const base = { id, section: sectionOf(id), endpoint, statement, contract, kind };
  const tested = parameters.length === 0 ? undefined : parameters;
  return { ...base, ...present({ parameters: tested, aspect, interpretations }) };
}

const tableInfo = ({ body, statedIn }: TableClauses): readonly ClauseInfo[] =>
  body.all.map((row) => {
    const { id, section, endpoint, statement } = row;
    return { id, section, endpoint, statement, ...statedIn(row), kind: "table" };
  });
