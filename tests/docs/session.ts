/** Follows a page of the documentation in an empty project with the package, or in a copy of this checkout; only the substitutions below change it. */
import { spawn, type ChildProcess, type StdioOptions } from "node:child_process";
import * as fs from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import type { Reference } from "../../reference/server.ts";
import { ROOT, type CommandStep, type Step, merge } from "./pages.ts";

/** The value of every variable that a page shows as `NAME=…`; it must appear in no output. */
export const SECRET = "a-secret-of-the-reader";
/** Folders of a checkout that are large or that no command of a page reads. */
const NOT_COPIED = /\/(?:node_modules|tests|\.git|\.dist-[^/]*|reports\/out|allure-re[^/]*)$/;
const INSTALLED = ["dist", "docs", "profiles", "examples", "package.json"];
/** Commands that only a checkout has. */
const IN_CHECKOUT =
  /^(?:\w+=\S+ )*(?:npm run|node examples\/|node --import|npx (?:vitest|playwright) .*(?:--project|--root|--config))/;

/** Installs the package in an empty project as npm would, and copies this checkout; returns both folders. */
export function prepareWorkplace(folder: string) {
  const [project, checkout] = [join(folder, "project"), join(folder, "checkout")];
  const modules = join(project, "node_modules");
  fs.mkdirSync(modules, { recursive: true });
  fs.readdirSync(join(ROOT, "node_modules"))
    .filter((name) => name !== ".bin")
    .forEach((name) => fs.symlinkSync(join(ROOT, "node_modules", name), join(modules, name)));
  const installed = join(modules, "ledger-conformance");
  INSTALLED.forEach((name) => fs.cpSync(join(ROOT, name), join(installed, name), { recursive: true }));
  fs.mkdirSync(join(modules, ".bin"));
  fs.symlinkSync("../ledger-conformance/dist/cli/main.js", join(modules, ".bin/ledger-conformance"));
  fs.cpSync(ROOT, checkout, { recursive: true, filter: (path) => !NOT_COPIED.test(path.slice(ROOT.length)) });
  fs.symlinkSync(join(ROOT, "node_modules"), join(checkout, "node_modules"));
  return { project, checkout };
}

export interface Ran {
  readonly step: CommandStep;
  readonly code: number;
  /** Both output streams, with the words of the page instead of their substitutes. */
  readonly out: string;
}

type Substitutes = readonly (readonly [documented: RegExp | string, actual: string])[];

function substitutes({ statusUrl, baseUrl, verifyUrl }: Reference, port: number): Substitutes {
  return [
    // The services of the examples are the reference.
    ["https://status.example.test", statusUrl],
    [/https:\/\/ledger\.example\.test(?:\/prefix)?/g, baseUrl],
    ["https://verify.example.test", verifyUrl],
    // The port may be in use on this machine.
    ["localhost:8080", `localhost:${port}`],
    ["--port 8080", `--port ${port}`],
    [/(\w+)=…/g, `$1=${SECRET}`],
  ];
}

/** The texts that a test replaces in commands only. */
const IN_COMMANDS: Substitutes = [
  // The programs are in PATH: npx and npm would take longer to find them than they run.
  [/\bnpx (?:--no-install )?/g, ""],
  [/\bnpm start(?: --)?/g, "ledger-conformance run"],
  ["node dist/cli/main.js", "ledger-conformance"],
  // A restart after a change is the business of this file.
  ["node --watch", "node"],
  // No browser is opened.
  ["npm run allure", "allure generate allure-results"],
  [" --open", ""],
];

const replaced = (text: string, all: Substitutes): string =>
  all.reduce((changed, [documented, actual]) => changed.replaceAll(documented, actual), text);

/** Limits a run whose output the page does not show to one endpoint, and a run of vitest to one section: both show as much in less time. */
function limited(command: string, { output }: CommandStep): string {
  const isShown = output !== undefined;
  const [, run, vitest] =
    /^(?:\w+=\S+ )*(?:(ledger-conformance run)|(vitest run|npm run conformance))\b/.exec(command) ?? [];
  if (vitest !== undefined && !isShown && !/ -t | --root /.test(command)) {
    return `${command}${command.includes("npm run") ? " --" : ""} -t 4.5`;
  }
  if (run === undefined || command.includes("--help")) return command;
  const options = [
    ["--seed 1", /--seed/.test(command)],
    ["--level smoke", isShown || /--level/.test(command)],
    ["--only networkFees", isShown || /--(?:only|skip|fault)\b/.test(command)],
  ] as const;
  return [command, ...options.filter(([, isGiven]) => !isGiven).map(([option]) => option)].join(" ");
}

/** Follows a page to its end. Stops the servers of the page afterwards, also after an error. */
export async function followPage(
  page: string,
  steps: readonly Step[],
  server: Reference,
  { project, checkout }: ReturnType<typeof prepareWorkplace>,
): Promise<readonly Ran[]> {
  const dir = join(project, page.replaceAll(/\W/g, "-"));
  fs.mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const all = substitutes(server, port);
  const bin = [join(project, "node_modules/.bin"), join(ROOT, "node_modules/.bin")];
  const env = {
    PATH: [...bin, dirname(process.execPath), process.env["PATH"]].join(delimiter),
    HOME: dir,
    PORT: String(port),
    NO_COLOR: "1",
    CONFORMANCE_LEVEL: "smoke",
    npm_config_update_notifier: "false",
  };
  const asPrinted = (text: string): string =>
    text
      // A run that takes longer than ten seconds prints its progress.
      .replaceAll(/^ *[\d,]+ of ~[\d,]+ requests?\b.*\n/gm, "")
      .replaceAll(`${dir}/`, "")
      .replaceAll(dir, "~/project")
      .replaceAll(server.baseUrl, "https://ledger.example.test")
      .replaceAll(String(port), "8080");
  const servers = new Map<string, ChildProcess>();
  const ran: Ran[] = [];
  try {
    for (const step of steps) {
      if (step.kind === "file") {
        const path = join(dir, step.name);
        const before = fs.existsSync(path) ? fs.readFileSync(path, "utf8") : undefined;
        fs.mkdirSync(dirname(path), { recursive: true });
        fs.writeFileSync(path, merge(before, replaced(step.content, all)));
        // As `node --watch` does.
        for (const [command, child] of servers) {
          await stop(child);
          servers.set(command, await serve(command, dir, env));
        }
        continue;
      }
      const command = limited(replaced(step.command, [...IN_COMMANDS, ...all]), step);
      const cwd = IN_CHECKOUT.test(step.command) ? checkout : dir;
      if (step.isServer) {
        await Promise.all([...servers.values()].map(stop));
        servers.clear();
        servers.set(command, await serve(command, cwd, env));
      } else {
        const { code, out } = await shell(command, cwd, env);
        ran.push({ step, code, out: asPrinted(out) });
      }
    }
  } finally {
    await Promise.all([...servers.values()].map(stop));
  }
  return ran;
}

/** Milliseconds for one command, and for a server to print its first line. */
const PATIENCE_MS = 240_000;

type Environment = Readonly<Record<string, string>>;

/** Starts a command in a process group of its own. One pipe for both streams keeps the order of their lines. */
const stdio: StdioOptions = ["ignore", "pipe", "ignore"];
const start = (command: string, cwd: string, env: Environment): ChildProcess =>
  spawn("sh", ["-c", `exec 2>&1\n${command}`], { cwd, env, detached: true, stdio });

async function shell(command: string, cwd: string, env: Environment): Promise<Pick<Ran, "code" | "out">> {
  const child = start(command, cwd, env);
  let out = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (out += chunk));
  const timer = setTimeout(() => void stop(child), PATIENCE_MS);
  return await new Promise((resolve) => {
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? -1, out });
    });
  });
}

/** Starts a server; resolves when it has printed something, which the servers of the pages do when they listen. */
async function serve(command: string, cwd: string, env: Environment): Promise<ChildProcess> {
  const child = start(command, cwd, env);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once("data", () => resolve());
    child.once("close", (code) => reject(new Error(`${command} ended with exit code ${code}`)));
  });
  child.stdout?.resume();
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = new Promise((resolve) => child.once("close", resolve));
  process.kill(-child.pid, "SIGTERM");
  await closed;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}
