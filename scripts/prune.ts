import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { packageInfo } from "../engine/target/package-info.ts";

/**
 * Takes away what was compiled of sources that are gone. A clause file would still be found and judged, and all of
 * it would be packed.
 */
const { root } = packageInfo();
const compiled = join(root, "dist");

for (const path of readdirSync(compiled, { recursive: true, encoding: "utf8" })) {
  const source = /\.(?:js|d\.ts)$/.test(path) ? path.replace(/\.(?:js|d\.ts)$/, ".ts") : undefined;
  if (source !== undefined && !existsSync(join(root, source))) {
    rmSync(join(compiled, path));
    process.stdout.write(`removed dist/${path}, whose source is gone\n`);
  }
}
