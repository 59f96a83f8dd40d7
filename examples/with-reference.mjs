// Runs a command with two services to test: the reference, which conforms, and a copy of it with a fault.
//
//     node examples/with-reference.mjs sh examples/matrix/run.sh
//
// The command gets its settings from the environment: a folder of target files (TARGETS), one of these files
// (CONFORMANCE_TARGET), folders for results (OUT, SITE), and the program ledger-conformance in PATH. The exit code is
// that of the command.
import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { reference } from "ledger-conformance";

const folder = await mkdtemp(join(tmpdir(), "example-"));
const inFolder = (name) => join(folder, name);
["bin", "targets"].forEach((name) => mkdirSync(inFolder(name)));
symlinkSync(join(import.meta.dirname, "../dist/cli/main.js"), inFolder("bin/ledger-conformance"));

const services = {
  conforming: await reference.start(),
  faulty: await reference.start({ fault: "fees-order-ignored" }),
};
for (const [name, { baseUrl }] of Object.entries(services)) {
  writeFileSync(
    inFolder(`targets/${name}.json`),
    JSON.stringify({ baseUrl, level: "smoke", only: ["networkFees"] }),
  );
}

const [command, ...argv] = process.argv.slice(2);
const env = {
  LEVEL: "smoke",
  ...process.env,
  CONFORMANCE_TARGET: inFolder("targets/conforming.json"),
  TARGETS: inFolder("targets"),
  OUT: inFolder("conformance"),
  SITE: inFolder("site"),
  PATH: [inFolder("bin"), process.env.PATH].join(delimiter),
};
spawn(command, argv, { env, stdio: "inherit" }).once("close", async (code) => {
  process.exitCode = code ?? 1;
  await Promise.all(Object.values(services).map((service) => service.close()));
  console.log(`The results are in ${folder}.`);
});
