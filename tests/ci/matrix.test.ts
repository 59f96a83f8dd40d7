// Many implementations on one machine: the script of examples/matrix with a reference, a fault and one that is down
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startReference, type Reference } from "../../reference/server.ts";
import { ROOT, workspace, type Ended, type Workspace } from "./steps.ts";

const MINUTES = 180_000;
const SERVED = {
  reference: {},
  "wrong-order": { fault: "fees-order-ignored" },
} as const;

let space: Workspace;
let servers: readonly Reference[] = [];

beforeAll(async () => {
  space = workspace();
  mkdirSync(join(space.dir, "targets"));
  servers = await Promise.all(Object.values(SERVED).map((options) => startReference(options)));
  for (const [index, name] of Object.keys(SERVED).entries()) {
    write(name, servers[index]?.target ?? {});
  }
  write("down", { baseUrl: "http://127.0.0.1:9" });
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  space.remove();
});

const write = (name: string, target: object): void =>
  writeFileSync(join(space.dir, "targets", `${name}.json`), JSON.stringify(target));

const night = (): Promise<Ended> =>
  space.run(
    `sh ${JSON.stringify(join(ROOT, "examples/matrix/run.sh"))} --only 4.5-order-sorted --seed 1`,
    { LEVEL: "smoke" },
    ["sh"],
  );

test(
  "each is tested though others fail or are down, and a page compares them",
  async () => {
    const first = await night();
    expect([first.code, first.out]).toStrictEqual([
      2,
      expect.stringMatching(/3 results: 1 of 1 clause differs\n/),
    ]);
    const page = (): string => readFileSync(join(space.dir, "site/index.html"), "utf8");
    const heads = (): readonly (readonly string[])[] =>
      [...page().matchAll(/<h2><a href="([^"]*)">([^<]*)<\/a><\/h2>/g)].map(([, ...head]) => head);
    expect(heads()).toStrictEqual(
      ["down", ...Object.keys(SERVED)].toSorted().map((name) => [`${name}/index.html`, name]),
    );
    expect(page()).toMatch(/incomplete<\/strong\s*>: the ledger query service .* cannot be reached/);
    for (const name of [...Object.keys(SERVED), "down"]) {
      expect(existsSync(join(space.dir, "site", name, "badge.json"))).toBe(true);
    }
    // A night later the fault of one is repaired, and a target file cannot be read: the others are shown all the same.
    write("wrong-order", servers[0]?.target ?? {});
    write("down", { baseUrl: "no URL" });
    const second = await night();
    expect([second.code, second.err]).toStrictEqual([2, expect.stringContaining("no URL")]);
    expect(heads().map(([, name]) => name)).toStrictEqual(["reference", "wrong-order"]);
  },
  MINUTES,
);
