import { describe, expect, test } from "vitest";
import { startMirrorNode } from "../real/mirror-node/app.ts";
import { listSlips } from "../real/mirror-node/slips/lists.ts";
import { recordSlips } from "../real/mirror-node/slips/records.ts";
import { NAMED } from "../real/mirror-node/slips/named.ts";
import { idsOf, judged } from "./judged.ts";

const slips = [...listSlips, ...recordSlips];

describe("a slip in one line of a mirror node is named, although its profile is applied", () => {
  test.concurrent.each(slips.map((slip) => [`${slip.endpoint}: ${slip.name}`, slip] as const))(
    "%s",
    { timeout: 120_000 },
    async (name, breakage) => {
      const clause = NAMED[name] ?? "";
      const target = (baseUrl: string) => ({ baseUrl });
      const options = { profile: "hiero-mirror-node", only: [clause] };
      const result = await judged(startMirrorNode({ breakage }), target, options);
      expect([result.verdict, idsOf(result, "fail")]).toStrictEqual(["nonconforming", [clause]]);
    },
  );

  test("each of them has its clause", () => {
    expect(Object.keys(NAMED)).toStrictEqual(slips.map(({ endpoint, name }) => `${endpoint}: ${name}`));
  });
});
