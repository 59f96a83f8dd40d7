import type { RunResult } from "../../engine/model/results.ts";
import { count } from "../../engine/model/model.ts";
import { ofReference, verdictText } from "../words/run.ts";

const COLORS = { conforms: "brightgreen", nonconforming: "red", incomplete: "lightgrey" } as const;

type Told = Pick<RunResult, "verdict" | "summary" | "clauses" | "embedded">;

/** `badge.json`, as badge services read it (shields.io): the verdict in a few words, none of them the service's. */
export function badgeJson(result: Told) {
  const { verdict, summary } = result;
  const broken = verdict === "nonconforming" && summary.fail > 0 ? `: ${count(summary.fail)} failed` : "";
  return {
    schemaVersion: 1,
    label: `conformance${ofReference(result)}`,
    message: `${verdictText(result)}${broken}`,
    color: COLORS[verdict],
    isError: verdict === "incomplete",
  };
}
