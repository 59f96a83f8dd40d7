import { makeBadge } from "badge-maker";
import type { RunResult, Verdict } from "../engine/results.ts";
import { verdictLabel } from "./labels.ts";
import { count } from "./numbers.ts";

/** What badge services read from an endpoint (shields.io, schema version 1). */
export interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: string;
  readonly isError: boolean;
}

const LABEL = "conformance";
const COLORS = {
  conforms: "brightgreen",
  nonconforming: "red",
  incomplete: "lightgrey",
} as const satisfies Record<Verdict, string>;

/** `badge.json`: the verdict in a few words, none of them the service's. */
export function badgeJson({ verdict, summary }: Pick<RunResult, "verdict" | "summary">): Badge {
  const broken = verdict === "nonconforming" && summary.fail > 0 ? `: ${count(summary.fail)} broken` : "";
  return {
    schemaVersion: 1,
    label: LABEL,
    message: `${verdictLabel(verdict)}${broken}`,
    color: COLORS[verdict],
    isError: verdict === "incomplete",
  };
}

/** `badge.svg`: the same as a picture. */
export function badgeSvg(result: Pick<RunResult, "verdict" | "summary">): string {
  const { label, message, color } = badgeJson(result);
  return `${makeBadge({ label, message, color })}\n`;
}
