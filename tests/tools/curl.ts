import { execFile } from "node:child_process";
import { hasProgram } from "./programs.ts";

export interface Printed {
  readonly status: number;
  readonly body: Buffer;
}

/** Whether this machine has the shell and the curl that the lines are made for. */
export const hasCurl = (): boolean => hasProgram("sh") && hasProgram("curl");

/** Runs the curl line of a violation in a shell, as a reader would. */
export async function runLine(line: string): Promise<Printed> {
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
