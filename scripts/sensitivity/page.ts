import type { Level } from "../../engine/model/settings.ts";
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
  const parts = [
    top(all, heading),
    ...shortcomings(all),
    "## Faults and the clauses that fail",
    LEGEND,
    ...tables(all),
  ];
  return `${parts.join("\n\n")}\n`;
}

const LEGEND = `The intended clause stands first, in bold where it failed; at most ${NAMED_MOST} others are named.`;

function top(all: readonly Measured[], { date, version, level, seed }: Heading): string {
  const survivors = all.filter(isSurvivor).length;
  const intended = all.filter(isAsIntended).length;
  const clauses = new Set(all.map((measured) => measured.intended)).size;
  return `# Sensitivity

Each named fault breaks one sentence, cell or limit of the contract in the embedded reference. The suite judges the
reference once with each of them. Written by \`npm run sensitivity\`; not edited by hand.

- Date: ${date}
- Suite: version ${version}, level ${level}, seed ${seed}
- Faults: ${all.length}, aimed at ${clauses} clauses
- Found: ${all.length - survivors}, by the intended clause: ${intended}
- Survivors: ${survivors}`;
}

/** What a part on faults that were not found as they have to be tells, of which faults, and of each. */
type Part = readonly [
  title: string,
  told: string,
  holds: (measured: Measured) => boolean,
  line: (measured: Measured) => string,
];

const PARTS: readonly Part[] = [
  ["Survivors", "No clause failed.", isSurvivor, tellVerdict],
  [
    "Caught by another clause only",
    "The intended clause did not fail, and another one did.",
    (measured) => !isSurvivor(measured) && !isAsIntended(measured),
    (measured) => `${tellVerdict(measured)}; failed: ${named(measured)}`,
  ],
  [
    "Failures at an unrelated endpoint",
    "A clause of an endpoint without the fault failed.",
    (measured) => failsElsewhere(measured).length > 0,
    (measured) => `${start(measured)} ${failsElsewhere(measured).map(code).join(", ")}`,
  ],
  [
    "Faults of the suite itself",
    "A check did not come to an end.",
    ({ broken }) => broken.length > 0,
    (measured) => `${start(measured)} ${plain(measured.broken.join("; "))}`,
  ],
];

function shortcomings(all: readonly Measured[]): readonly string[] {
  return PARTS.flatMap(([title, told, holds, line]) => {
    const items = all.filter(holds).map((measured) => `- ${line(measured)}`);
    return [`## ${title}`, ...(items.length === 0 ? ["None."] : [told, items.join("\n")])];
  });
}

const start = ({ fault, description }: Measured): string => `${code(fault)} (${plain(description)}):`;

function tellVerdict(measured: Measured): string {
  const { intended, outcome, reason } = measured;
  return `${start(measured)} ${code(intended)} says ${outcome}${reason === "" ? "" : `, ${plain(reason)}`}`;
}

function tables(all: readonly Measured[]): readonly string[] {
  return Object.values(operations).flatMap(({ endpoint }) => {
    const own = all.filter((measured) => measured.endpoint === endpoint);
    const lines = own.map((measured) => `- ${code(measured.fault)} → ${named(measured)}`);
    return own.length === 0 ? [] : [`### ${endpoint}`, lines.join("\n")];
  });
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

const code = (text: string): string => `\`${text}\``;

/** Text without a meaning to Markdown. */
const plain = (text: string): string => text.replaceAll(/[*_<>\\`[\]]/g, "\\$&");
