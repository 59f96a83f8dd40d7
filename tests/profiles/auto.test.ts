import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run, type RunOptions, type TargetFile } from "../../lib/index.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { variants } from "../../reference/variants.ts";
import { command } from "../cli/io.ts";
import { startMirrorNode } from "../real/mirror-node/app.ts";
import type { Served } from "../real/serve.ts";
import { SAMPLES, startSourcify } from "../real/sourcify.ts";
import { startStatuspage } from "../real/statuspage.ts";

const AUTO = { profile: "auto", level: "smoke", seed: 7 } as const;
const RELEASES = ["0.123", "0.152", "0.160"] as const;

let services: readonly Served[];
let target: TargetFile;
let reference: Reference;

beforeAll(async () => {
  const [page, node, sourcify] = await Promise.all([startStatuspage(), startMirrorNode(), startSourcify()]);
  services = [page, node, sourcify];
  target = {
    statusUrl: page.url,
    baseUrl: node.url,
    verifyUrl: sourcify.url,
    samples: { verifications: SAMPLES },
  };
  reference = await startReference();
});

afterAll(async () => {
  await Promise.all([...services, reference].map((server) => server.close()));
});

async function told(service: TargetFile, options: Partial<RunOptions> = {}) {
  const lines: string[] = [];
  const result = await run(service, {
    ...AUTO,
    ...options,
    onWarning: (line) => lines.push(line),
  });
  return { result, lines };
}

test("each service is taken for what it shows, and conforms as with its profile", async () => {
  const { result, lines } = await told(target);
  expect(lines).toStrictEqual([
    "the status page service is taken for Atlassian Statuspage: --profile statuspage",
    "the ledger query service is taken for Hiero mirror node, REST API: --profile hiero-mirror-node",
    "the verification service is taken for Sourcify server, API v1: --profile sourcify",
  ]);
  expect(result.verdict).toBe("conforms");
  expect(result.profiles?.map(({ name }) => name)).toStrictEqual([
    "statuspage",
    "hiero-mirror-node",
    "sourcify",
  ]);
  // The requests behind it stand on the bill, and the same profiles are named when it is run again.
  const alone = await run(target, { ...AUTO, profile: ["statuspage", "hiero-mirror-node", "sourcify"] });
  expect(result.requests - alone.requests).toBe(5);
  expect(result.invocation?.options["profile"]).toStrictEqual(alone.invocation?.options["profile"]);
}, 120_000);

test.each(RELEASES)(
  "a mirror node of release %s is known by its error texts",
  async (release) => {
    const node = await startMirrorNode({ release });
    try {
      const { lines } = await told({ baseUrl: node.url }, { only: ["networkFees"] });
      expect(lines).toStrictEqual([expect.stringContaining("taken for Hiero mirror node")]);
    } finally {
      await node.close();
    }
  },
  60_000,
);

test("a service that shows no sign is judged without a profile, and told so", async () => {
  const { result, lines } = await told(reference.target);
  expect(lines).toStrictEqual(
    ["status page", "ledger query", "verification"].map(
      (name) => `the ${name} service shows the signs of no profile: it is judged without one`,
    ),
  );
  expect([result.verdict, result.profiles]).toStrictEqual(["conforms", undefined]);
}, 60_000);

test("no legal variant is taken for an implementation that it is not", async () => {
  for (const variant of Object.keys(variants)) {
    const server = await startReference({ variant });
    const { lines } = await told(server.target, { only: ["2.2-status"] });
    await server.close();
    expect(lines.filter((line) => line.includes("taken for"))).toStrictEqual([]);
  }
}, 120_000);

test("a profile that is given for a service stands, and the others are looked for", async () => {
  const { lines } = await told(target, { profile: ["auto", "sourcify"], only: ["2.2-status"] });
  expect(lines.map((line) => line.replace(/^.*--profile /, ""))).toStrictEqual([
    "statuspage",
    "hiero-mirror-node",
  ]);
}, 60_000);

test("the command line says what it took the services for; a plan asks nothing", async () => {
  const out = mkdtempSync(join(tmpdir(), "auto-"));
  const words = ["run", "--status-url", target.statusUrl ?? "", "--profile", "auto", "--only", "2.2-status"];
  const judged = await command([...words, "--no-allure", "--seed", "1", "--out", out]);
  expect([judged.code, judged.out]).toStrictEqual([
    0,
    expect.stringContaining("taken for Atlassian Statuspage"),
  ]);
  const plan = await command([...words, "--dry-run"]);
  expect([plan.code, plan.out]).toStrictEqual([0, expect.not.stringContaining("taken for")]);
  rmSync(out, { recursive: true });
  const none = await command(["run", "--profile", "auto"]);
  expect([none.code, none.err]).toStrictEqual([2, expect.stringContaining("give its URL")]);
}, 60_000);
