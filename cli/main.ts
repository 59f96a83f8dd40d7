import { Command, CommanderError, Option } from "commander";
import { oneLine } from "../reports/words/escape.ts";
import { CannotRun } from "../config/cannot-run.ts";
import type { ClausesFlags } from "./commands/clauses.ts";
import { processIo, type Io } from "./terminal/io.ts";
import { packageInfo } from "../config/package-info.ts";
import type { ReportFlags } from "./commands/report.ts";
import {
  addDiscoverOptions,
  addPageOptions,
  addRunOptions,
  addValidateOptions,
  collect,
  integer,
  type DiscoverFlags,
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

type Settle = (code: number) => void;

// Each command is loaded when it is called: the others need not wait for it.

function programFor(io: Io, settle: Settle): Command {
  const program = new Command("ledger-conformance")
    .description("Tells whether an HTTP ledger service, given by URL, keeps its contract.")
    .version(packageInfo().version)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => undefined })
    .helpCommand(false);
  addRun(program, io, settle);
  addMock(program, io, settle);
  addDiscover(program, io, settle);
  addValidate(program, io, settle);
  addOthers(program, io, settle);
  addSeveral(program, io, settle);
  return program;
}

function addRun(program: Command, io: Io, settle: Settle): void {
  addRunOptions(program.command("run"))
    .description("judge a target, or without one the embedded reference")
    .action(async (flags: RunFlags, command: Command) => {
      const levelGiven = command.getOptionValueSource("level") !== "default";
      const given = { ...flags, levelGiven };
      const { run } = await import("./commands/run.ts");
      if (flags.watch === true) {
        const { watch } = await import("./watch/watch.ts");
        settle(await watch(given, io, run));
      } else {
        settle(await run(given, io));
      }
    });
}

function addMock(program: Command, io: Io, settle: Settle): void {
  program
    .command("mock")
    .description("serve the embedded reference on loopback")
    .option("--port <n>", "port; a free one without it", integer(0, 65_535))
    .option("--fault <name>", "with this fault in it")
    .option("--variant <name>", "as this legal variant")
    .addOption(
      new Option("--list-faults", "list the faults, and stop")
        .default(false)
        .conflicts(["listVariants", "fault", "variant"]),
    )
    .addOption(
      new Option("--list-variants", "list the variants, and stop")
        .default(false)
        .conflicts(["fault", "variant"]),
    )
    .action(async (flags: MockFlags) => {
      const { mock } = await import("./commands/mock.ts");
      settle(await mock(flags, io));
    });
}

function addDiscover(program: Command, io: Io, settle: Settle): void {
  addDiscoverOptions(program.command("discover"))
    .description("ask a target for sample ids, and write a target file to check and keep")
    .action(async (flags: DiscoverFlags) => {
      const { discover } = await import("./commands/discover.ts");
      settle(await discover(flags, io));
    });
}

function addValidate(program: Command, io: Io, settle: Settle): void {
  addValidateOptions(program.command("validate"))
    .description("judge recorded answers, and send nothing")
    .argument("<files...>", "HAR files, recordings, bodies; folders of them; - is standard input")
    .action(async (files: readonly string[], flags: ValidateFlags) => {
      const { validate } = await import("./commands/validate.ts");
      settle(await validate(files, flags, io));
    });
}

function addOthers(program: Command, io: Io, settle: Settle): void {
  program
    .command("clauses")
    .description("list the clauses, or explain one")
    .argument("[selector]", "a clause id; or a section or an endpoint, whose clauses are listed")
    .option("--json", "as JSON", false)
    .action(async (selector: string | undefined, flags: ClausesFlags) => {
      const { clauses } = await import("./commands/clauses.ts");
      settle(await clauses(selector, flags, io));
    });
  program
    .command("schemas")
    .description("write the schemas as plain JSON files")
    .requiredOption("--out <dir>", "folder to write to")
    .action(async (flags: SchemasFlags) => {
      const { schemas } = await import("./commands/schemas.ts");
      settle(schemas(flags, io));
    });
  addPageOptions(program.command("report"))
    .description("build the pages of a result folder again")
    .argument("<dir>", "result folder")
    .action(async (dir: string, flags: ReportFlags) => {
      const { report } = await import("./commands/report.ts");
      settle(await report(dir, flags, io));
    });
}

/** Commands over several results. */
function addSeveral(program: Command, io: Io, settle: Settle): void {
  addPageOptions(program.command("merge"))
    .description("make one verdict and one report of the shards of a run")
    .argument("<dirs...>", "result folders of all shards")
    .requiredOption("--out <dir>", "folder to write to")
    .action(async (dirs: readonly string[], flags: MergeFlags) => {
      const { merge } = await import("./commands/merge.ts");
      settle(await merge(dirs, flags, io));
    });
  program
    .command("compare")
    .description("lay results side by side in one page")
    .argument("<dirs...>", "result folders, each a column")
    .option("--out <path>", "page (.html), or folder, to write to", "reports/compare.html")
    .option("--label <text>", "name of a column, once for each folder", collect, [])
    .action(async (dirs: readonly string[], flags: CompareFlags) => {
      const { compare } = await import("./commands/compare.ts");
      settle(await compare(dirs, flags, io));
    });
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
