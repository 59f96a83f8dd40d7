import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunResult } from "../../engine/model/results.ts";
import { FILES } from "../../reports/files/folder.ts";
import { command } from "../cli/io.ts";
import { program } from "../cli/program.ts";
import { catalogue } from "./judging.ts";

const MINUTE = 60_000;
const FEES = ["run", "--only", "4.5", "--only", "2.5", "--level", "smoke", "--seed", "7"];
let folder = "";
const at = (name: string): string => join(folder, name);

function resultIn(name: string): RunResult {
  return JSON.parse(readFileSync(join(at(name), FILES.results), "utf8"));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "shards-"));
  await program([...FEES, "--out", at("whole")]);
  await program([...FEES, "--shard", "1/2", "--out", at("one")]);
  await program([...FEES, "--shard", "2/2", "--out", at("two")]);
}, 2 * MINUTE);

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe("merge", { timeout: MINUTE }, () => {
  test("makes the folder of a run of two jobs: verdict, report, exit code", async () => {
    const { code, out, err } = await program(["merge", at("one"), at("two"), "--out", at("merged")]);
    expect({ code, err }).toStrictEqual({ code: 0, err: "" });
    const [whole, merged] = [resultIn("whole"), resultIn("merged")];
    const counts = ({ clauses }: RunResult) =>
      clauses.map(({ id, outcome, cases, field }) => ({ id, outcome, cases, field }));
    expect(counts(merged)).toStrictEqual(counts(whole));
    expect(merged.summary).toStrictEqual(whole.summary);
    expect(out.trimEnd().split("\n").at(-1)).toMatch(/^✔ conforms {3}/);
    expect(out).toContain("Again    ledger-conformance run --seed 7 --level smoke --only 4.5 --only 2.5\n");
    expect(existsSync(join(at("merged"), FILES.page))).toBe(true);
    rmSync(join(at("merged"), FILES.results));
    expect((await command(["report", at("merged")])).code).toBe(0);
    expect(resultIn("merged").summary).toStrictEqual(whole.summary);
  });

  test("is told of in every report of a shard, and no longer in those of the whole", () => {
    const note = "the verdict is for its clauses alone; merge makes one of all";
    for (const name of [FILES.page, FILES.summary]) {
      expect(readFileSync(join(at("one"), name), "utf8")).toContain(`1 of 2: ${note}`);
      expect(readFileSync(join(at("merged"), name), "utf8")).not.toContain(note);
    }
  });

  test(
    "with --fail-on new fails on what an earlier result does not hold",
    { timeout: 2 * MINUTE },
    async () => {
      for (const share of ["1/2", "2/2"]) {
        const own = ["--fault", "fees-timestamp-missing", "--shard", share, "--no-allure"];
        await command([...FEES, ...own, "--out", at(`job-${share[0]}`)]);
      }
      const merging = async (out: string, ...more: readonly string[]) =>
        await command(["merge", at("job-1"), at("job-2"), "--no-allure", "--out", at(out), ...more]);
      const newSince = (name: string) => ["--fail-on", "new", "--previous", at(name)];
      expect((await merging("night")).code).toBe(1);
      expect((await merging("second", ...newSince("night"))).code).toBe(0);
      expect(resultIn("second").clauses.find(({ id }) => id === "2.5-timestamp")?.outcome).toBe("known");
      expect(readFileSync(join(at("second"), FILES.summary), "utf8")).toContain("## Changed");
      // The earlier result is that of a service without the fault.
      expect((await merging("worse", ...newSince("whole"))).code).toBe(1);
      const first = await merging("first", ...newSince("none"));
      expect([first.code, first.err]).toStrictEqual([
        1,
        expect.stringContaining("there is no earlier result"),
      ]);
      const alone = await merging("never", "--fail-on", "new");
      expect([alone.code, alone.err]).toStrictEqual([
        2,
        expect.stringContaining("give its folder with --previous"),
      ]);
      expect(existsSync(at("never"))).toBe(false);
    },
  );

  test("says what is missing, with exit code 2", async () => {
    const { code, out, err } = await command(["merge", at("two"), "--out", at("half")]);
    expect({ code, err }).toStrictEqual({ code: 2, err: "ledger-conformance: shard 1/2 is missing\n" });
    expect(out).toContain("shard 1/2 is missing");
    expect(resultIn("half")).toMatchObject({ verdict: "incomplete", reason: "shard 1/2 is missing" });
  });

  test("takes what the journal tells of a shard that was killed", async () => {
    const lines = readFileSync(join(at("two"), FILES.journal), "utf8").split("\n");
    const cut = lines.findIndex((line) => line.startsWith('{"type":"watched"'));
    expect(cut).toBeGreaterThan(0);
    mkdirSync(at("killed"));
    writeFileSync(join(at("killed"), FILES.journal), lines.slice(0, cut).join("\n"));
    const { code, err } = await command(["merge", at("one"), at("killed"), "--out", at("cut-short")]);
    expect(code).toBe(2);
    expect(err).toBe("ledger-conformance: shard 2/2: the run ended before it had judged everything\n");
    const ids = (name: string): readonly string[] => resultIn(name).clauses.map(({ id }) => id);
    expect(ids("cut-short").toSorted()).toStrictEqual(ids("whole").toSorted());
  });

  test("refuses in one line, and writes nothing", async () => {
    const refused = async (...dirs: readonly string[]): Promise<string> => {
      const { code, out, err } = await command(["merge", ...dirs, "--out", at("refused")]);
      expect({ code, out }).toStrictEqual({ code: 2, out: "" });
      expect(existsSync(at("refused"))).toBe(false);
      return err;
    };
    expect(await refused(at("one"), at("one"))).toMatch(/are both shard 1\/2: give each shard once\n$/);
    expect(await refused(at("one"), at("whole"))).toMatch(
      /whole: not a shard: its run was made without --shard\n$/,
    );
    expect(await refused(folder)).toMatch(/there is no result in this folder\n$/);
    const { code, err } = await command(["merge", at("one"), at("two"), "--out", at("two")]);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("is one of the shards") });
    expect(resultIn("two").shard?.index).toBe(2);
    const other = at("other-seed");
    await program([...FEES.slice(0, -1), "8", "--shard", "2/2", "--out", other]);
    expect(await refused(at("one"), other)).toContain("they differ in the seed");
  });
});

describe("run --shard", () => {
  test("plans its share at its part of the rate", async () => {
    const remote = ["run", "--dry-run", "--base-url", "https://ledger.example.test", "--shard", "2/4"];
    const { out } = await command(remote);
    expect(out).toMatch(new RegExp(`Shard +2 of 4: \\d+ of ${catalogue.clauses.length} clauses`));
    expect(out).toContain(
      "8 at a time, 5 requests a second (as usual for a machine that others share; 20 a second divided by 4 shards)",
    );
    expect(out).toMatch(/at least .* at 5 a second/);
    const { out: given } = await command([...remote, "--rps", "10"]);
    expect(given).toContain("2.5 requests a second (as given; 10 a second divided by 4 shards)");
    const { out: local } = await command(["run", "--dry-run", "--shard", "1/3"]);
    expect(local).toContain("no limit on the rate (as usual on this machine)");
  });

  test("shares one seed where none is given", async () => {
    const plans = await Promise.all(
      ["1/2", "2/2"].map((shard) => command(["run", "--dry-run", "--shard", shard])),
    );
    expect(plans.map(({ out }) => /seed (\d+)/.exec(out)?.[1])).toStrictEqual(["1", "1"]);
  });

  test("lists its clauses, and the shards together list all", async () => {
    const lists = await Promise.all(
      ["1/3", "2/3", "3/3"].map((shard) => command(["run", "--list", "--shard", shard])),
    );
    const whole = await command(["run", "--list"]);
    const ids = (out: string): readonly string[] =>
      out
        .trimEnd()
        .split("\n")
        .map((line) => line.split(" ")[0] ?? "");
    expect(lists.flatMap(({ out }) => ids(out)).toSorted()).toStrictEqual(ids(whole.out).toSorted());
  });

  test.each(["0/4", "5/4", "1", "a/b", "1/0", "1/2/3", "-1/2", "1/1001"])(
    "%s is refused in one line",
    async (shard) => {
      const { code, err } = await command(["run", "--shard", shard]);
      expect(code).toBe(2);
      expect(err).toMatch(/^ledger-conformance: .*It must be I\/N, such as 2\/4.*\n$/);
    },
  );

  test("more shards than there is to split are refused", async () => {
    const { code, err } = await command(["run", "--only", "2.5", "--shard", "2/4"]);
    expect(code).toBe(2);
    expect(err).toBe(
      "ledger-conformance: --shard 2/4: the selected clauses do not fall into 4 shards, give fewer\n",
    );
  });
});
