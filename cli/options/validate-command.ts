import { RUN_DEFAULTS } from "../../config/run-flags.ts";
import { word } from "../../config/settings.ts";
import { MOST_FILE_BYTES, type Mapping, type ValidateFlags } from "./validate-flags.ts";

/** The command line that judges the same files again. */
export function validateCommand(name: string, files: readonly string[], flags: ValidateFlags): string {
  const one = (
    option: string,
    value: string | number | undefined,
    usual?: string | number,
  ): readonly string[] => (value === undefined || value === usual ? [] : [option, String(value)]);
  const mapped = (option: string, mappings: readonly Mapping[]): readonly string[] =>
    mappings.flatMap(({ endpoint, pattern }) => [
      option,
      pattern === undefined ? endpoint : `${endpoint}=${pattern}`,
    ]);
  const words = [
    ...files,
    ...mapped("--endpoint", flags.endpoint),
    ...flags.ignore.flatMap((glob) => ["--ignore", glob]),
    ...mapped("--path", flags.path),
    ...one("--target", flags.target),
    ...one("--status-url", flags.statusUrl),
    ...one("--base-url", flags.baseUrl),
    ...one("--verify-url", flags.verifyUrl),
    ...flags.only.flatMap((selector) => ["--only", selector]),
    ...flags.skip.flatMap((selector) => ["--skip", selector]),
    ...flags.profile.flatMap((profile) => ["--profile", profile]),
    ...one("--known", flags.known),
    ...(flags.strict ? ["--strict"] : []),
    ...one("--out", flags.out, RUN_DEFAULTS.out),
    ...one("--max-file-bytes", flags.maxFileBytes, MOST_FILE_BYTES),
  ];
  return [name, "validate", ...words.map(word)].join(" ");
}
