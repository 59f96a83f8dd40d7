import { spawnSync } from "node:child_process";

/** Whether this machine has the command; what needs it is skipped where it has not. */
export function isInstalled(command: string): boolean {
  return spawnSync(command, ["-v"], { stdio: "ignore" }).error === undefined;
}
