import { existsSync, readFileSync } from "node:fs";
import { AllureLocalHistory } from "@allurereport/core";
import { cut } from "../../engine/model/escape.ts";
import { tried } from "../../engine/model/file-trouble.ts";
import { writeWhole } from "../files/writing.ts";

export type HistoryPoint = Parameters<AllureLocalHistory["appendHistory"]>[0];

/** Runs that are kept: the page holds all of them for every clause. */
const MOST_RUNS = 20;
const LONGEST_MESSAGE = 200;

/** Takes what the history has of a run out of it, and lines that were cut off: the run is about to be added. */
export function forgetRun(historyPath: string, run: string): void {
  if (existsSync(historyPath)) {
    const lines = readFileSync(historyPath, "utf8").split("\n");
    const kept = lines.filter((line) => uuidIn(line) !== undefined && uuidIn(line) !== run);
    writeWhole(historyPath, kept.map((line) => `${line}\n`).join(""));
  }
}

/** Adds a run as the last one: what became of each clause, without what does not change from run to run. */
export async function addRun(historyPath: string, point: HistoryPoint): Promise<void> {
  const light: HistoryPoint = JSON.parse(JSON.stringify(point, lighter));
  await new AllureLocalHistory({ historyPath, limit: MOST_RUNS }).appendHistory(light);
}

function lighter(name: string, value: unknown): unknown {
  if (name === "trace") {
    return undefined;
  }
  if (name === "labels") {
    return [];
  }
  return name === "message" && typeof value === "string" ? cut(value, LONGEST_MESSAGE) : value;
}

const uuidIn = (line: string): string | undefined =>
  tried((): Partial<HistoryPoint> => JSON.parse(line))?.uuid;
