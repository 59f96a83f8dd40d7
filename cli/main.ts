import { Command, CommanderError } from "commander";
import { oneLine } from "../reports/words/escape.ts";
import { CannotRun } from "../config/cannot-run.ts";
import type { ClausesFlags } from "./commands/clauses.ts";
import { processIo, type Io } from "./terminal/io.ts";
import { didYouMean } from "../config/nearest.ts";
import { packageInfo } from "../config/package-info.ts";
import type { ReportFlags } from "./commands/report.ts";
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
  type DiscoverFlags,
  type ProxyFlags,
  type ValidateFlags,
} from "./options/options.ts";
import type { RunFlags } from "../config/options.ts";
import type { SchemasFlags } from "./commands/schemas.ts";
import type { CompareFlags } from "./commands/compare.ts";
import type { MergeFlags } from "./commands/merge.ts";
import type { MockFlags } from "./commands/mock.ts";

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

// Each command is loaded when it is called: the others need not wait for it.

function programFor(io: Io, settle: (code: number) => void): Command {
  const program = new Command("ledger-conformance")
    .description("Tells whether an HTTP ledger service, given by URL, keeps its contract.")
    .version(packageInfo().version)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => undefined })
    .configureHelp({ optionDescription })
    .helpCommand(false);
  const command: AddCommand = (name, description) => program.command(name).description(description);
  const settling: Settling =
    (act) =>
    async (...given) =>
      settle(await act(...given));
  addAskingCommands(io, command, settling);
  addReadingCommands(io, command, settling);
  return program;
}

type AddCommand = (name: string, description: string) => Command;
type Settling = <Given extends unknown[]>(
  act: (...given: Given) => Promise<number>,
) => (...given: Given) => Promise<void>;

/** What speaks with a service. */
function addAskingCommands(io: Io, command: AddCommand, settling: Settling): void {
  addRunOptions(command("run", "judge a target, or without one the embedded reference")).action(
    settling(async (flags: RunFlags, own: Command) => {
      const given = { ...flags, levelGiven: own.getOptionValueSource("level") !== "default" };
      const { run } = await import("./commands/run.ts");
      return flags.watch === true
        ? await (await import("./watch/watch.ts")).watch(given, io, run)
        : await run(given, io);
    }),
  );
  addMockOptions(command("mock", "serve the embedded reference on loopback")).action(
    settling(async (flags: MockFlags) => (await import("./commands/mock.ts")).mock(flags, io)),
  );
  addDiscoverOptions(
    command("discover", "ask a target for sample ids, and write a target file to check and keep"),
  ).action(
    settling(async (flags: DiscoverFlags) => (await import("./commands/discover.ts")).discover(flags, io)),
  );
  addProxyOptions(
    command("proxy", "stand between a client and the service, and judge what passes; ask nothing"),
  ).action(settling(async (flags: ProxyFlags) => (await import("./commands/proxy.ts")).proxy(flags, io)));
}

/** What reads files, or the clauses alone. */
function addReadingCommands(io: Io, command: AddCommand, settling: Settling): void {
  addValidateOptions(command("validate", "judge recorded answers, and send nothing"))
    .argument("<files...>", "HAR files, recordings, bodies; folders of them; - is standard input")
    .action(
      settling(async (files: readonly string[], flags: ValidateFlags) =>
        (await import("./commands/validate.ts")).validate(files, flags, io),
      ),
    );
  command("clauses", "list the clauses, or explain one")
    .argument("[selector]", "a clause id; or a section or an endpoint, whose clauses are listed")
    .option("--json", "as JSON", false)
    .action(
      settling(async (selector: string | undefined, flags: ClausesFlags) =>
        (await import("./commands/clauses.ts")).clauses(selector, flags, io),
      ),
    );
  command("schemas", "write the schemas as plain JSON files")
    .requiredOption("--out <dir>", "folder to write to")
    .action(
      settling(async (flags: SchemasFlags) => (await import("./commands/schemas.ts")).schemas(flags, io)),
    );
  addPageOptions(command("report", "build the pages of a result folder again"))
    .argument("<dir>", "result folder")
    .action(
      settling(async (dir: string, flags: ReportFlags) =>
        (await import("./commands/report.ts")).report(dir, flags, io),
      ),
    );
  addFailOn(addPageOptions(command("merge", "make one verdict and one report of the shards of a run")))
    .argument("<dirs...>", "result folders of all shards")
    .requiredOption("--out <dir>", "folder to write to")
    .action(
      settling(async (dirs: readonly string[], flags: MergeFlags) =>
        (await import("./commands/merge.ts")).merge(dirs, flags, io),
      ),
    );
  command("compare", "lay results side by side in one page")
    .argument("<dirs...>", "result folders, each a column, or a folder of them")
    .option("--out <path>", "page (.html), or folder, to write to", "reports/compare.html")
    .option("--label <text>", "name of a column, once for each folder", collect, [])
    .action(
      settling(async (dirs: readonly string[], flags: CompareFlags) =>
        (await import("./commands/compare.ts")).compare(dirs, flags, io),
      ),
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
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof CommanderError && error.code === "commander.help") {
    return "no command is given: run judges a target; --help tells the others";
  }
  const line = message.replace(/\s*\n\s*/g, " ").replace(/^error: /, "");
  return error instanceof CommanderError ? line : `a fault of the suite itself: ${line}`;
}
