/**
 * Compiles the sources to dist/, if they changed since the last build: `node build.mjs [--force] [options of tsc]`. Other
 * processes may run from dist/, and other builds may run: therefore the compiler writes to another folder, and each file
 * that differs is renamed into its place. Files without a source are removed: a stale clause would be found and packed.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = import.meta.dirname;
const DIST = join(ROOT, "dist");
/** Holds the digest of the sources that dist/ was made from; it is not packed. */
const DIGEST = ".sources";
const { include } = JSON.parse(readFileSync(join(ROOT, "tsconfig.build.json"), "utf8"));
const isForced = process.argv.includes("--force");
const options = process.argv.slice(2).filter((word) => word !== "--force");

/** The files in a folder, as paths relative to it; none if there is no such folder. */
const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    : [];

const sources = include
  .flatMap((folder) => filesIn(join(ROOT, folder)).map((file) => join(folder, file)))
  .filter((file) => !file.startsWith(join("reports", "out")) && !file.endsWith(".md"))
  .toSorted();
/** Style sheets and scripts of the pages. */
const assets = sources.filter((file) => /\.(css|js)$/.test(file));
const outputs = sources.map((file) => join(DIST, file.replace(/\.ts$/, ".js")));

const settings = ["build.mjs", "package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"];
const hash = createHash("sha256");
for (const file of [...sources, ...settings]) {
  hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
}
const digest = hash.digest("hex");

const isCurrent = () =>
  existsSync(join(DIST, DIGEST)) &&
  readFileSync(join(DIST, DIGEST), "utf8") === digest &&
  outputs.every(existsSync);

/** Moves the files of a folder into dist/, and removes all others there. The digest, which states that dist/ is complete, comes last. */
function replaceBy(folder) {
  const files = filesIn(folder);
  rmSync(join(DIST, DIGEST), { force: true });
  for (const file of files) {
    const [from, to] = [join(folder, file), join(DIST, file)];
    if (!existsSync(to) || !readFileSync(from).equals(readFileSync(to))) {
      mkdirSync(dirname(to), { recursive: true });
      renameSync(from, to);
    }
  }
  // The program is started by its path in a checkout, where npm does not make it executable.
  chmodSync(join(DIST, "cli/main.js"), 0o755);
  const kept = new Set(files);
  filesIn(DIST)
    .filter((file) => !kept.has(file))
    .forEach((file) => rmSync(join(DIST, file), { force: true }));
  writeFileSync(join(folder, DIGEST), digest);
  renameSync(join(folder, DIGEST), join(DIST, DIGEST));
}

if (isForced || !isCurrent()) {
  const folder = join(ROOT, `.dist-${process.pid}`);
  const compiler = fileURLToPath(new URL("../bin/tsc", import.meta.resolve("typescript")));
  try {
    const argv = [compiler, "-p", "tsconfig.build.json", "--outDir", folder, ...options];
    process.exitCode = spawnSync(process.execPath, argv, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
    if (process.exitCode === 0) {
      assets.forEach((file) => cpSync(join(ROOT, file), join(folder, file)));
      replaceBy(folder);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
