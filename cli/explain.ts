import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Catalogue, ClauseInfo } from "../engine/clauses/catalogue.ts";
import type { Proof } from "../engine/clauses/clause.ts";
import type { World } from "../engine/clauses/prerequisites.ts";
import { isObject, type JsonObject } from "../engine/message/classify.ts";
import { isUndecided } from "../engine/model/exchange.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { allReadings, packageInfo } from "../engine/target/package-info.ts";
import { broken as invalidValues, valid, written } from "../generators/example-values.ts";
import { placeInfo } from "../schemas/places.ts";
import { aligned, more } from "../reports/words/explain.ts";
import { operationLabel, sectionLabel } from "../reports/words/labels.ts";
import { MADE_UP } from "../specs/fixtures/target.ts";

/** Columns of the screen that the explanation of a clause fits into. */
const COLUMNS = 100;
/** Lines of each list in the explanation: with them the text has at most 24 lines. The JSON has every line. */
const MOST_LINES = { contract: 3, interpretation: 3, passes: 2, fails: 6 } as const;
/** Characters of an example in the JSON. */
const LONGEST_EXAMPLE = 300;

/** Prerequisites that every target meets, even if with an empty list. */
const ALWAYS_MET = new Set<keyof World>([
  "size",
  "seed",
  "baseUrl",
  "missing",
  "statusHeaders",
  "givenAccounts",
  "givenKeys",
  "holderKeys",
  "tokenSamples",
  "searchedTokens",
  "topicMessageSamples",
  "contractResultSamples",
  "contractSamples",
]);

/** A failing example: its name, the message that a report would show for it, and the response. */
interface FailingExample {
  readonly name: string;
  readonly message: string;
  readonly response: string;
}

/** A clause as `clauses ID` explains it: where the contract states it, what it needs, its examples, and where it is declared. */
export async function explain(clause: ClauseInfo, catalogue: Catalogue) {
  const { id, section, endpoint, statement, kind } = clause;
  const needs = Object.values(catalogue.asking.find((one) => one.id === id)?.needs ?? {});
  const file = catalogue.files.get(id) ?? "";
  return {
    id,
    section,
    endpoint,
    statement,
    kind,
    contract: clause.cites
      .flatMap((name) => placeInfo(name) ?? [])
      .map(({ line, fact }) => ({ line, sentence: fact })),
    interpretations: allReadings()
      .filter(({ number }) => clause.readings.includes(number))
      .map(({ number, title }) => ({ number, title })),
    prerequisites: [...new Set(needs)].filter((key) => !ALWAYS_MET.has(key)),
    ...(await examplesOf(clause, catalogue)),
    file,
    line: lineOf(file, id),
    command: `npx ledger-conformance run --only ${id}`,
  };
}

/** The line of a source file with the id as a literal; undefined where the id is made from a template, or without sources. */
function lineOf(file: string, id: string): number | undefined {
  const path = join(packageInfo().root, file);
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  const index = lines.findIndex((line) => line.includes(`"${id}"`));
  return index < 0 ? undefined : index + 1;
}

/** The example responses that pass a clause, and those that fail it with their messages. */
async function examplesOf(
  { id }: ClauseInfo,
  { asking, watching, tables }: Catalogue,
): Promise<{ readonly passes: readonly string[]; readonly fails: readonly FailingExample[] }> {
  const row = tables.flatMap(({ body }) => body.all).find((one) => one.id === id);
  if (row !== undefined) {
    const values = { absent: "no member", ...(row.nullable ? {} : { null: "null" }) };
    const invalid = Object.entries(invalidValues(row.schema)).map(([name, value]) => [name, written(value)]);
    return {
      passes: [JSON.stringify(valid(row.schema)), ...(row.nullable ? ["null"] : [])],
      fails: [...Object.entries(values), ...invalid].map(([name = "", response = ""]) => ({
        name,
        message: row.statement,
        response,
      })),
    };
  }
  const own = [...asking, ...watching].find((one) => one.id === id);
  const fails = Object.entries(own?.rejects ?? {}).map(async ([name, example]) => ({
    name,
    message: await messageOf(example),
    response: inWords(example),
  }));
  return { passes: (own?.accepts ?? []).map(inWords), fails: await Promise.all(fails) };
}

/** The message of the first violation in a failing example. */
async function messageOf({ judge }: Proof): Promise<string> {
  const result = await judge(MADE_UP);
  return isUndecided(result) ? result.undecided : (result[0]?.message ?? "");
}

/** The responses of an example, in the order in which they are received. */
const inWords = ({ made }: Proof): string =>
  oneLine([...new Set(responsesIn(made))].join(", then "), LONGEST_EXAMPLE);

const isResponse = (made: unknown): made is JsonObject & { readonly body: JsonObject } =>
  isObject(made) && isObject(made["body"]) && typeof made["status"] === "number";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function responsesIn(made: unknown): readonly string[] {
  if (!isResponse(made)) {
    return typeof made === "object" && made !== null ? Object.values(made).flatMap(responsesIn) : [];
  }
  const { status, headers, body, ask } = made;
  const target = isObject(ask) ? `${textOf(ask["target"])}: ` : "";
  const type = textOf(isObject(headers) ? headers["content-type"] : undefined) || "no content-type";
  return [
    `${target}${String(status)} ${type === "application/json" ? "" : `${type} `}${textOf(body["text"])}`,
  ];
}

/** The explanation of a clause on one screen of 24 lines with 100 characters. */
export function explanationText(explained: Awaited<ReturnType<typeof explain>>): string {
  const { id, statement, section, endpoint, contract, interpretations, prerequisites } = explained;
  const { passes, fails, file, line, command } = explained;
  const lines = aligned([
    ...labelled("section", [`${section} ${sectionLabel(section)}: ${operationLabel(endpoint)}`], 1),
    ...labelled(
      "contract",
      contract.map((one) => `line ${one.line}: ${one.sentence}`),
      MOST_LINES.contract,
    ),
    ...labelled(
      "interpretation",
      interpretations.map(({ number, title }) => `${number} ${title} (docs/interpretations.md#${number})`),
      MOST_LINES.interpretation,
    ),
    ...labelled("prerequisites", prerequisites.length > 0 ? [prerequisites.join(", ")] : [], 1),
    ...labelled("passes", passes, MOST_LINES.passes),
    ...labelled(
      "fails",
      fails.map(({ name, message }) => `${name}: ${message}`),
      MOST_LINES.fails,
    ),
    { label: "declared in", text: line === undefined ? file : `${file}:${line}` },
    { label: "run it", text: command },
  ]);
  const fitted = lines.map((text) => (text.length > COLUMNS ? `${text.slice(0, COLUMNS - 1)}…` : text));
  return `${[id, `  ${statement}`, "", ...fitted].join("\n")}\n`;
}

/** A list under a label: the label stands in front of its first line. */
const labelled = (label: string, texts: readonly string[], most: number) =>
  [...texts.slice(0, most), ...more(texts.length - most, "line")].map((text, index) => ({
    label: index === 0 ? label : "",
    text: oneLine(text, COLUMNS),
  }));
