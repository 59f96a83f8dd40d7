// Judges a target by the library, in this process, and writes the result: node in-process.mjs TARGET OUT OPTIONS
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compileLater } from "../../dist/engine/run/tiering.js";
import { run } from "../../dist/lib/index.js";

compileLater();
const [target, out, options] = process.argv.slice(2);
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const result = await run(JSON.parse(readFileSync(target, "utf8")), {
  ...JSON.parse(options),
  signal: stop.signal,
});
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "results.json"), JSON.stringify(result));
process.exit({ conforms: 0, nonconforming: 1 }[result.verdict] ?? 2);
