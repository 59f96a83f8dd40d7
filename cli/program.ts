import { Command, CommanderError, Option } from "commander";
import { CannotRun, messageOf, SUITE_BUG } from "../engine/model/cannot-run.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { packageInfo } from "../engine/target/package-info.ts";
import { ENDPOINT_NAMES } from "../schemas/operations.ts";
import { addFlags, numberOf } from "./flags.ts";
import type { Io } from "./io.ts";

/** Runs the command line and returns the exit code: 0, 1, or 2 with the reason as the last line on stderr. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code: number | undefined;
  const program = programFor(io, (settled) => {
    code = settled;
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return code ?? 2;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    io.err(`ledger-conformance: ${oneLine(exitReason(error), 4_000)}\n`);
    return 2;
  }
}

const HELP_EXAMPLES = {
  "ledger-conformance": [
    "run --base-url https://ledger.example.test",
    "clauses tokens",
    "mock --fault fees-gas-as-text",
  ],
  run: [
    "run --base-url https://ledger.example.test --open",
    "run --target target.json --known known.json",
    "run --fault fees-gas-as-text --level smoke",
  ],
  mock: ["mock --port 8080", "mock --fault fees-gas-as-text --target-file target.json", "mock --list limit"],
  validate: [
    "validate capture.har",
    "validate capture.har --base-url https://ledger.example.test",
    "validate body.json --endpoint contractResult",
  ],
  clauses: ["clauses tokens", "clauses 4.4 --json", "clauses 4.4-limit-at-most"],
  schemas: ["schemas --out schemas", "schemas --out ../docs/schemas", "schemas --out /tmp/schemas"],
  compare: [
    "compare results/ours results/theirs",
    "compare results/monday results/tuesday results/wednesday",
    "compare results/ours results/theirs --out public/compare.html",
  ],
} as const;
type CommandName = keyof typeof HELP_EXAMPLES;

const addExamples = (command: Command, name: CommandName): Command =>
  command.addHelpText(
    "after",
    ["\nExamples:", ...HELP_EXAMPLES[name].map((line) => `  npx ledger-conformance ${line}`)].join("\n"),
  );

type Settle = (code: number) => void;

/** Declares the commands. The code of a command is loaded when it is called, so that every command starts faster. */
function programFor(io: Io, settle: Settle): Command {
  const program = new Command("ledger-conformance")
    .description("Tests whether an HTTP ledger service, given by URL, conforms to its contract.")
    .version(packageInfo().version)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: () => undefined })
    .helpCommand(false);
  addExamples(program, "ledger-conformance");
  const add = (name: CommandName, description: string) =>
    addExamples(program.command(name).description(description), name);
  addFlags(add("run", "test a service; without a URL, the embedded reference"))
    .option("--dry-run", "print the plan, without sending a request")
    .option("--open", "open the report after the run, unless in CI")
    .action(async (flags) => settle(await (await import("./commands/run.ts")).runCommand(flags, io)));
  addMock(add("mock", "serve the embedded reference implementation, optionally with faults"), io, settle);
  addReadingCommands(add, io, settle);
  return program;
}

function addMock(command: Command, io: Io, settle: Settle): void {
  const list = new Option(
    "--list [word]",
    "list the faults and variants, or those whose line contains this word, and exit",
  );
  const fault = new Option("--fault <name>", "inject this fault; repeatable").argParser(
    (name: string, before: readonly string[] | undefined) => [...(before ?? []), name],
  );
  addFlags(command, ["variant"])
    .addOption(fault)
    .option("--port <n>", "port (default: a free port)", numberOf)
    .option("--host <host>", "address to listen on, such as 0.0.0.0 (default: 127.0.0.1)")
    .option("--target-file <file>", "write a target file with the samples of the reference")
    .addOption(list.conflicts(["fault", "variant", "targetFile"]))
    .action(async (flags) => settle(await (await import("./commands/mock.ts")).mock(flags, io)));
}

const VALIDATE_FLAGS = [
  ...(["target", "statusUrl", "baseUrl", "verifyUrl", "profile", "only", "skip"] as const),
  ...(["out", "known", "previous", "failOn", "strict"] as const),
];

function addReadingCommands(add: (name: CommandName, text: string) => Command, io: Io, settle: Settle): void {
  addFlags(
    add(
      "validate",
      "check recorded responses offline (HAR files or single bodies); if URLs are given, only responses to requests below them",
    ),
    VALIDATE_FLAGS,
  )
    .argument("<files...>", "HAR files, or bodies (with --endpoint)")
    .addOption(new Option("--endpoint <name>", "endpoint of the given bodies").choices(ENDPOINT_NAMES))
    .action(async (files, flags) =>
      settle(await (await import("./commands/validate.ts")).validate(files, flags, io)),
    );
  add("clauses", "list the clauses and the unspecified behaviour, or explain one entry")
    .argument("[selector]", "id to explain, or section or endpoint to list")
    .option("--json", "print JSON")
    .action(async (selector, flags) =>
      settle(await (await import("./commands/clauses.ts")).clausesCommand(selector, flags, io)),
    );
  add("schemas", "write JSON Schemas and an OpenAPI description")
    .requiredOption("--out <dir>", "output folder")
    .action(async (flags) => settle((await import("./commands/schemas.ts")).schemasCommand(flags, io)));
  add("compare", "show result folders side by side in one page")
    .argument("<dirs...>", "two or more result folders, one column each")
    .option("--out <path>", "page to write", "reports/compare.html")
    .action(async (dirs, flags) =>
      settle(await (await import("./commands/compare.ts")).compareResults(dirs, flags, io)),
    );
}

function exitReason(error: unknown): string {
  if (error instanceof CommanderError && error.code === "commander.help") {
    return "a command is missing: run tests a service, --help lists all commands";
  }
  const line = messageOf(error)
    .replace(/\s*\n\s*/g, " ")
    .replace(/^error: /, "");
  const isExpected = error instanceof CannotRun || error instanceof CommanderError;
  return isExpected ? line : `${SUITE_BUG}: ${line}`;
}
