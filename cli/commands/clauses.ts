import { type Catalogue, type ClauseInfo, loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { sectionOf } from "../../engine/clauses/clause.ts";
import { CannotRun } from "../../engine/model/cannot-run.ts";
import { countOf } from "../../engine/model/model.ts";
import { hintFor, selectorMatches } from "../../engine/target/selection.ts";
import { contractLines } from "../../schemas/contract-lines.ts";
import { clauseData } from "../../lib/clauses.ts";
import { declaredAt, explainClause, explanationText, statedWhere } from "../explain.ts";
import { type Io, tableText } from "../io.ts";

type Unspecified = Catalogue["unspecified"][number];

export async function clausesCommand(selector: string | undefined, flags: { readonly json?: true }, io: Io) {
  const catalogue = await loadCatalogue();
  const print = <T>(data: T, inWords: (data: T) => string): void =>
    io.out(flags.json === true ? `${JSON.stringify(data, null, 2)}\n` : inWords(data));
  const clause = catalogue.clauses.find(({ id }) => id === selector);
  const behaviour = catalogue.unspecified.find(({ id }) => id === selector);
  if (clause !== undefined) {
    print(await explainClause(clause, catalogue), explanationText);
  } else if (behaviour !== undefined) {
    print(behaviour, (one) => unspecifiedText(one, catalogue));
  } else {
    const { clauses, unspecified } = selectedFrom(catalogue, selector);
    print({ clauses: clauses.map(clauseData), unspecified }, () => clauseTable(clauses, unspecified));
  }
  return 0;
}

function selectedFrom(catalogue: Catalogue, selector: string | undefined) {
  if (selector === undefined) return catalogue;
  const clauses = catalogue.clauses.filter((one) => selectorMatches(selector, one));
  if (clauses.length === 0) {
    const hint = hintFor(selector, catalogue.clauses);
    throw new CannotRun(`there is no clause, section or endpoint ${JSON.stringify(selector)}${hint}`);
  }
  const unspecified = catalogue.unspecified.filter(
    ({ id, contract }) =>
      sectionOf(id) === selector || contract.some((line) => contractLines.get(line) === selector),
  );
  return { clauses, unspecified };
}

function unspecifiedText(behaviour: Unspecified, { files }: Catalogue): string {
  const { id, statement, assumption, contract, observe } = behaviour;
  const observers = observe === undefined ? "" : "; runs over all clauses report what the service does";
  const rows = [
    ["contract", statedWhere(contract)],
    ["unspecified", `no clause tests it${observers}`],
    ["assumed", assumption],
    ["declared in", declaredAt(files.get(id) ?? "", id)],
  ];
  return `${id}\n  ${statement}\n\n${tableText(rows)}`;
}

function clauseTable(clauses: readonly ClauseInfo[], unspecified: readonly Unspecified[]): string {
  const hasEndpoints = new Set(clauses.map(({ endpoint }) => endpoint)).size > 1;
  const rows = [
    ["clause", "endpoint", "statement"],
    ...clauses.map(({ id, endpoint, statement }) => [id, endpoint, statement]),
    ...unspecified.map(({ id, statement }) => [id, "", `unspecified: ${statement}`]),
  ].map((row) => (hasEndpoints ? row : row.toSpliced(1, 1)));
  const points =
    unspecified.length === 0 ? "" : `, ${countOf(unspecified.length, "point")} of unspecified behaviour`;
  return `${tableText(rows, [], "")}\n${countOf(clauses.length, "clause")}${points}\n`;
}
