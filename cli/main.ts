import { Command, CommanderError } from "commander";
import { messageOf } from "../engine/model/file-trouble.ts";
import { oneLine } from "../engine/model/escape.ts";
import { CannotRun } from "../engine/target/cannot-run.ts";
import { processIo, type Io } from "./terminal/io.ts";
import { didYouMean } from "../engine/target/nearest.ts";
import { packageInfo } from "../engine/target/package-info.ts";
import {
  addDiscoverOptions,
  addFailOn,
  addMockOptions,
  addPageOptions,
  addProxyOptions,
  addRunOptions,
  addValidateOptions,
  collect,
  optionDescription,
} from "./options/options.ts";
import type { RunFlags } from "../engine/target/options.ts";

/** Runs the command line and gives the exit code: 0, 1, or 2 with the reason as the last line on stderr. */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<number> {
  let code: number | undefined;
  const program = programFor(io, (settled) => {
    code = settled;
  });
  try {
    demandCommand(argv, program);
    await program.parseAsync(argv, { from: "user" });
    return code ?? 2;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) {
      return 0;
    }
    io.err(`ledger-conformance: ${oneLine(reasonFor(error), 4_000)}\n`);
    return 2;
  }
}

function programFor(io: Io, settle: Settle): Command {
  const program = new Command("ledger-conformance")
    .description("Tells whether an HTTP ledger service, given by URL, keeps its contract.")
    .version(packageInfo().version)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => undefined })
    .configureHelp({ optionDescription })
    .helpCommand(false);
  addAskingCommands(program, io, settle);
  addReadingCommands(program, io, settle);
  return program;
}

type Settle = (code: number) => void;

/** What speaks with a service. What a command does is loaded when it is called: the others need not wait for it. */
function addAskingCommands(program: Command, io: Io, settle: Settle): void {
  const add = (name: string, description: string) => program.command(name).description(description);
  const runs = addRunOptions(add("run", "judge a target, or without one the embedded reference"));
  runs.action(async (flags) => {
    const { run } = await import("./commands/run.ts");
    const given: RunFlags = { ...flags, levelGiven: runs.getOptionValueSource("level") !== "default" };
    const watched = given.watch === true ? await import("./watch/watch.ts") : undefined;
    settle(await (watched === undefined ? run(given, io) : watched.watch(given, io, run)));
  });
  addMockOptions(add("mock", "serve the embedded reference on loopback")).action(async (flags) =>
    settle(await (await import("./commands/mock.ts")).mock(flags, io)),
  );
  addDiscoverOptions(
    add("discover", "ask a target for sample ids, and write a target file to check and keep"),
  ).action(async (flags) => settle(await (await import("./commands/discover.ts")).discover(flags, io)));
  addProxyOptions(
    add("proxy", "stand between a client and the service, and judge what passes; ask nothing"),
  ).action(async (flags) => settle(await (await import("./commands/proxy.ts")).proxy(flags, io)));
}

/** What reads files, or the clauses alone. */
function addReadingCommands(program: Command, io: Io, settle: Settle): void {
  const add = (name: string, description: string) => program.command(name).description(description);
  addValidateOptions(add("validate", "judge recorded answers, and send nothing"))
    .argument("<files...>", "HAR files, recordings, bodies; folders of them; - is standard input")
    .action(async (files, flags) =>
      settle(await (await import("./commands/validate.ts")).validate(files, flags, io)),
    );
  add("clauses", "list the clauses, or explain one")
    .argument("[selector]", "a clause id; or a section or an endpoint, whose clauses are listed")
    .option("--json", "as JSON", false)
    .action(async (selector, flags) =>
      settle(await (await import("./commands/clauses.ts")).clauses(selector, flags, io)),
    );
  add("schemas", "write the schemas as plain JSON files")
    .requiredOption("--out <dir>", "folder to write to")
    .action(async (flags) => settle((await import("./commands/schemas.ts")).schemas(flags, io)));
  addPageOptions(add("report", "build the pages of a result folder again"))
    .argument("<dir>", "result folder")
    .action(async (dir, flags) =>
      settle(await (await import("./commands/report.ts")).report(dir, flags, io)),
    );
  addFailOn(addPageOptions(add("merge", "make one verdict and one report of the shards of a run")))
    .argument("<dirs...>", "result folders of all shards")
    .requiredOption("--out <dir>", "folder to write to")
    .action(async (dirs, flags) =>
      settle(await (await import("./commands/merge.ts")).merge(dirs, flags, io)),
    );
  add("compare", "lay results side by side in one page")
    .argument("<dirs...>", "result folders, each a column, or a folder of them")
    .option("--out <path>", "page (.html), or folder, to write to", "reports/compare.html")
    .option("--label <text>", "name of a column, once for each folder", collect, [])
    .action(async (dirs, flags) =>
      settle(await (await import("./commands/compare.ts")).compare(dirs, flags, io)),
    );
}

/** Commander answers `--help` before it looks whether there is such a command. */
function demandCommand([name = "-"]: readonly string[], { commands }: Command): void {
  const names = commands.map((command) => command.name());
  if (!name.startsWith("-") && !names.includes(name)) {
    const near = didYouMean(name, names);
    throw new CannotRun(`unknown command '${name}'${near === "" ? `: there are ${names.join(", ")}` : near}`);
  }
}

/** One line, whatever went wrong. */
function reasonFor(error: unknown): string {
  if (error instanceof CannotRun) {
    return error.message;
  }
  if (error instanceof CommanderError && error.code === "commander.help") {
    return "no command is given: run judges a target; --help tells the others";
  }
  const line = messageOf(error)
    .replace(/\s*\n\s*/g, " ")
    .replace(/^error: /, "");
  return error instanceof CommanderError ? line : `a fault of the suite itself: ${line}`;
}
