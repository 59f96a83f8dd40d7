import { describe, expect, test } from "vitest";
import { startStatuspage } from "../real/statuspage.ts";
import { changeAt } from "../real/change.ts";
import { idsOf, judged, newIn } from "./judged.ts";

const profile = "statuspage";
const status = (statusUrl: string) => ({ statusUrl });
const KNOWN = ["2.2-component-start-date", "2.2-components", "2.2-incidents", "2.2-scheduled-maintenances"];

test("a healthy page with its profile conforms, each deviation known", async () => {
  const result = await judged(startStatuspage(), status, { profile });
  expect(result.verdict).toBe("conforms");
  expect(idsOf(result, "known")).toStrictEqual(KNOWN);
  expect(result.known?.met?.map(({ pointer }) => pointer)).toStrictEqual([
    "/components",
    "/incidents",
    "/scheduled_maintenances",
    "/components/*/start_date",
    "/incidents/*/components/*/start_date",
    "/scheduled_maintenances/*/components/*/start_date",
  ]);
  expect(result.profiles?.[0]?.unmatched).toStrictEqual([]);
  expect(idsOf(result, "inconclusive")).toStrictEqual([]);
});

test("without the profile the same deviations are failures", async () => {
  const result = await judged(startStatuspage(), status, {});
  expect(result.verdict).toBe("nonconforming");
  expect(idsOf(result, "fail")).toStrictEqual(KNOWN);
});

describe("inside the arrays that stand for single objects, one more fault fails its clause alone", () => {
  test.each([
    ["2.2-component-position", "/components/1/position", ["components", "1"], { position: "2" }],
    ["2.2-component-group", "/components/2/group", ["components", "2"], { group: undefined }],
    ["2.2-component-start-date", "/components/0/start_date", ["components", "0"], { start_date: 5 }],
    ["2.2-incident-impact", "/incidents/0/impact", ["incidents", "0"], { impact: null }],
    [
      "2.2-incident-update-body",
      "/incidents/0/incident_updates/1/body",
      ["incidents", "0", "incident_updates", "1"],
      { body: undefined },
    ],
    [
      "2.2-component-updated-at",
      "/incidents/0/components/0/updated_at",
      ["incidents", "0", "components", "0"],
      { updated_at: "2026-08-07" },
    ],
    [
      "2.2-scheduled-maintenance-scheduled-for",
      "/scheduled_maintenances/0/scheduled_for",
      ["scheduled_maintenances", "0"],
      { scheduled_for: "soon" },
    ],
    ["2.2-components", "/components", [], { components: null }],
  ] as const)("%s at %s", async (id, pointer, path, change) => {
    const result = await judged(
      startStatuspage((_, body) => changeAt(body, path, change)),
      status,
      { profile },
    );
    expect(result.verdict).toBe("nonconforming");
    expect(newIn(result).map(([clause, place]) => [clause, place])).toStrictEqual([[id, pointer]]);
  });
});
