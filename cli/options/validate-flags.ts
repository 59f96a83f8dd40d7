import { InvalidArgumentError, type Command } from "commander";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import { didYouMean } from "../../config/nearest.ts";
import { collect, integer, RUN_DEFAULTS } from "../../config/run-flags.ts";

/** An endpoint, and the files or the path that are to be taken for it. */
export interface Mapping {
  readonly endpoint: Endpoint;
  /** Absent: everything. */
  readonly pattern?: string;
}

/** The options of `validate` as they stand on the command line. */
export interface ValidateFlags {
  readonly endpoint: readonly Mapping[];
  readonly ignore: readonly string[];
  readonly path: readonly Mapping[];
  readonly target?: string;
  readonly statusUrl?: string;
  readonly baseUrl?: string;
  readonly verifyUrl?: string;
  readonly out: string;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly profile: readonly string[];
  readonly known?: string;
  readonly strict: boolean;
  readonly maxFileBytes: number;
}

const MEBIBYTE = 1024 * 1024;
/** Bytes of one file, or of one line of a file of lines, that are read. */
export const MOST_FILE_BYTES = 64 * MEBIBYTE;

/** Gives a command all options of `validate`. */
export function addValidateOptions(command: Command): Command {
  return command
    .option(
      "--endpoint <name[=glob]>",
      "the files, or those of this pattern, are bodies of this endpoint; repeatable",
      mappings,
      [],
    )
    .option("--ignore <glob>", "leave files of this pattern aside; repeatable", collect, [])
    .option("--path <name=path>", "this path too is that endpoint; repeatable", paths, [])
    .option("--target <file>", "target file: names of parameters, and what is secret")
    .option("--status-url <url>", "judge only requests below the given URLs: status page service")
    .option("--base-url <url>", "the same: ledger query service")
    .option("--verify-url <url>", "the same: verification service")
    .option("--out <dir>", "result folder", RUN_DEFAULTS.out)
    .option("--only <selector>", "judge this section, endpoint or clause only; repeatable", collect, [])
    .option("--skip <selector>", "leave out this section, endpoint or clause; repeatable", collect, [])
    .option(
      "--profile <name>",
      "known deviations, names and paths of a real implementation; repeatable",
      collect,
      [],
    )
    .option("--known <file>", "known deviations (JSON): reported, and do not fail")
    .option("--strict", "inconclusive clauses fail too", false)
    .option(
      "--max-file-bytes <n>",
      "bytes of one file, or of one line of a file of lines",
      integer(1_024, 2 ** 30),
      MOST_FILE_BYTES,
    );
}

function mappings(text: string, sofar: readonly Mapping[]): readonly Mapping[] {
  return [...sofar, mapping(text)];
}

function paths(text: string, sofar: readonly Mapping[]): readonly Mapping[] {
  const { endpoint, pattern } = mapping(text);
  if (pattern === undefined || !pattern.startsWith("/")) {
    throw new InvalidArgumentError(
      "It must be an endpoint, an equals sign, and a path that begins with a slash.",
    );
  }
  return [...sofar, { endpoint, pattern }];
}

function mapping(text: string): Mapping {
  const at = text.indexOf("=");
  const name = at === -1 ? text : text.slice(0, at);
  const operation = Object.values(operations).find(({ endpoint }) => endpoint === name);
  if (operation === undefined) {
    const names = Object.keys(operations);
    throw new InvalidArgumentError(
      `There is no endpoint ${JSON.stringify(name)}${didYouMean(name, names)} They are ${names.join(", ")}.`,
    );
  }
  const pattern = at === -1 ? "" : text.slice(at + 1);
  return { endpoint: operation.endpoint, ...(pattern === "" ? {} : { pattern }) };
}
