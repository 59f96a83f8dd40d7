import { describe, expect, test } from "vitest";
import { judged, newIn } from "./judged.ts";

const LONG = 60_000;
const page = ({ statusUrl }: { readonly statusUrl: string }) => ({ statusUrl });

describe.each([
  ["statuspage", "statuspage-atlassian"],
  ["incident-io", "incident-io"],
  ["openstatus", "openstatus"],
])("%s", (profile, variant) => {
  test("a healthy page shows what its profile knows", { timeout: LONG }, async () => {
    const result = await judged({ variant, target: page }, { profile: [profile] });
    expect([newIn(result), result.verdict]).toStrictEqual([[], "conforms"]);
    // An array of incidents may stand where incident.io has none.
    const unmet = result.profiles?.[0]?.unmatched.map(({ clause }) => clause);
    const open = profile === "incident-io" ? ["2.2-incidents", "2.2-scheduled-maintenances"] : [];
    expect(unmet).toStrictEqual(open);
  });

  test("one more fault fails its clause alone", { timeout: LONG }, async () => {
    const fault = "summary-status-indicator-null";
    const result = await judged({ variant, target: page, fault }, { profile: [profile] });
    expect(newIn(result)).toStrictEqual([["2.2-status-indicator", "/status/indicator"]]);
    expect(result.verdict).toBe("nonconforming");
  });
});

describe("sourcify", () => {
  const variant = "sourcify";
  const target = ({
    verifyUrl,
    target: { samples },
  }: Parameters<NonNullable<Parameters<typeof judged>[0]["target"]>>[0]) => ({
    verifyUrl,
    samples: { verifications: samples.verifications },
  });

  test("a healthy server conforms with its profile, under its own paths", { timeout: LONG }, async () => {
    const result = await judged({ variant, target }, { profile: ["sourcify"] });
    expect([newIn(result), result.verdict]).toStrictEqual([[], "conforms"]);
  });

  test.each([
    ["session-contracts-chainid-as-number", "2.9-contract-chain-id"],
    ["direct-result-status-null", "2.9-result-entry-status"],
  ])("one more fault, %s, fails its clause alone", { timeout: LONG }, async (fault, clause) => {
    const result = await judged({ variant, target, fault }, { profile: ["sourcify"], level: "smoke" });
    expect([...new Set(newIn(result).map(([id]) => id))]).toStrictEqual([clause]);
  });
});
