import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "lossless-json";
import type { Catalogue, ClauseInfo } from "../engine/clauses/catalogue.ts";
import type { Example } from "../engine/clauses/clause.ts";
import type { Prerequisites } from "../engine/clauses/prerequisites.ts";
import { isObject, type JsonRecord } from "../engine/message/classify.ts";
import { tryOrUndefined } from "../engine/model/cannot-run.ts";
import { beforeQuery, isInconclusive } from "../engine/model/exchange.ts";
import { mapValues } from "../engine/model/model.ts";
import type { FieldRow } from "../engine/schema/fields.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { allInterpretations, packageInfo } from "../engine/target/package-info.ts";
import { invalidValues, validValue } from "../generators/example-values.ts";
import { contractLines } from "../schemas/contract-lines.ts";
import { operations } from "../schemas/operations.ts";
import { aligned, clipped, more } from "../reports/words/explain.ts";
import { operationLabel, sectionLabel, serviceOf } from "../reports/words/labels.ts";
import { FAKE_TARGET } from "../specs/examples/target.ts";

const COLUMNS = 100;

/** The prerequisites that a target may lack, in words. The name of a parameter, such as `tokens.limit`, is printed itself. */
const PREREQUISITE_WORDS: Readonly<Partial<Record<keyof Prerequisites, string>>> = {
  tokens: "the token list",
  tokenMaterial: "the token list",
  balances: "a list of token balances",
  balanceMaterial: "a list of token balances",
  tokenWithHolders: "a token with holders",
  accountIds: "an account",
  fees: "the network fees",
  feeNames: "parameters of network fees",
  summary: "the status summary",
  topicMessages: "a topic message",
  contractResults: "a contract result",
  hashes: "a hash that finds a contract result",
  transactions: "a transaction id that finds a contract result",
  contracts: "a contract",
  verifications: "a verification",
};

const prerequisiteText = (key: keyof Prerequisites): string | undefined =>
  PREREQUISITE_WORDS[key] ?? (key.includes(".") ? key : undefined);

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
    prerequisites: [...new Set(needs.flatMap((key) => prerequisiteText(key) ?? []))],
    ...(await exampleLines(clause, catalogue)),
    ...(row === undefined ? placeOf(file, id) : placeOfRecord(row)),
    declaredBy: row === undefined ? undefined : file,
    command: `npx ledger-conformance run --only ${id}`,
  };
}

/** The text of a source file or, in an installed package, of the file compiled from it, whose lines differ. */
function sourceText(file: string) {
  const read = (...path: readonly string[]): string | undefined =>
    tryOrUndefined(() => readFileSync(join(packageInfo().root, ...path), "utf8"));
  const source = read(file);
  return {
    text: source ?? read("dist", file.replace(/\.ts$/, ".js")) ?? "",
    isCompiled: source === undefined,
  };
}

/** The place of the id of a clause or of unspecified behaviour, or of the title of a record; without a line if only the compiled file exists. */
function placeOf(file: string, literal: string) {
  const { text, isCompiled } = sourceText(file);
  const [before = "", after] = text.split(`"${literal}"`, 2);
  return { file, line: isCompiled || after === undefined ? undefined : before.split("\n").length };
}

const rowOf = (id: string, { tables }: Catalogue): FieldRow | undefined =>
  tables.flatMap(({ body }) => body.all).find((row) => row.id === id);

/** Of two records with the same title, the one whose file contains the field. */
function placeOfRecord({ recordTitle, name: field }: FieldRow) {
  const { root } = packageInfo();
  const source = join(root, "schemas");
  const file = readdirSync(existsSync(source) ? source : join(root, "dist", "schemas"))
    .map((name) => `schemas/${name.replace(/\.js$/, ".ts")}`)
    .find((name) => {
      const { text } = sourceText(name);
      return text.includes(`ecord("${recordTitle}", {`) && new RegExp(`\\b${field}\\b`).test(text);
    });
  return placeOf(file ?? "schemas", recordTitle);
}

/** Sections and lines of the contract in words: `section 4.4 line 231, section 2.1 line 19`. */
export const statedWhere = (lines: readonly number[]): string =>
  lines.map((line) => `section ${contractLines.get(line)} line ${line}`).join(", ");

async function exampleLines({ id }: ClauseInfo, catalogue: Catalogue) {
  const { sending, passive } = catalogue;
  const row = rowOf(id, catalogue);
  if (row !== undefined) {
    const { nullable, schema, statement: message } = row;
    const invalid = mapValues(invalidValues(schema), (value) => stringify(value) ?? "");
    const fails = { absent: "no member", ...(nullable ? {} : { null: "null" }), ...invalid };
    return {
      passes: [JSON.stringify(validValue(schema)), ...(nullable ? ["null"] : [])],
      fails: Object.entries(fails).map(([name, response]) => ({ name, message, response })),
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

const exampleInWords = ({ content }: Example): string =>
  oneLine([...new Set(responsesIn(content))].join(", then "), 300);

const isResponse = (made: unknown): made is JsonRecord & { readonly body: JsonRecord } =>
  isObject(made) && isObject(made["body"]) && typeof made["status"] === "number";

const textOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "");

/** A path with its query, in which an empty path parameter, as some examples have, is shown by its name: `/tokens/{tokenId}`. */
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

const placeText = ({ file, line }: ReturnType<typeof placeOf>): string =>
  line === undefined ? file : `${file}:${line}`;

export const declaredAt = (file: string, id: string): string => placeText(placeOf(file, id));

/** The explanation of a clause on one screen of 24 lines with 100 characters, with only the first lines of long lists. */
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
