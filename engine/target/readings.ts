import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Reading } from "../model/clause-results.ts";
import { packageInfo } from "./package-info.ts";

/** All readings of doubtful places, as docs/readings.md tells them. */
export function allReadings(): readonly Reading[] {
  const page = readFileSync(join(packageInfo().root, "docs", "readings.md"), "utf8");
  const entries = page.split(/^<a id="\d+"><\/a>$/m).slice(1);
  return entries.flatMap((entry) => {
    const [, number, title = "", text = ""] = /^### (\d+)\. (.*)\n([^]*?)(?=^## |(?![^]))/m.exec(entry) ?? [];
    return number === undefined ? [] : [{ number: Number(number), title, text: text.trim() }];
  });
}
