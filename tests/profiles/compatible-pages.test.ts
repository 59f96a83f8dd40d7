import { describe, expect, test } from "vitest";
import type { Json } from "../../reference/json.ts";
import { changeAt } from "../real/change.ts";
import { startIncidentIo, startOpenstatus } from "../real/statuspage.ts";
import { idsOf, judged, newIn } from "./judged.ts";

const status = (statusUrl: string) => ({ statusUrl });
const PAGES = { "incident-io": startIncidentIo, openstatus: startOpenstatus };

describe.each(["incident-io", "openstatus"] as const)("%s", (name) => {
  const start = PAGES[name];

  test("a healthy page with its profile conforms; without it, it does not", async () => {
    const result = await judged(start(), status, { profile: name });
    expect([result.verdict, result.reason]).toStrictEqual(["conforms", undefined]);
    expect((await judged(start(), status, {})).verdict).not.toBe("conforms");
  });

  test("is known by its signs", async () => {
    const result = await judged(start(), status, { profile: "auto" });
    expect([result.verdict, result.profiles?.map((profile) => profile.name)]).toStrictEqual([
      "conforms",
      [name],
    ]);
  });

  test.each([
    ["2.2-status-indicator", "/status/indicator", ["status"], { indicator: null }],
    ["2.2-component-name", "/components/1/name", ["components", "1"], { name: undefined }],
    ["2.2-component-group", "/components/0/group", ["components", "0"], { group: "no" }],
    ["2.2-page-updated-at", "/page/updated_at", ["page"], { updated_at: "today" }],
    ["2.2-incidents", "/incidents", [], { incidents: "none" }],
  ] as const)("one more fault fails its clause alone: %s", async (id, pointer, path, change) => {
    const broken = (_path: string, body: Json) => changeAt(body, path, change);
    const result = await judged(start(broken), status, { profile: name });
    expect(result.verdict).toBe("nonconforming");
    expect(newIn(result).map(([clause, place]) => [clause, place])).toStrictEqual([[id, pointer]]);
  });
});

test("every deviation of openstatus is met, the path of the summary among them", async () => {
  const result = await judged(startOpenstatus(), status, { profile: "openstatus" });
  expect(result.profiles?.[0]?.unmatched).toStrictEqual([]);
  expect(result.profiles?.[0]?.paths).toMatchObject([{ used: "/api/status/summary.json" }]);
  expect(idsOf(result, "known")).toContain("4.2-answers-200");
});
