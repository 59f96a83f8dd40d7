import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package that this file belongs to, whether it runs compiled or not. */
export function packageInfo() {
  let root = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(root, "package.json")) && root !== dirname(root)) {
    root = dirname(root);
  }
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  return { root, name: "ledger-conformance", version };
}
