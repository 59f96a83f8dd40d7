// Schemathesis against the same reference, from the OpenAPI description that we make of the contract.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TargetFile } from "../../reference/target.ts";
import { openApiDocument } from "../../schemas/openapi.ts";
import { operations, type Service } from "../../schemas/operations.ts";
import { startChild } from "./children.ts";
import type { Hunt } from "./sample.ts";

/** The command, where it is installed: named by the environment, or found on the path. */
export async function findSchemathesis(): Promise<{ command: string; version: string } | undefined> {
  const command = process.env["BENCH_SCHEMATHESIS"] ?? "schemathesis";
  const { code, text } = await run(command, ["--version"], tmpdir());
  return code === 0 ? { command, version: /[\d.]+/.exec(text)?.[0] ?? "unknown" } : undefined;
}

/** Generated cases per operation and phase. */
export const EXAMPLES = 20;
const SEED = "1";
/** What is said of the reference without a fault is no find; a second look finds what the first one missed. */
const LOOKS_BEFORE = 2;

/** Runs it once for each fault. A fault is found where something fails that does not fail without it. */
export async function huntWithSchemathesis(
  command: string,
  faults: readonly string[],
  tell: (text: string) => void,
): Promise<Hunt> {
  const folder = mkdtempSync(join(tmpdir(), "ledger-conformance-schemathesis-"));
  try {
    for (let look = 1; look <= LOOKS_BEFORE; look += 1) {
      await lookAt(command, folder, undefined, ["--baseline-update"]);
    }
    const found: string[] = [];
    let [requests, seconds] = [0, 0];
    for (const [index, fault] of faults.entries()) {
      tell(`schemathesis, fault ${index + 1} of ${faults.length}\n`);
      const started = performance.now();
      const looked = await lookAt(command, folder, fault, []);
      seconds += (performance.now() - started) / 1_000;
      requests += looked.requests;
      found.push(...(looked.code === 0 ? [] : [fault]));
    }
    return { requests, seconds, found };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function lookAt(
  command: string,
  folder: string,
  fault: string | undefined,
  more: readonly string[],
): Promise<{ code: number; requests: number }> {
  const server = startChild("server");
  try {
    const { target } = await server.ask({ order: "tell", ...(fault === undefined ? {} : { fault }) });
    const file = join(folder, "openapi.json");
    writeFileSync(file, JSON.stringify(descriptionFor(target)));
    const { origin } = new URL(target.baseUrl);
    const options = ["--seed", SEED, "--max-examples", String(EXAMPLES), "--generation-database", "none"];
    const baseline = ["--baseline", join(folder, "baseline.json"), ...more];
    const { code, text } = await run(
      command,
      ["run", file, "--url", origin, ...options, ...baseline],
      folder,
    );
    const { requests } = await server.ask({ order: "tell" });
    // 0: nothing new; 1: something new. Anything else is no verdict.
    if (code > 1 || requests === 0) {
      throw new Error(`schemathesis ended with code ${code}: ${text.slice(-500)}`);
    }
    return { code, requests };
  } finally {
    server.stop();
  }
}

/** The description with the paths as they are at the target: it has one server for all of them. */
function descriptionFor({ statusUrl, baseUrl, verifyUrl }: TargetFile): object {
  const urls: Readonly<Record<Service, string>> = { status: statusUrl, base: baseUrl, verify: verifyUrl };
  const document = openApiDocument();
  const items = new Map<string, unknown>(Object.entries(document["paths"] ?? {}));
  const paths = Object.values(operations).map(({ path, service }) => {
    const { servers: _servers, ...item } = { servers: [], ...Object(items.get(path)) };
    return [new URL(urls[service]).pathname + path, item] as const;
  });
  return { ...document, servers: [{ url: new URL(baseUrl).origin }], paths: Object.fromEntries(paths) };
}

function run(command: string, args: readonly string[], cwd: string): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    const hear = (chunk: Buffer): void => {
      text = (text + chunk.toString("utf8")).slice(-4_000);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", () => resolve({ code: 127, text: "it cannot be started" }));
    child.once("close", (code) => resolve({ code: code ?? 2, text }));
  });
}
