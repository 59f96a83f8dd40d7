import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import type { RunResult } from "../../engine/model/results.ts";
import { startReference, type Reference } from "../../reference/server.ts";
import { filled, ROOT, workflowIn, workspace, type Context, type Ended, type Workspace } from "./steps.ts";

const MINUTE = 60_000;
const SHARES = [1, 2, 3, 4];
const TOKEN = "tok-77c2-0451-secret";

let space: Workspace;
let honest: Reference;
let broken: Reference;

beforeAll(async () => {
  [honest, broken] = await Promise.all([startReference(), startReference({ fault: "tokens-links-missing" })]);
});

beforeEach(() => {
  space = workspace();
});

afterEach(() => {
  space.remove();
});

afterAll(async () => {
  await Promise.all([honest.close(), broken.close()]);
});

/** A target file that needs a secret. */
function writeTarget({ target }: Reference): void {
  const headers = { base: { authorization: "Bearer ${LEDGER_TOKEN}" } };
  writeFileSync(join(space.dir, "target.json"), JSON.stringify({ ...target, headers }));
}

function merged(): RunResult {
  const result: RunResult = JSON.parse(space.read("conformance/results.json"));
  return result;
}

const workflow = workflowIn(".github/workflows/conformance.yml");

/** Runs a step of the workflow by its name. */
async function githubStep(name: string, inputs: Context): Promise<Ended> {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps ?? []);
  const step = steps.find((other) => other.name === name);
  const env = Object.entries(step?.env ?? {}).map(([key, value]) => [key, filled(value, inputs)] as const);
  return await space.run(step?.run ?? "exit 9", Object.fromEntries(env));
}

async function githubShare(share: number): Promise<Ended> {
  return await githubStep("Judge this job's share", {
    "matrix.shard": String(share),
    "github.run_number": "7",
    "inputs.level || 'standard'": "smoke",
    "inputs.rps": "",
    "inputs.target": "target.json",
    "inputs.known": "",
    "secrets.variables": `LEDGER_TOKEN=${TOKEN}\n`,
  });
}

/** What the artifacts do between the jobs. */
function handOver(): void {
  mkdirSync(join(space.dir, "shares"));
  for (const share of SHARES) {
    renameSync(join(space.dir, `share-${share}`), join(space.dir, "shares", `share-${share}`));
  }
}

test("the matrix has the shares that the steps count to", () => {
  expect(workflow.jobs["judge"]?.strategy?.matrix["shard"]).toStrictEqual(SHARES);
  const share = workflow.jobs["judge"]?.steps?.find(({ env }) => env?.["SHARD"] !== undefined);
  expect(share?.env?.["SHARD"]).toBe(`\${{ matrix.shard }}/${SHARES.length}`);
});

test(
  "four jobs on GitHub and their merge judge every clause of a healthy service, and no output has the secret",
  async () => {
    writeTarget(honest);
    const shares = [];
    for (const share of SHARES) {
      shares.push(await githubShare(share));
    }
    expect(shares.map(({ code }) => code)).toStrictEqual([0, 0, 0, 0]);
    handOver();
    const last = await githubStep("Bring the shares together", {});
    expect({ code: last.code, err: last.err }).toStrictEqual({ code: 0, err: "" });
    expect(merged()).toMatchObject({ verdict: "conforms", seed: 7, level: "smoke" });
    expect(merged().clauses).toHaveLength((await loadCatalogue()).clauses.length);
    const said = [...shares, last].map(({ out, err }) => out + err).join("\n");
    const written = ["results.json", "index.html", "junit.xml"].map((name) =>
      space.read(`conformance/${name}`),
    );
    expect([said, ...written].filter((text) => text.includes(TOKEN))).toStrictEqual([]);
  },
  3 * MINUTE,
);

interface GitlabJob {
  readonly script: readonly string[];
  readonly artifacts: { readonly paths: readonly string[]; readonly reports?: { readonly junit: string } };
  readonly parallel?: number;
}

/** Runs the script of a job of the template as the runner does, with a shell that knows no arrays. */
async function gitlabJob(name: string, env: Context): Promise<Ended> {
  const content: Readonly<Record<string, GitlabJob>> = parse(
    readFileSync(join(ROOT, "templates/gitlab-ci.yml"), "utf8"),
  );
  return await space.run((content[name]?.script ?? ["exit 9"]).join("\n"), env, ["sh", "-e"]);
}

test(
  "what shares find on GitLab fails the job that merges them and no other; a share that is missing is not overlooked",
  async () => {
    writeTarget(broken);
    const env = {
      CI_NODE_TOTAL: "4",
      CI_PIPELINE_IID: "7",
      CONFORMANCE_TARGET: "target.json",
      CONFORMANCE_LEVEL: "smoke",
      LEDGER_TOKEN: TOKEN,
    };
    const codes = [];
    for (const share of SHARES) {
      codes.push((await gitlabJob("conformance-share", { ...env, CI_NODE_INDEX: String(share) })).code);
    }
    expect(codes).toStrictEqual([0, 0, 0, 0]);
    const whole = await gitlabJob("conformance", env);
    expect(whole.code).toBe(1);
    expect(merged().verdict).toBe("nonconforming");
    expect(existsSync(join(space.dir, "conformance/junit.xml"))).toBe(true);
    rmSync(join(space.dir, "share-3"), { recursive: true });
    const partial = await gitlabJob("conformance", env);
    expect([partial.code, merged().verdict]).toStrictEqual([2, "incomplete"]);
  },
  3 * MINUTE,
);

test("a share that cannot run fails its own job", async () => {
  const { code, err } = await gitlabJob("conformance-share", {
    CI_NODE_INDEX: "1",
    CI_NODE_TOTAL: "4",
    CI_PIPELINE_IID: "7",
    CONFORMANCE_TARGET: "nowhere.json",
  });
  expect([code, err]).toStrictEqual([2, expect.stringContaining("nowhere.json")]);
});
