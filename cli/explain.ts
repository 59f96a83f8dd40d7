import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "lossless-json";
import type { Catalogue, ClauseInfo } from "../engine/clauses/catalogue.ts";
import type { Example } from "../engine/clauses/clause.ts";
import type { Prerequisites } from "../engine/clauses/prerequisites.ts";
import { isObject, type JsonRecord } from "../engine/message/classify.ts";
import { beforeQuery, isInconclusive } from "../engine/model/exchange.ts";
import type { FieldRow } from "../engine/schema/fields.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { allInterpretations, packageInfo } from "../engine/target/package-info.ts";
import { invalidValues, validValue } from "../generators/example-values.ts";
import { contractLines } from "../schemas/contract-lines.ts";
import { operations } from "../schemas/operations.ts";
import { aligned, clipped, more } from "../reports/words/explain.ts";
import { operationLabel, sectionLabel, serviceOf } from "../reports/words/labels.ts";
import { FAKE_TARGET } from "../specs/examples/target.ts";

/** Columns of the screen that the explanation of a clause fits into. */
const COLUMNS = 100;
const LONGEST_EXAMPLE = 300;

/** The words for prerequisites that a target may lack. Names of parameters are printed as a target file writes them. */
const PREREQUISITE_WORDS: Readonly<Partial<Record<keyof Prerequisites, string>>> = {
  tokens: "the token list",
  balances: "a list of token balances",
  tokenMaterial: "the token list",
  balanceMaterial: "a list of token balances",
  feeNames: "parameters of network fees",
  tokenWithHolders: "a token with holders",
  someTime: "a timestamp",
  fees: "the network fees",
  summary: "the status summary",
  topicMessages: "a topic message",
  hashes: "a hash that finds a contract result",
  transactions: "a transaction id that finds a contract result",
  contractResults: "a contract result",
  contracts: "a contract",
  verifications: "a verification",
  sessionVerifications: "a session verification",
  directVerifications: "a verification",
  sessionVerified: "a successful session verification",
  directVerified: "a successful verification",
  someVerification: "a verification",
  accountIds: "an account",
};

/** A clause as `clauses ID` explains it: where the contract states it, what it needs, its examples, and where it is declared. */
export async function explainClause(clause: ClauseInfo, catalogue: Catalogue) {
  const { id, section, endpoint, statement, kind } = clause;
  const needs = Object.values(catalogue.sending.find((one) => one.id === id)?.needs ?? {});
  const file = catalogue.files.get(id) ?? "";
  const row = rowOf(id, catalogue);
  return {
    id,
    section,
    endpoint,
    statement,
    kind,
    contract: clause.contract.map((number) => ({ section: contractLines.get(number), line: number })),
    interpretations: allInterpretations()
      .filter(({ number }) => clause.interpretations?.includes(number))
      .map(({ number, title }) => ({ number, title })),
    prerequisites: [
      ...new Set(needs.flatMap((key) => PREREQUISITE_WORDS[key] ?? (key.includes(".") ? key : []))),
    ],
    ...(await exampleLines(clause, catalogue)),
    ...(row === undefined ? placeOf(file, id) : placeOfRecord(row)),
    declaredBy: row === undefined ? undefined : file,
    command: `npx ledger-conformance run --only ${id}`,
  };
}

/** The text of a source file. An installed package has only the compiled file, with other lines. */
function sourceText(file: string): { readonly text: string; readonly isCompiled: boolean } {
  const { root } = packageInfo();
  const paths = [join(root, file), join(root, "dist", file.replace(/\.ts$/, ".js"))];
  const found = paths.findIndex((path) => existsSync(path));
  return { text: found < 0 ? "" : readFileSync(paths[found] ?? "", "utf8"), isCompiled: found !== 0 };
}

/** A source file, and a line of it; the line of a compiled file is unknown. */
interface Place {
  readonly file: string;
  readonly line: number | undefined;
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length;

/** The place of the id of a clause, of unspecified behaviour or of a record, as a literal in a source file. */
function placeOf(file: string, id: string): Place {
  const { text, isCompiled } = sourceText(file);
  const index = text.indexOf(`"${id}"`);
  return { file, line: isCompiled || index < 0 ? undefined : lineAt(text, index) };
}

const rowOf = (id: string, { tables }: Catalogue): FieldRow | undefined =>
  tables.flatMap(({ body }) => body.all).find((row) => row.id === id);

/** The place of the record of a field: the call in schemas/ that makes its schema. */
function placeOfRecord({ recordTitle }: FieldRow): Place {
  const { root } = packageInfo();
  const folder = [join(root, "schemas"), join(root, "dist", "schemas")].find((path) => existsSync(path));
  const files = folder === undefined ? [] : readdirSync(folder).filter((file) => /\w\.[jt]s$/.test(file));
  const file = files
    .map((name) => `schemas/${name.replace(/\.js$/, ".ts")}`)
    .find((name) => sourceText(name).text.includes(`ecord("${recordTitle}", {`));
  return file === undefined ? { file: "schemas", line: undefined } : placeOf(file, recordTitle);
}

/** Sections and lines of the contract in words: `section 4.4 line 231, section 2.1 line 19`. */
export const statedWhere = (lines: readonly number[]): string =>
  lines.map((line) => `section ${contractLines.get(line)} line ${line}`).join(", ");

/** The example responses that pass a clause, and those that fail it, each with the message that a report would show for it. */
async function exampleLines({ id }: ClauseInfo, catalogue: Catalogue) {
  const { sending, passive } = catalogue;
  const row = rowOf(id, catalogue);
  if (row !== undefined) {
    const { nullable, schema, statement: message } = row;
    const invalid = Object.entries(invalidValues(schema)).map(
      ([name, value]) => [name, stringify(value) ?? ""] as const,
    );
    const fails = [
      ["absent", "no member"] as const,
      ...(nullable ? [] : [["null", "null"] as const]),
      ...invalid,
    ];
    return {
      passes: [JSON.stringify(validValue(schema)), ...(nullable ? ["null"] : [])],
      fails: fails.map(([name, response]) => ({ name, message, response })),
    };
  }
  const own = [...sending, ...passive].find((one) => one.id === id);
  const fails = Object.entries(own?.fails ?? {}).map(async ([name, example]) => {
    const result = await example.check(FAKE_TARGET);
    const message = isInconclusive(result) ? result.reason : (result[0]?.message ?? "");
    return { name, message, response: exampleInWords(example) };
  });
  return { passes: (own?.passes ?? []).map(exampleInWords), fails: await Promise.all(fails) };
}

/** The different responses of an example, in the order in which they are received. */
const exampleInWords = ({ content }: Example): string =>
  oneLine([...new Set(responsesIn(content))].join(", then "), LONGEST_EXAMPLE);

const isResponse = (made: unknown): made is JsonRecord & { readonly body: JsonRecord } =>
  isObject(made) && isObject(made["body"]) && typeof made["status"] === "number";

const textOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "");

/** The target of an example request. Some examples have an empty path parameter, which is shown by its name: `/tokens/{tokenId}`. */
function requestPath(target: string): string {
  const sent = beforeQuery(target);
  const operation = Object.values(operations).find(({ path }) => path.replace(/\{\w+\}/, "") === sent);
  return operation === undefined ? target : operation.path + target.slice(sent.length);
}

function responsesIn(made: unknown): readonly string[] {
  if (!isResponse(made)) {
    return typeof made === "object" && made !== null ? Object.values(made).flatMap(responsesIn) : [];
  }
  const { status, headers, body, request } = made;
  const target = isObject(request) ? `${requestPath(textOrEmpty(request["target"]))}: ` : "";
  const type = textOrEmpty(isObject(headers) ? headers["content-type"] : undefined) || "no content-type";
  return [
    `${target}${String(status)} ${type === "application/json" ? "" : `${type} `}${textOrEmpty(body["text"])}`,
  ];
}

const placeText = ({ file, line }: Place): string => (line === undefined ? file : `${file}:${line}`);

/** Where the id of a clause, or of unspecified behaviour, is declared: `file:line`. */
export const declaredAt = (file: string, id: string): string => placeText(placeOf(file, id));

/** The explanation of a clause on one screen of 24 lines with 100 characters. The JSON has every line of each list. */
export function explanationText(explained: Awaited<ReturnType<typeof explainClause>>): string {
  const { id, statement, section, endpoint, contract, interpretations } = explained;
  const { prerequisites, passes, fails, declaredBy, command } = explained;
  const stated = statedWhere(contract.map((one) => one.line));
  const readAs = interpretations.map(
    ({ number, title }) => `${number} ${title} (docs/interpretations.md#${number})`,
  );
  const lists: readonly (readonly [label: string, most: number, texts: readonly string[]])[] = [
    ["section", 1, [`${section} ${sectionLabel(section)}: ${operationLabel(endpoint)}`]],
    ["contract", 1, [stated]],
    ["interpretation", 3, readAs],
    ["prerequisites", 1, prerequisites.length > 0 ? [prerequisites.join(", ")] : []],
    ["passes", 2, passes],
    ["fails", 6, fails.map(({ name, message }) => `${name}: ${message}`)],
    ["declared in", 1, [placeText(explained) + (declaredBy === undefined ? "" : `, by ${declaredBy}`)]],
    ["run it", 1, [command]],
    ["", 1, [`tests the embedded reference; with --${serviceOf(endpoint)}-url URL, your service`]],
  ];
  const lines = lists.flatMap(([label, most, texts]) =>
    [...texts.slice(0, most), ...more(texts.length - most, "line")].map((text, index) => ({
      label: index === 0 ? label : "",
      text: oneLine(text, COLUMNS),
    })),
  );
  return `${[id, `  ${statement}`, "", ...aligned(lines).map((text) => clipped(text, COLUMNS))].join("\n")}\n`;
}
