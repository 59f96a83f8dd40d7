// The pages of the documentation, and the steps that their code blocks describe
import { readdirSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/** What the first group of a pattern matches in a text. */
export const groupsIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, group = ""]) => group);

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder)).map((name) => join(folder, name));

const FILES = [".", "docs", "examples"].flatMap(filesIn);
export const PAGES = FILES.filter((name) => name.endsWith(".md")).toSorted();

/** A file that the reader creates, or whose declarations the reader replaces: a code block with `title="NAME"`. */
export interface FileStep {
  readonly kind: "file";
  readonly name: string;
  readonly content: string;
}

/** A command that the reader runs: a line of an `sh` block, or a line after `$` in a `console` block. */
export interface CommandStep {
  readonly kind: "command";
  readonly command: string;
  /** The output that a `console` block shows, and its place in the page; absent for an `sh` block. */
  readonly output?: { readonly text: string; readonly start: number };
  /** Whether the command keeps running, as in a second terminal (`<!-- second terminal -->` before the block). */
  readonly isServer: boolean;
  /** The exit code; 0 unless `<!-- exit code N -->` stands before the block. */
  readonly code: number;
}

export type Step = FileStep | CommandStep;

const FENCE =
  /^(?:<!-- (?<note>[^\n]*) -->\n\n?)?(?<opening> *```(?<language>\w*) *(?<info>[^\n]*)\n)(?<body>[^]*?)^ *```$/gm;

export function stepsOf(text: string): readonly Step[] {
  return [...text.matchAll(FENCE)].flatMap(({ index, 0: all, groups = {} }): readonly Step[] => {
    const { note = "", language = "", info = "", body = "" } = groups;
    const [, name] = /title="([^"]+)"/.exec(info) ?? [];
    if (name !== undefined) return [{ kind: "file", name, content: body }];
    const isServer = note.includes("second terminal");
    const code = Number(/exit code (\d)/.exec(note)?.[1] ?? 0);
    if (language === "sh") {
      return commandLines(body).map((command) => ({ kind: "command", command, isServer, code }));
    }
    const start = index + all.lastIndexOf(body);
    return language === "console" ? session(body, start).map((step) => ({ ...step, isServer, code })) : [];
  });
}

/** The lines of a shell block without comments; a line that ends with a backslash continues. */
function commandLines(body: string): readonly string[] {
  const lines = body.replaceAll(/\\\n\s*/g, "").split("\n");
  return lines.map((line) => line.replace(/(^|\s)#.*$/, "").trim()).filter((line) => line !== "");
}

function session(body: string, start: number): readonly Pick<CommandStep, "kind" | "command" | "output">[] {
  return [...body.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)].map(
    ({ index, 1: command = "", 2: text = "" }) => ({
      kind: "command",
      command,
      output: { text, start: start + index + `$ ${command}\n`.length },
    }),
  );
}

/** Our commands within a sentence, except those with placeholders (`clauses ID`). */
export function inlineCommands(text: string): readonly string[] {
  const codes = groupsIn(text.replaceAll(/^ *```[^]*?^ *```/gm, ""), /`([^`\n]+)`/g);
  const own = codes.filter((code) => /^(?:npm (?:start|run)|npx|node dist|ledger-conformance) /.test(code));
  return own.filter((code) => !/[<[|…]| [A-Z]{2,}\b/.test(code));
}

/** Declarations of a file of JavaScript by name; an import is named by its module. */
const DECLARATION = /^(?:export )?(?:async )?(?:function|const) (\w+)|^import .* from (".*");/;
const declarations = (text: string): readonly string[] => text.trim().split(/\n\n(?=\S)/);

const nameOf = (declaration: string): string =>
  DECLARATION.exec(declaration.replace(/^(?:\/\/.*\n)+/, ""))
    ?.slice(1)
    .find(Boolean) ?? declaration;

/** A file after the reader replaced some of its declarations by name; new ones are inserted before the last statement. */
export function merge(before: string | undefined, change: string): string {
  if (before === undefined || !DECLARATION.test(change)) return change;
  const changed = new Map(declarations(change).map((declaration) => [nameOf(declaration), declaration]));
  const kept = declarations(before).map((declaration) => {
    const name = nameOf(declaration);
    const replacement = changed.get(name) ?? declaration;
    changed.delete(name);
    return replacement;
  });
  return `${[...kept.slice(0, -1), ...changed.values(), ...kept.slice(-1)].join("\n\n")}\n`;
}
