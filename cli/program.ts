import { Command, CommanderError, Option } from "commander";
import { CannotRun, messageOf } from "../engine/model/cannot-run.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { packageInfo } from "../engine/target/package-info.ts";
import { ENDPOINT_NAMES } from "../schemas/operations.ts";
import { addFlags, numberOf } from "./flags.ts";
import type { Io } from "./io.ts";

/** Runs the command line and gives the exit code: 0, 1, or 2 with the reason as the last line on stderr. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
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
    io.err(`ledger-conformance: ${oneLine(exitReason(error), 4_000)}\n`);
    return 2;
  }
}

type Settle = (code: number) => void;

/** The commands. What one does is loaded when it is called: the others need not wait for it. */
function programFor(io: Io, settle: Settle): Command {
  const program = new Command("ledger-conformance")
    .description("Tells whether an HTTP ledger service, given by URL, keeps its contract.")
    .version(packageInfo().version)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => undefined })
    .helpCommand(false);
  const add = (name: string, description: string) => program.command(name).description(description);
  addFlags(add("run", "test a target, or without one the embedded reference"))
    .option("--dry-run", "print the plan, and stop")
    .action(async (flags) => settle(await (await import("./commands/run.ts")).runCommand(flags, io)));
  addMock(add("mock", "serve the embedded reference"), io, settle);
  addReadingCommands(add, io, settle);
  return program;
}

function addMock(command: Command, io: Io, settle: Settle): void {
  const list = new Option("--list", "list the faults and variants, and stop");
  const fault = new Option("--fault <name>", "put this fault into it; repeatable").argParser(
    (name: string, before: readonly string[] | undefined) => [...(before ?? []), name],
  );
  addFlags(command, ["variant"])
    .addOption(fault)
    .option("--port <n>", "port; a free one without it", numberOf)
    .option("--host <host>", "address to listen at, such as 0.0.0.0 (127.0.0.1)")
    .option("--target-file <file>", "write the target file that tests it, with its samples")
    .addOption(list.conflicts(["fault", "variant", "targetFile"]))
    .action(async (flags) => settle(await (await import("./commands/mock.ts")).mock(flags, io)));
}

/** What reads files, or the clauses alone. */
function addReadingCommands(
  add: (name: string, description: string) => Command,
  io: Io,
  settle: Settle,
): void {
  addFlags(add("validate", "check recorded responses offline: HAR files, or one body"), [
    "target",
    "statusUrl",
    "baseUrl",
    "verifyUrl",
    "profile",
    "only",
    "skip",
    "out",
    "known",
    "previous",
    "failOn",
    "strict",
  ])
    .argument("<files...>", "HAR files, or a body")
    .addOption(new Option("--endpoint <name>", "the endpoint that a body is of").choices(ENDPOINT_NAMES))
    .action(async (files, flags) =>
      settle(await (await import("./commands/validate.ts")).validate(files, flags, io)),
    );
  add("clauses", "list the clauses, or tell one")
    .argument("[selector]", "a clause id; or a section or an endpoint, whose clauses are listed")
    .option("--json", "as JSON")
    .action(async (selector, flags) =>
      settle(await (await import("./commands/clauses.ts")).clausesCommand(selector, flags, io)),
    );
  add("schemas", "write the JSON Schemas and an OpenAPI description")
    .requiredOption("--out <dir>", "folder to write to")
    .action(async (flags) => settle((await import("./commands/schemas.ts")).schemasCommand(flags, io)));
  add("compare", "lay result folders side by side in one page")
    .argument("<dirs...>", "result folders, each a column")
    .option("--out <path>", "page to write", "reports/compare.html")
    .action(async (dirs, flags) =>
      settle(await (await import("./commands/compare.ts")).compare(dirs, flags, io)),
    );
}

/** One line, whatever went wrong. */
function exitReason(error: unknown): string {
  if (error instanceof CannotRun) {
    return error.message;
  }
  if (error instanceof CommanderError && error.code === "commander.help") {
    return "no command is given: run tests a target; --help tells the others";
  }
  const line = messageOf(error)
    .replace(/\s*\n\s*/g, " ")
    .replace(/^error: /, "");
  return error instanceof CommanderError ? line : `a fault of the suite itself: ${line}`;
}
