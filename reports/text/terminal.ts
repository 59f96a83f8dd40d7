import { stripVTControlCharacters, styleText } from "node:util";
import { countOf } from "../../engine/model/model.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { oneLine } from "../../engine/secrets/escape.ts";
import type { Environment } from "../../engine/target/files/target-file.ts";
import { RESULT_FILES } from "../files/writing.ts";
import { suggestions } from "../reading/suggested-entries.ts";
import { isRelated } from "../reading/causes.ts";
import { type Block, blocksOf, type Item } from "../words/blocks.ts";
import { actualText, clipped, type Line, valuesText } from "../words/explain.ts";
import { tallyOf } from "../words/labels.ts";
import * as run from "../words/run.ts";
import { blockLines, MOST_ITEMS, textLines } from "./summary.ts";

type Colours = ReturnType<typeof coloursFor>;

/** Functions that colour a text, but leave it unchanged if the stream is not a terminal, or if `NO_COLOR` or `TERM=dumb` is set. */
export function coloursFor(stream: { readonly isTTY?: boolean }, env: Environment) {
  const wanted = stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
  const styled = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    wanted ? styleText(format, text, { validateStream: false }) : text;
  return {
    good: styled("green"),
    bad: styled("red"),
    warn: styled("yellow"),
    dim: styled("dim"),
    bold: styled("bold"),
  };
}

/** Maximum number of lines of the summary: a screen of 40 lines, less the five lines that a run prints when it begins. */
const SCREEN_LINES = 35;

interface Part {
  readonly kind: Kind;
  /** The lines of the part in several forms, from the longest one to the shortest one, which may be empty. */
  readonly forms: readonly (readonly string[])[];
  /** A name of the part, which the line with the path of the report lists if the part is not shown. */
  readonly title?: string;
}

/** The order in which parts get a shorter form until the summary fits the screen; of one kind, the last part comes first. */
const SHORTENED = [
  ...(["block", "consequences", "block", "block", "block", "compared"] as const),
  ...(["values", "cases", "cases", "block", "head", "gap", "minor", "compared", "request"] as const),
];
type Kind = (typeof SHORTENED)[number] | "fixed" | "report";

/** The forms of a block: its maximum number of entries, and of further lines of each entry. */
const BLOCK_SIZES = [
  [8, 8],
  [3, 3],
  [3, 1],
  [2, 1],
  [1, 1],
] as const;

interface SummaryInput {
  readonly result: RunResult;
  readonly reportPath: string | undefined;
  readonly paint: Colours;
  readonly previous?: RunResult | undefined;
  readonly columns?: number | undefined;
}

const MORE_CURLS = "more curl lines";

/** The last lines of a run, the verdict last of all. They are shortened until they fit the screen, or cannot be shortened further. */
export function summaryText({ result, reportPath, paint, previous, columns = 100 }: SummaryInput) {
  const blocks = blocksOf(result, previous);
  const causes = blocks.find(({ id }) => id === "causes");
  const items = causes?.items ?? [];
  const title = causes === undefined ? [] : [GAP, fixed(paint.bold(`  ${causes.title}`))];
  const causeParts = items
    .slice(0, MOST_ITEMS)
    .map((item, index) => partsOf(item, index === 0, paint, columns));
  const rest = [
    ...blocks.filter((block) => block !== causes).flatMap((block) => blockParts(block, paint)),
    GAP,
    ...endParts(result, reportPath),
    GAP,
    fixed(verdictOf(result, paint)),
  ];
  let lines: readonly string[] = [];
  let most = causeParts.length;
  do {
    const hidden = items.length > most ? [countOf(items.length - most, "more cause")] : [];
    lines = fitted([...title, ...causeParts.slice(0, most).flat(), ...rest], hidden, columns);
    most -= 1;
  } while (most > 0 && screenLines(lines, columns) > SCREEN_LINES);
  return lines.map((line) => `${line}\n`).join("");
}

const GAP: Part = { kind: "gap", forms: [[""], []] };
const fixed = (line: string): Part => ({ kind: "fixed", forms: [[line]] });

const screenLines = (lines: readonly string[], columns: number): number =>
  lines.reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(stripVTControlCharacters(line).length / columns)),
    0,
  );

/** The lines of the parts, each in a form so that all lines fit. The line with the path of the report lists the hidden parts. */
function fitted(parts: readonly Part[], hiddenCauses: readonly string[], columns: number): readonly string[] {
  const shown = parts.map(({ kind, title, forms }) => ({ kind, title, forms: [...forms] }));
  const draw = (): readonly string[] => {
    const hidden = shown.flatMap(({ title, forms: [form] }) =>
      title !== undefined && form?.length === 0 ? [title] : [],
    );
    const also = [...new Set([...hiddenCauses, ...hidden])].join("; ");
    return shown.flatMap(({ kind, forms: [form = []] }) =>
      kind === "report" && also !== "" ? form.map((line) => `${line} (also: ${also})`) : form,
    );
  };
  const isFitting = (): boolean => screenLines(draw(), columns) <= SCREEN_LINES;
  const shortened: { readonly forms: (readonly string[])[]; readonly longer: readonly string[] }[] = [];
  for (const kind of SHORTENED) {
    for (const { forms } of shown.filter((one) => one.kind === kind && one.forms.length > 1).toReversed()) {
      const longer = isFitting() ? undefined : forms.shift();
      shortened.push(...(longer === undefined ? [] : [{ forms, longer }]));
    }
  }
  // Shortening one part may have made room for the longer forms of parts that were shortened before.
  for (const { forms, longer } of shortened.toReversed()) {
    forms.unshift(longer);
    if (!isFitting()) forms.shift();
  }
  return draw();
}

function blockParts(block: Block, paint: Colours): readonly Part[] {
  const { id, title, items } = block;
  // This block is never shortened, because it explains the failures above it.
  if (id === "unsteady") return [GAP, ...items.map(({ text }) => fixed(`  ${text}`))];
  const forms = BLOCK_SIZES.map(([entries, further]) => [
    "",
    paint.bold(`  ${title}`),
    ...blockLines(block, entries, further).map(({ indent, text }) => `    ${indent}${text}`),
  ]);
  return [{ kind: "block", title, forms: [...forms, []] }];
}

/** The parts of a cause. Of the first cause, the last curl line, and the first one that differs from it, are always shown. */
function partsOf(item: Item, isFirst: boolean, paint: Colours, columns: number): readonly Part[] {
  const lines = textLines(item);
  const linesOf = (...labels: readonly Line["label"][]) =>
    lines.filter(({ label }) => labels.includes(label)).map(({ indent, text }) => `    ${indent}${text}`);
  const fact = (name: Line["label"]): string =>
    oneLine((item.lines ?? []).find(({ label }) => label === name)?.text ?? "");
  const [first = "", ...problem] = linesOf("item", "problem");
  const requests = linesOf("request");
  const others = requests.slice(0, -1);
  const different = others.filter((request) => request !== requests.at(-1));
  const cases = linesOf("cases");
  const { id = "", cause } = item;
  const places = [fact("at"), oneLine(cause?.violation.pointer ?? "")];
  const actuals = cause === undefined ? [] : [fact("actual"), actualText(cause.violation, 0)];
  const values = fittingValues(places, fact("expected"), actuals, columns - 6);
  // Without its last line, a clause that may be related to a cause would look like a cause.
  const related = cause && isRelated(cause) ? linesOf("consequence").slice(-1) : [];
  const short = `    ✘ ${id} (${cause?.clause.endpoint ?? ""})  ${fact("problem")}`;
  const parts: readonly Part[] = [
    { kind: "head", forms: [[paint.bad(`    ✘ ${first.trim()}`), ...problem], [paint.bad(short)]] },
    { kind: "values", forms: [linesOf("expected", "actual"), [`      ${values}`]] },
    { kind: "cases", forms: [cases, cases.map((text) => clipped(text, columns)), []] },
    // The first of several requests shows the parameters that a link with an opaque cursor hides.
    {
      kind: "compared",
      ...(different.length > 0 && { title: MORE_CURLS }),
      forms: [[...linesOf("compared"), ...others], different.slice(0, 1), ...(isFirst ? [] : [[]])],
    },
    { kind: "request", title: MORE_CURLS, forms: [requests.slice(-1), ...(isFirst ? [] : [[]])] },
    { kind: "consequences", forms: [linesOf("consequence"), related] },
  ];
  return parts.filter(({ forms: [longest = []] }) => longest.length > 0);
}

/** The expected and the actual value in one line, with the first of `actuals` that fits, or the last, and the first of `places` that fits. */
function fittingValues(
  places: readonly string[],
  expected: string,
  actuals: readonly string[],
  width: number,
): string {
  const room = width - "expected , actual ".length;
  const actual = actuals.find((text) => expected.length + text.length <= room) ?? actuals.at(-1) ?? "";
  const place = places.find((text) => room - text.length - 2 >= expected.length + actual.length) ?? "";
  const values = valuesText(expected, actual, place === "" ? room : room - place.length - 2);
  return place === "" ? values : `${place}: ${values}`;
}

function endParts(result: RunResult, reportPath: string | undefined): readonly Part[] {
  const facts = new Map(run.runHeaderFacts(result));
  const files = result.files && `recorded responses of ${facts.get("From") ?? ""}`;
  // The reason of an incomplete run is printed after the summary, as an error.
  const why = result.verdict === "incomplete" ? undefined : run.verdictReason(result);
  const ends: readonly (readonly [Kind, string, string | undefined])[] = [
    ["minor", "No URL", facts.get("No URL")],
    ["fixed", "Offline", files],
    ["minor", "Resent", facts.get("Sent again")],
    ["fixed", "Level", run.higherLevelText(result)],
    ["report", "Report", reportPath],
    ["fixed", "Known", suggestedText(result)],
    ["minor", "Repeat", result.command],
  ];
  return [
    ...ends.flatMap(([kind, name, text]): readonly Part[] =>
      text === undefined ? [] : [{ kind, forms: [[`  ${name.padEnd(7)}  ${oneLine(text, 4_000)}`], []] }],
    ),
    ...(why === undefined ? [] : [fixed(`  ${why}`)]),
  ];
}

function suggestedText(result: RunResult): string | undefined {
  const { length } = suggestions(result);
  // Violations by a gateway, or in a run that ended early, should not be accepted as known deviations.
  return length === 0 || result.verdict === "incomplete"
    ? undefined
    : `${countOf(length, "new violation")}; ${RESULT_FILES.suggested} beside the report has entries for --known`;
}

function verdictOf(result: RunResult, paint: Colours): string {
  const verdict = run.verdictText(result);
  const by = result.embedded === true ? ", by the embedded reference" : "";
  const paints = { conforms: paint.good, nonconforming: paint.bad, incomplete: paint.warn };
  const word = paints[result.verdict](`${run.VERDICT_SIGNS[result.verdict]} ${verdict}`);
  return `${paint.bold(word)}   ${tallyOf(result.clauses).join(", ")}   ${paint.dim(run.requestsAndTime(result) + by)}`;
}
