import type { Endpoint, Level } from "../../engine/model/settings.ts";
import { operations } from "../../schemas/operations.ts";
import { failsElsewhere, isAsIntended, isSurvivor } from "./verdict.ts";
import type { Measured } from "./measure.ts";

/** What the page says of itself. */
export interface Heading {
  readonly date: string;
  readonly version: string;
  readonly level: Level;
  readonly seed: number;
}

const NAMED_MOST = 6;

/** The measurement as docs/sensitivity.md has it: what slipped through comes first. */
export function sensitivityPage(all: readonly Measured[], heading: Heading): string {
  return `${[...top(all, heading), ...shortcomings(all), ...table(all)].join("\n").trimEnd()}\n`;
}

function top(all: readonly Measured[], { date, version, level, seed }: Heading): readonly string[] {
  const survivors = all.filter(isSurvivor).length;
  const intended = all.filter(isAsIntended).length;
  const clauses = new Set(all.map((measured) => measured.intended)).size;
  return [
    "# Sensitivity",
    "",
    "Each named fault breaks one sentence, cell or limit of the contract in the embedded reference. The suite judges the",
    "reference once with each of them. Written by `npm run sensitivity`; not edited by hand.",
    "",
    `- Date: ${date}`,
    `- Suite: version ${version}, level ${level}, seed ${seed}`,
    `- Faults: ${all.length}, aimed at ${clauses} clauses`,
    `- Found: ${all.length - survivors}, by the intended clause: ${intended}`,
    `- Survivors: ${survivors}`,
    "",
  ];
}

function shortcomings(all: readonly Measured[]): readonly string[] {
  const survivors = all.filter(isSurvivor);
  const caughtElsewhere = all.filter((measured) => !isSurvivor(measured) && !isAsIntended(measured));
  const spread = all.filter((measured) => failsElsewhere(measured).length > 0);
  const broken = all.filter((measured) => measured.broken.length > 0);
  return [
    ...part("Survivors", "No clause failed.", survivors, tellVerdict),
    ...part(
      "Caught by another clause only",
      "The intended clause did not fail, and another one did.",
      caughtElsewhere,
      (measured) => `${tellVerdict(measured)}; failed: ${named(measured)}`,
    ),
    ...part(
      "Failures at an unrelated endpoint",
      "A clause of an endpoint without the fault failed.",
      spread,
      (measured) => `${start(measured)} ${failsElsewhere(measured).map(code).join(", ")}`,
    ),
    ...part(
      "Faults of the suite itself",
      "A check did not come to an end.",
      broken,
      (measured) => `${start(measured)} ${plain(measured.broken.join("; "))}`,
    ),
  ];
}

function part(
  title: string,
  told: string,
  found: readonly Measured[],
  line: (measured: Measured) => string,
): readonly string[] {
  const items =
    found.length === 0 ? ["None."] : [told, "", ...found.map((measured) => `- ${line(measured)}`)];
  return [`## ${title}`, "", ...items, ""];
}

function start({ fault, description }: Measured): string {
  return `${code(fault)} (${plain(description)}):`;
}

function tellVerdict(measured: Measured): string {
  const { intended, outcome, reason } = measured;
  return `${start(measured)} ${code(intended)} says ${outcome}${reason === "" ? "" : `, ${plain(reason)}`}`;
}

function table(all: readonly Measured[]): readonly string[] {
  const lines = Object.values(operations).flatMap(({ endpoint }) => tableOf(endpoint, all));
  return [
    "## Faults and the clauses that fail",
    "",
    `The intended clause stands first, in bold where it failed; at most ${NAMED_MOST} others are named.`,
    "",
    ...lines,
  ];
}

function tableOf(endpoint: Endpoint, all: readonly Measured[]): readonly string[] {
  const own = all.filter((measured) => measured.endpoint === endpoint);
  if (own.length === 0) {
    return [];
  }
  const lines = own.map((measured) => `- ${code(measured.fault)} → ${named(measured)}`);
  return [`### ${endpoint}`, "", ...lines, ""];
}

/** The clauses that failed, the intended one in any case. */
function named(measured: Measured): string {
  const { intended, failed } = measured;
  const others = failed.filter(({ id }) => id !== intended).map(({ id }) => code(id));
  const shown = others.slice(0, NAMED_MOST - 1);
  const more = others.length > shown.length ? [`${failed.length} in all`] : [];
  const first = isAsIntended(measured) ? `**${code(intended)}**` : code(intended);
  return [first, ...shown, ...more].join(", ");
}

function code(text: string): string {
  return `\`${text}\``;
}

/** Text without a meaning to Markdown. */
function plain(text: string): string {
  return text.replaceAll(/[*_<>\\`[\]]/g, "\\$&");
}
