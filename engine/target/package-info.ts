import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Interpretation } from "../model/clause-results.ts";

/** Folder, name and version of this package, whether it runs compiled or from its sources. */
export function packageInfo() {
  let root = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(root, "package.json")) && root !== dirname(root)) root = dirname(root);
  const text = readFileSync(join(root, "package.json"), "utf8");
  const { version }: { readonly version: string } = JSON.parse(text);
  return { root, name: "ledger-conformance", version };
}

export function suiteInfo() {
  const { name, version } = packageInfo();
  return { name, version, interpretations: allInterpretations() };
}

/** All interpretations of the contract, in the order of docs/interpretations.md. */
export function allInterpretations(): readonly Interpretation[] {
  const page = readFileSync(join(packageInfo().root, "docs", "interpretations.md"), "utf8");
  const entries = page.split(/^<a id="\d+"><\/a>$/m).slice(1);
  return entries.flatMap((entry) => {
    const [, number, title = "", text = ""] = /^### (\d+)\. (.*)\n([^]*?)(?=^## |(?![^]))/m.exec(entry) ?? [];
    return number === undefined
      ? []
      : [{ number: Number(number), title, text: text.trim().replaceAll(/(?<!\n)\n(?!\n|- ) */g, " ") }];
  });
}
