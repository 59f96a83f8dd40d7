import { execFile } from "node:child_process";
import { LosslessNumber } from "lossless-json";
import { parseExactly, readBody, valueAt } from "../../engine/message/body.ts";
import type { ReportedViolation } from "../../engine/model/clause-results.ts";
import { cutValue } from "../../engine/schema/fields.ts";
import { hasProgram } from "../tools/programs.ts";

/** The difference between a violation and the response to its curl line. For an unsteady fault only the status is compared. */
export async function untrueIn(violation: ReportedViolation, unsteady: boolean): Promise<readonly string[]> {
  const { curl, pointer, actual, response, rowFault } = violation;
  const { status, body } = await runLine(curl);
  const { text } = readBody(body);
  const shown = response.body.endsWith("…") ? `${text.slice(0, response.body.length - 1)}…` : text;
  const isGap = rowFault?.kind === "gap";
  const wrong = [
    ...(status === response.status ? [] : [`the status is ${status}`]),
    ...(unsteady || shown === response.body ? [] : [`the body is ${cutValue(shown)}`]),
    ...(unsteady || pointer === "" || isGap ? [] : otherValue(text, pointer, actual)),
    // A row that is said to be missing is not in the body.
    ...(!unsteady && isGap && text.includes(rowFault.row ?? "") ? ["the row is there"] : []),
  ];
  return wrong.map((what) => `${what}, said is ${response.status}, ${pointer} ${actual} (${curl})`);
}

function otherValue(text: string, pointer: string, said: string): readonly string[] {
  const value = valueAt(JSON.parse(text), pointer);
  const exact = valueAt(parseExactly(text).value, pointer);
  const words = [
    cutValue(value),
    ...(exact instanceof LosslessNumber ? [exact.value.replace(/^(.{160}).+$/s, "$1…")] : []),
    ...(Array.isArray(value) ? [`${value.length} rows`, "an array", `an array of ${value.length}`] : []),
  ];
  return words.includes(said) ? [] : [`the value is ${cutValue(value)}`];
}

/** Whether this machine has the shell and the curl that the lines are made for. */
export const hasCurl = (): boolean => hasProgram("sh") && hasProgram("curl");

/** Runs the curl line of a violation in a shell, as a reader would. */
async function runLine(line: string): Promise<{ readonly status: number; readonly body: Buffer }> {
  const output = await new Promise<Buffer>((resolve, reject) => {
    const options = { encoding: "buffer", maxBuffer: 64 * 1024 * 1024, timeout: 20_000 } as const;
    execFile("sh", ["-c", `${line} -s`], options, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
  const end = output.indexOf("\r\n\r\n");
  const status = Number(/^HTTP\/\S+ (\d{3})/.exec(output.toString("latin1", 0, 20))?.[1]);
  return { status, body: output.subarray(end + 4) };
}
