#!/usr/bin/env node
import { existsSync } from "node:fs";

const compiled = new URL("../dist/cli/main.js", import.meta.url);

if (existsSync(compiled)) {
  const { compileLater } = await import(new URL("../engine/run/tiering.js", compiled).href);
  compileLater();
  const { main } = await import(compiled.href);
  const code = await main(process.argv.slice(2));
  // Workers and sockets may still be open; what was written is let out first.
  process.stdout.write("", () => process.exit(code));
} else {
  process.stderr.write("ledger-conformance: the suite is not compiled: run npm run build\n");
  process.exitCode = 2;
}
