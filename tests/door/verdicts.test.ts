import { afterAll, beforeAll, expect, test } from "vitest";
import type { Outcome } from "../../engine/model/clause-results.ts";
import { clauses, reference, run, type Reference } from "../../lib/index.ts";
import { vitestProject, type ToldTest, type VitestProject } from "./vitest-project.ts";

let project: VitestProject;
let good: Reference;

beforeAll(async () => {
  project = vitestProject();
  good = await reference.start();
});

afterAll(async () => {
  await good.close();
  project.remove();
});

const OF_VITEST: Readonly<Record<Outcome, ToldTest["status"]>> = {
  pass: "passed",
  fail: "failed",
  known: "skipped",
  inconclusive: "skipped",
  notExercised: "skipped",
};

const SOME = { level: "smoke", seed: 3, only: ["2.3", "2.5", "4.1"] } as const;
const BROKEN = [
  { fault: "tokens-decimals-as-text-on-last-page" },
  { fault: "tokens-row-twice-between-pages" },
  { fault: "tokens-admin-key-missing" },
  { fault: "fees-gas-as-text" },
  { variant: "absolute-links" },
];

test("tests end as the clauses of a run do, of broken services and of a legal variant", async () => {
  const servers = await Promise.all(BROKEN.map((broken) => reference.start(broken)));
  try {
    const results = await Promise.all(servers.map(({ target }) => run(target, SOME)));
    servers.forEach(({ target }, index) => project.spec(`service-${index}`, target, SOME));
    const told = await project.tests(...servers.map((_, index) => `service-${index}`));
    for (const [index, { clauses: all, summary }] of results.entries()) {
      const ended = all.map(({ id }) => [id, told[index]?.get(id)?.status] as const);
      const wanted = all.map(({ id, outcome }) => [id, OF_VITEST[outcome]] as const);
      expect(Object.fromEntries(ended)).toStrictEqual(Object.fromEntries(wanted));
      expect(told[index]?.size).toBe(all.length + 1);
      expect(project.result(`service-${index}`).summary).toStrictEqual(summary);
      expect(summary.fail > 0).toBe(index < 4);
    }
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
});

test("a failed test shows clause, pointer, expected, actual and the request; a known deviation is skipped", async () => {
  const server = await reference.start({ fault: "fees-gas-as-text" });
  try {
    const known = [{ clause: "2.5-timestamp", reason: "not met" }];
    project.spec("failing", server.target, { only: ["2.5"], known });
    const failing = await project.run("failing");
    expect(failing.code).toBe(1);
    for (const part of [
      "2.5-fee-gas",
      "pointer",
      "/fees/0/gas",
      "expected",
      "actual",
      "curl ",
      "Expected:",
      "Received:",
    ]) {
      expect(failing.out).toContain(part);
    }
    project.spec("known", server.target, {
      only: ["2.5"],
      known: [{ clause: "2.5-fee-gas", reason: "text until June" }],
    });
    const { code, out } = await project.run("known", "--reporter=verbose");
    expect(code).toBe(0);
    expect(out).toMatch(/↓ .*2\.5-fee-gas .*text until June/);
  } finally {
    await server.close();
  }
});

test("strict, an inconclusive clause fails", async () => {
  const target = { baseUrl: good.baseUrl };
  const options = { level: "smoke", seed: 1, only: ["2.3", "4.1"], strict: true } as const;
  const { clauses: all } = await run(target, options);
  const open = all.filter(({ outcome }) => outcome === "inconclusive");
  project.spec("strict", target, options);
  const [told] = await project.tests("strict");
  expect(open.length).toBeGreaterThan(0);
  expect(open.map(({ id }) => told?.get(id)?.status)).toStrictEqual(open.map(() => "failed"));
});

test("strict, what is odd fails the run: no clause tells it", async () => {
  const { baseUrl, samples } = good.target;
  const contracts = [...samples.contracts.slice(0, 1), samples.missing.contract];
  const options = { level: "standard", seed: 1, only: ["4.8-answers-200"] } as const;
  for (const strict of [false, true]) {
    project.spec("odd", { baseUrl, samples: { contracts } }, { ...options, strict });
    const [told] = await project.tests("odd");
    const result = project.result("odd");
    expect([result.verdict, result.odd?.length]).toStrictEqual([strict ? "nonconforming" : "conforms", 1]);
    expect(told?.get("the")?.status).toBe(strict ? "failed" : "passed");
  }
});

test("a name that is filtered by sends the requests of its clause alone", async () => {
  const sentBy = async (act: () => Promise<unknown>): Promise<number> => {
    const before = good.requests();
    await act();
    return good.requests() - before;
  };
  project.spec("filtered", good.target);
  const alone = await sentBy(() => run(good.target, { level: "smoke", seed: 1, only: ["2.3-decimals"] }));
  expect(alone).toBeLessThan(20);
  expect(await sentBy(() => project.run("filtered", "-t", "2.3-decimals"))).toBe(alone);
  expect(project.result("filtered").clauses.map(({ id }) => id)).toStrictEqual(["2.3-decimals"]);
  expect(await sentBy(() => project.run("filtered", "-t", "no clause is named so"))).toBe(0);
});

test("a clause that nothing could be judged of does not pass for itself", async () => {
  project.spec("alone", { baseUrl: good.baseUrl }, {});
  const { code, out } = await project.run("alone", "-t", "2.7-gas-used");
  expect([code, out]).toStrictEqual([1, expect.stringContaining("no clause was tested")]);
});

test("where the run cannot begin every test fails at once, with the reason", async () => {
  project.spec("unreachable", { baseUrl: "http://127.0.0.1:1" }, { only: ["4.5"] });
  project.spec("wrong", good.target, { only: ["4.5"], known: "nowhere.json" });
  const count = (await clauses({ only: ["4.5"] })).length + 1;
  const [unreachable, wrong] = await project.tests("unreachable", "wrong");
  for (const [told, reason] of [
    [unreachable, "the connection was refused"],
    [wrong, "nowhere.json"],
  ] as const) {
    const tests = [...(told?.values() ?? [])];
    expect(tests.map(({ status }) => status)).toStrictEqual(Array(count).fill("failed"));
    expect(tests.filter(({ failureMessages: [why = ""] }) => !why.includes(reason))).toStrictEqual([]);
  }
});

test("a folder that is somebody else's fails every test before a request is sent", async () => {
  project.file("out-foreign/index.html", "somebody's home page");
  project.spec("foreign", good.target, { only: ["4.5"] });
  const before = good.requests();
  const [foreign] = await project.tests("foreign");
  const told = [...(foreign?.values() ?? [])];
  expect(told.length).toBeGreaterThan(1);
  expect(told.map(({ status }) => status)).toStrictEqual(told.map(() => "failed"));
  expect(good.requests()).toBe(before);
});
