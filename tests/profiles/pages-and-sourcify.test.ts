// That a fault fails its clause although a profile is applied: recordings.test.ts
import { expect, test } from "vitest";
import type { Reference } from "../../reference/server.ts";
import { checked, newIn } from "./check-variant.ts";

test.each([
  ["statuspage", "statuspage-atlassian", []],
  // An array of incidents may stand where incident.io has none.
  ["incident-io", "incident-io", ["2.2-incidents", "2.2-scheduled-maintenances"]],
  ["openstatus", "openstatus", []],
  ["sourcify", "sourcify", []],
])("a healthy %s shows what its profile knows, under its own paths", async (profile, variant, open) => {
  const target = ({ statusUrl, verifyUrl, target: { samples } }: Reference) =>
    profile === "sourcify" ? { verifyUrl, samples: { verifications: samples.verifications } } : { statusUrl };
  const result = await checked({ variant, target }, { profile: [profile] });
  expect([newIn(result), result.verdict]).toStrictEqual([[], "conforms"]);
  expect(result.profiles?.[0]?.unmatched.map(({ clause }) => clause)).toStrictEqual(open);
});
