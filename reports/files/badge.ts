import type { RunResult } from "../../engine/model/results.ts";
import { countText } from "../../engine/model/model.ts";
import { isTested } from "../words/labels.ts";
import { ofReference, verdictText } from "../words/run.ts";

const COLORS = { conforms: "brightgreen", nonconforming: "red", incomplete: "lightgrey" } as const;

/** `badge.json`, in the format of shields.io. It contains no text of the service. */
export function badgeJson(result: RunResult) {
  const { verdict, summary, clauses, unspecified } = result;
  // Only a run over all clauses of the given services observes unspecified behaviour.
  const isWhole = unspecified.length > 0 && clauses.every(isTested);
  const broken =
    verdict === "nonconforming" && summary.failed > 0 ? `: ${countText(summary.failed)} failed` : "";
  return {
    schemaVersion: 1,
    label: `conformance${ofReference(result)}`,
    message: `${verdictText(result)}${broken}`,
    color: verdict === "conforms" && !isWhole ? "green" : COLORS[verdict],
    isError: verdict === "incomplete",
  };
}
