import { describe, expect, test } from "vitest";
import { LEVELS } from "../../engine/model/settings.ts";
import { idsOf, judged, newIn } from "./judged.ts";

const profile = "hiero-mirror-node";
/** `SEEDS=all` takes twenty seeds of each release at each level, and an hour; outcomes.test.ts has one every day. */
const isAll = process.env["SEEDS"] === "all";
const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
const runs = ["0.123", "0.152", "0.160"].flatMap((release) =>
  LEVELS.flatMap((level) => seeds.map((seed) => [release, level, seed] as const)),
);

describe.runIf(isAll)("a healthy mirror node conforms with its profile, whatever the seed", () => {
  test.each(runs)("%s at %s, seed %d", { timeout: 300_000 }, async (release, level, seed) => {
    const result = await judged({ variant: `${profile}-${release}` }, { profile: [profile], level, seed });
    expect([result.verdict, idsOf(result, "fail"), newIn(result)]).toStrictEqual(["conforms", [], []]);
  });
});
