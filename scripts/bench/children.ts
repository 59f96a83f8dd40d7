import { fork, type ChildProcess } from "node:child_process";
import type { Protocol } from "./messages.ts";

/** A process of its own that answers each order with one answer. */
export interface Child<Script extends keyof Protocol> {
  ask(order: Protocol[Script]["order"]): Promise<Protocol[Script]["answer"]>;
  stop(): void;
}

/** Starts one of the scripts of this folder. */
export function startChild<Script extends keyof Protocol>(script: Script): Child<Script> {
  const file = new URL(`./${script}.js`, import.meta.url);
  const child = fork(file, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  return {
    ask: async (order) => {
      const answer = nextMessage(child);
      child.send(JSON.stringify(order));
      return JSON.parse(await answer);
    },
    stop: () => {
      child.kill();
    },
  };
}

/** Asks a process that is started for this one question. */
export async function askOnce<Script extends keyof Protocol>(
  script: Script,
  order: Protocol[Script]["order"],
): Promise<Protocol[Script]["answer"]> {
  const child = startChild(script);
  try {
    return await child.ask(order);
  } finally {
    child.stop();
  }
}

function nextMessage(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null): void => {
      reject(new Error(`a process of the benchmark ended by itself, with code ${String(code)}`));
    };
    child.once("exit", failed);
    child.once("message", (message) => {
      child.off("exit", failed);
      resolve(typeof message === "string" ? message : "");
    });
  });
}

/** In a process that was started: answers every order. */
export function answerAs<Script extends keyof Protocol>(
  _script: Script,
  answer: (
    order: Protocol[Script]["order"],
  ) => Protocol[Script]["answer"] | Promise<Protocol[Script]["answer"]>,
): void {
  process.on("message", (message: string) => {
    void Promise.resolve(answer(JSON.parse(message))).then((told) => process.send?.(JSON.stringify(told)));
  });
}

/** Milliseconds of CPU since a moment of this process. */
export function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
