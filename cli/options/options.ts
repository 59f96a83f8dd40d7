import { Help, InvalidArgumentError, Option, type Command } from "commander";
import {
  INTEGERS,
  LIMIT_OPTIONS,
  RUN_DEFAULTS,
  type IntegerOption,
  type JudgingFlags,
  type RunFlags,
  type ShardFlag,
  type TargetFlags,
} from "../../engine/target/options.ts";
import { didYouMean } from "../../engine/target/nearest.ts";
import { DEFAULT_LIMITS, LEVELS } from "../../engine/model/settings.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";

interface Mapping {
  readonly endpoint: Endpoint;
  /** Absent: everything. */
  readonly pattern?: string;
  readonly text: string;
}

type UrlFlags = Omit<TargetFlags, "fault" | "variant">;

export interface ValidateFlags extends UrlFlags, JudgingFlags, Pick<RunFlags, "previous" | "failOn"> {
  readonly endpoint: readonly Mapping[];
  readonly ignore: readonly string[];
  readonly path: readonly Mapping[];
  readonly maxFileBytes: number;
}

export interface DiscoverFlags
  extends UrlFlags, Pick<RunFlags, "requestTimeout" | "rps" | "profile" | "out"> {
  readonly force: boolean;
}

export interface ProxyFlags
  extends UrlFlags, JudgingFlags, Pick<RunFlags, "previous" | "failOn" | "maxAnswerBytes"> {
  readonly host: string;
  readonly port?: number;
}

const { out, only, skip, profile, strict, maxAnswerBytes } = RUN_DEFAULTS;
const USUAL = { out, only, skip, profile, strict };

export const PROXY_DEFAULTS = { ...USUAL, host: "127.0.0.1", maxAnswerBytes };

export const VALIDATE_DEFAULTS = {
  ...USUAL,
  endpoint: [],
  ignore: [],
  path: [],
  maxFileBytes: 64 * 1024 * 1024,
};

/** What the help says of an option; that it is not given is not told. */
export function optionDescription(option: Option): string {
  const usual: unknown = option.defaultValue;
  const isNothing = usual === false || (Array.isArray(usual) && usual.length === 0);
  return isNothing ? option.description : new Help().optionDescription(option);
}

function addTargetOptions(command: Command): Command {
  return command
    .optionsGroup("Target:")
    .option("--target <file>", "target file (JSON) [env: CONFORMANCE_TARGET]")
    .option("--status-url <url>", "status page service [env: STATUS_URL]")
    .option("--base-url <url>", "ledger query service [env: BASE_URL]")
    .option("--verify-url <url>", "verification service [env: VERIFY_URL]")
    .option(
      "--profile <name>",
      "bundled profile of an implementation, a file of one, or auto; repeatable",
      collect,
      [],
    );
}

function addReachOptions(command: Command): Command {
  return command
    .optionsGroup("Reaching it:")
    .option("--ca <file>", "authorities that are trusted beside the usual ones (PEM)")
    .option("--cert <file>", "client certificate (PEM)")
    .option("--key <file>", "its key (PEM); its passphrase [env: CONFORMANCE_PASSPHRASE]")
    .addOption(
      new Option("--pfx <file>", "client certificate with its key (PKCS #12)").conflicts(["cert", "key"]),
    )
    .option("--server-name <name>", "name that the certificate has to be made out for")
    .option("--proxy <url>", "proxy; never for loopback [env: HTTPS_PROXY, HTTP_PROXY, NO_PROXY]")
    .option("--resolve <host:port:address>", "address of a host, as curl has it; repeatable", collect);
}

function addJudgingOptions(command: Command): Command {
  return command
    .optionsGroup("Result:")
    .option("--out <dir>", "result folder", RUN_DEFAULTS.out)
    .option("--known <file>", "known deviations (JSON): reported, and do not fail")
    .option("--strict", "inconclusive clauses fail too", false)
    .optionsGroup("What is judged:")
    .option("--only <selector>", "judge this section, endpoint or clause only; repeatable", collect, [])
    .option("--skip <selector>", "leave out this section, endpoint or clause; repeatable", collect, []);
}

export function addRunOptions(command: Command): Command {
  const again = "send again the smallest failing exchange of this clause in the result in --out";
  const replay = new Option("--replay <id>", again);
  const replayFrom = new Option("--replay-from <file>", "send nothing: this recording answers");
  const whenever = "run again on a key press, or when answers to what is broken change";
  const watch = new Option("--watch", whenever);
  addPageOptions(addReferenceOptions(addTargetOptions(command), "judge the embedded reference"));
  addJudgingOptions(addFailOn(command))
    .addOption(new Option("--level <level>", "how much is asked").choices(LEVELS).default(RUN_DEFAULTS.level))
    .option("--shard <i/n>", "judge this share of the clauses; merge brings the shards together", shardFlag)
    .option("--list", "list the clauses that would be judged, and stop", false)
    .addOption(new Option("--dry-run", "print the plan, and stop").default(false).conflicts("list"));
  addIntegers(command, ["cases", "seed"])
    .optionsGroup("Again:")
    .addOption(replay.conflicts(["watch", "shard", "record", "replayFrom", "list", "dryRun", "only", "skip"]))
    .option("--record <file>", "write every exchange to a recording (HAR)")
    .addOption(replayFrom.conflicts(["record", "fault", "variant"]))
    .addOption(watch.default(false).conflicts(["list", "dryRun", "replayFrom"]))
    .optionsGroup("Requests:")
    .option("--rps <n>", "requests per second over the whole run; 20, or no limit on loopback", positive)
    .option("--no-user-agent", "send no User-Agent header")
    .option("--no-request-id", "send no X-Request-Id header");
  addIntegers(command, ["concurrency", ...LIMIT_OPTIONS.map(([, option]) => option)]);
  return addReachOptions(command);
}

/** Gives a command that judges what `--previous` is for beside telling what changed. */
export function addFailOn(command: Command): Command {
  const meaning = "with --previous: only what that result does not hold fails";
  return command.addOption(new Option("--fail-on <what>", meaning).choices(["new"]));
}

const addReferenceOptions = (command: Command, does: string): Command =>
  command
    .option("--fault <name>", `${does} with this fault in it`)
    .option("--variant <name>", `${does} as this legal variant`);

function addIntegers(command: Command, names: readonly IntegerOption[]): Command {
  for (const name of names) {
    const long = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const [least, most, sign, meaning, limit] = INTEGERS[name];
    const usual = new Map<string, unknown>(Object.entries(RUN_DEFAULTS)).get(name);
    const told = usual === undefined && limit !== undefined ? DEFAULT_LIMITS[limit] : undefined;
    const text = told === undefined ? meaning : `${meaning}; ${told}`;
    command.addOption(new Option(`--${long} <${sign}>`, text).argParser(integer(least, most)).default(usual));
  }
  return command;
}

export function addMockOptions(command: Command): Command {
  const faults = new Option("--list-faults", "list the faults, and stop");
  const variants = new Option("--list-variants", "list the variants, and stop");
  return addReferenceOptions(command, "serve it")
    .option("--port <n>", "port; a free one without it", integer(0, 65_535))
    .addOption(faults.default(false).conflicts(["listVariants", "fault", "variant"]))
    .addOption(variants.default(false).conflicts(["fault", "variant"]));
}

export function addDiscoverOptions(command: Command): Command {
  const own = addTargetOptions(command)
    .optionsGroup("Result:")
    .option("--out <file>", "target file to write", "target.json")
    .option("--force", "replace the file if it is there", false)
    .optionsGroup("Requests:")
    .option("--rps <n>", "requests per second; 20, or no limit on loopback", positive);
  return addReachOptions(addIntegers(own, ["requestTimeout"]));
}

export function addProxyOptions(command: Command): Command {
  const own = addTargetOptions(command)
    .optionsGroup("Listening:")
    .option("--port <n>", "port; a free one without it", integer(0, 65_535))
    .option("--host <address>", "address to listen on", PROXY_DEFAULTS.host)
    .optionsGroup("Result:");
  return addReachOptions(addIntegers(addJudgingOptions(addFailOn(addPrevious(own))), ["maxAnswerBytes"]));
}

export function addValidateOptions(command: Command): Command {
  return addJudgingOptions(addFailOn(addPrevious(addTargetOptions(command))))
    .optionsGroup("Files:")
    .option(
      "--endpoint <name[=glob]>",
      "the files, or those of this pattern, are bodies of this endpoint; repeatable",
      (text: string, sofar: readonly Mapping[]) => [...sofar, mapping(text)],
      [],
    )
    .option("--ignore <glob>", "leave files of this pattern aside; repeatable", collect, [])
    .option("--path <name=path>", "this path too is that endpoint; repeatable", paths, [])
    .option(
      "--max-file-bytes <n>",
      "bytes of one file, or of one line of a file of lines",
      integer(1_024, 2 ** 30),
      VALIDATE_DEFAULTS.maxFileBytes,
    );
}

function addPrevious(command: Command): Command {
  const meaning = "result folder of an earlier run: what changed since goes into summary.md and the page";
  return command.optionsGroup("Result:").option("--previous <dir>", meaning);
}

export const addPageOptions = (command: Command): Command =>
  addPrevious(command).option("--no-allure", "without the Allure report");

export const integer = (least: number, most: number) =>
  numberParser(/^\d{1,15}$/, least, most, `It must be an integer from ${least} to ${most}.`);

const positive = numberParser(/^\d+(\.\d+)?$/, Number.MIN_VALUE, 1_000_000, "It must be a number above 0.");

function numberParser(form: RegExp, least: number, most: number, words: string) {
  return (text: string): number => {
    const value = Number(text);
    if (!form.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(words);
    }
    return value;
  };
}

export const collect = (value: string, sofar: readonly string[] = []): readonly string[] => [...sofar, value];

const MOST_SHARDS = 1_000;

function shardFlag(text: string): ShardFlag {
  const [, index = 0, total = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index < 1 || total < index || total > MOST_SHARDS) {
    throw new InvalidArgumentError(
      `It must be I/N, such as 2/4: the second of four shards, of at most ${MOST_SHARDS}.`,
    );
  }
  return { index, total, text: `${index}/${total}` };
}

function paths(text: string, sofar: readonly Mapping[]): readonly Mapping[] {
  const mapped = mapping(text);
  if (mapped.pattern?.startsWith("/") !== true) {
    throw new InvalidArgumentError(
      "It must be an endpoint, an equals sign, and a path that begins with a slash.",
    );
  }
  return [...sofar, mapped];
}

function mapping(text: string): Mapping {
  const [, name = "", pattern = ""] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const operation = Object.values(operations).find(({ endpoint }) => endpoint === name);
  if (operation === undefined) {
    const names = Object.keys(operations);
    const near = didYouMean(name, names);
    const none = `There is no endpoint ${JSON.stringify(name)}${near === "" ? "." : near}`;
    throw new InvalidArgumentError(`${none} They are ${names.join(", ")}.`);
  }
  return { endpoint: operation.endpoint, text, ...(pattern === "" ? {} : { pattern }) };
}
