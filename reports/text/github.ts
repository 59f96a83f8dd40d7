import type { RunResult } from "../../engine/model/results.ts";
import { oneLine, UNCUT } from "../../engine/secrets/escape.ts";
import { causesOf } from "../reading/causes.ts";
import { curlsOf, violationText } from "../words/explain.ts";
import { operationLabel } from "../words/labels.ts";

/** The first causes as commands of GitHub Actions, which shows at most ten of them as annotations of the step. */
export const githubErrors = (result: RunResult): string =>
  causesOf(result)
    .slice(0, 10)
    .map(({ clause, violation }) => {
      const title = `${clause.id} (${operationLabel(clause.endpoint)})`;
      const lines = [violationText(clause, violation), ...curlsOf(violation).slice(-1)];
      const message = lines.map((line) => escapedCommand(oneLine(line, UNCUT))).join("%0A");
      return `::error title=${escapedProperty(title)}::${message}\n`;
    })
    .join("");

/** In a command, a percent sign begins an escape, and a line break would end it. */
const escapedCommand = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** The value of a property, which a colon or a comma would end. */
const escapedProperty = (text: string): string =>
  escapedCommand(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
