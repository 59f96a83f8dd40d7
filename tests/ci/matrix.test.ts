// Many implementations on one machine: the script of examples/matrix with a reference, a fault and one that is down
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownReference } from "../tools/own.ts";
import type { Ended } from "../tools/processes.ts";
import { needsPrograms } from "../tools/programs.ts";
import { ROOT, workspace } from "./steps.ts";

const MINUTES = 180_000;
const NAMES = ["down", "reference", "wrong-order"];
const space = workspace();
const write = (name: string, target: object): void =>
  writeFileSync(join(space.dir, "targets", `${name}.json`), JSON.stringify(target));

mkdirSync(join(space.dir, "targets"));
const { target: sound } = await ownReference();
write("reference", sound);
write("wrong-order", (await ownReference({ fault: "fees-order-ignored" })).target);
const { target: repaired } = await ownReference();
write("down", { baseUrl: "http://127.0.0.1:9" });

const MATRIX = `sh ${JSON.stringify(join(ROOT, "examples/matrix/run.sh"))}`;
const night = (): Promise<Ended> =>
  space.run(`${MATRIX} --only 4.5-order-sorted --seed 1`, { LEVEL: "smoke" }, ["sh"]);

test(
  "each service is tested although others fail or are down, and a page compares the results",
  async (context) => {
    needsPrograms(context, "sh", "basename", "dirname", "env", "mkdir", "mv", "rm");
    const first = await night();
    expect([first.code, first.out]).toEqual([2, expect.stringMatching(/3 results: 1 of 1 clause differs\n/)]);
    const page = (): string => readFileSync(join(space.dir, "site/index.html"), "utf8");
    const heads = (): readonly (readonly string[])[] =>
      [...page().matchAll(/<h2><a href="([^"]*)">([^<]*)<\/a><\/h2>/g)].map(([, ...head]) => head);
    expect(heads()).toStrictEqual(NAMES.map((name) => [`${name}/index.html`, name]));
    expect(page()).toMatch(/incomplete<\/strong\s*>: the ledger query service .* cannot be reached/);
    for (const name of NAMES) expect(existsSync(join(space.dir, "site", name, "badge.json"))).toBe(true);
    // In the next run, one fault is repaired and a target file cannot be read: the other implementations are shown.
    write("wrong-order", repaired);
    write("down", { baseUrl: "no URL" });
    const second = await night();
    expect([second.code, second.err]).toStrictEqual([2, expect.stringContaining("no URL")]);
    expect(heads().map(([, name]) => name)).toStrictEqual(["reference", "wrong-order"]);
  },
  MINUTES,
);
