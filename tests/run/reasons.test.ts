import { describe, expect, test } from "vitest";
import type { Obstacle } from "../../engine/model/codes.ts";
import type { Level } from "../../engine/model/settings.ts";
import { run, type RunTarget } from "../../lib/run.ts";
import { allFaults } from "../../reference/faults.ts";
import type { Middleware, ReferenceOptions } from "../../reference/server.ts";
import { deviating, variants } from "../../reference/variants.ts";
import { attacks } from "../hostile/attacks.ts";
import { startAttacker } from "../hostile/attacks/server.ts";
import { testReference, testServer } from "../tools/own.ts";
import { untrueReasons, type Exchange } from "./true-reasons.ts";

/**
 * All variants, faults and attacks take half an hour: `REASONS=all`, or a pattern for their names. CI runs a small share of
 * them (`each`), and `npm test` half of this share.
 */
const { REASONS: extent } = process.env;
const wanted = extent === "each" ? undefined : extent;
const isAll = wanted !== undefined;
const FEWER = extent === undefined ? 2 : 1;
const pattern = new RegExp(wanted === undefined || wanted === "all" ? "" : wanted);

/** One item in so many, the same each time. */
const sampleOf = <T extends { readonly name: string }>(items: readonly T[], many: number) =>
  items
    .filter(({ name }, index) => (isAll ? pattern.test(name) : index % (many * FEWER) === 5 % many))
    .map((item) => [item.name, item] as const);

/** Checks a target, and holds what is said of it against the exchanges that its server tells of. */
async function untrueOf(
  target: Exclude<RunTarget, string>,
  exchanges: readonly Exchange[],
  allowed: readonly Obstacle[],
  options: Parameters<typeof run>[1] = {},
): Promise<readonly string[]> {
  const { clauses } = await run(target, { seed: 1, ...options });
  const isGateway = exchanges.some(({ status = 0 }) => status >= 502 && status <= 504);
  return untrueReasons(clauses, exchanges, isGateway ? [...allowed, "network"] : allowed);
}

async function untrueOfReference(
  served: ReferenceOptions,
  allowed: readonly Obstacle[],
  options: Parameters<typeof run>[1],
): Promise<readonly string[]> {
  const exchanges: Exchange[] = [];
  const middleware: Middleware = async (context, next) => {
    await next();
    const { method = "", url = "" } = context.env.incoming;
    exchanges.push({ method, url, status: context.res.status });
  };
  const { target } = await testReference({ ...served, middleware });
  return await untrueOf(target, exchanges, allowed, options);
}

const level: Level = isAll ? "standard" : "smoke";

describe("the stated reason is true", () => {
  test("on the reference: only the level limits what is tested", async () => {
    expect(await untrueOfReference({}, ["level"], { level })).toStrictEqual([]);
  });

  // The reference has every record and every right answer: what cannot be checked is what the fault has spoiled.
  test.each(sampleOf(allFaults, 350))(
    "with the fault %s only the service is a cause",
    async (name, fault) => {
      const only = [fault.endpoint];
      const untrue = await untrueOfReference({ fault: name }, ["service", "level"], { level, only });
      expect(untrue).toStrictEqual([]);
    },
  );

  // These targets conform: they lack records that a service need not have, or the target file is incomplete or wrong.
  const anybody = ["level", "data", "user", "service", "network"] as const;
  const legal = Object.entries(variants).map(([name]) => ({ name }));
  test.each(sampleOf(legal, 40))("on the variant %s", async (name) => {
    expect(await untrueOfReference({ variant: name }, anybody, { level })).toStrictEqual([]);
  });

  const real = Object.entries(deviating).map(([name, { profile }]) => ({ name, profile }));
  test.each(sampleOf(real, 20))("on the real service %s", async (name, { profile }) => {
    const options = { level, profile: [profile] };
    expect(await untrueOfReference({ variant: name }, anybody, options)).toStrictEqual([]);
  });

  test.each(sampleOf(attacks, 130))("under the attack %s nothing else is a cause", async (name, { act }) => {
    const exchanges: Exchange[] = [];
    const { target } = await testServer(
      startAttacker((socket, incoming) => {
        exchanges.push({ method: incoming.method, url: incoming.path });
        return act(socket, incoming);
      }),
    );
    const limits = { level: "smoke", requestTimeout: 2_000, runTimeout: 30_000 } as const;
    const usual: readonly Obstacle[] = ["service", "network", "level"];
    const allowed = /^40[17]/.test(name) ? [...usual, "user" as const] : usual;
    const untrue = await untrueOf(target, exchanges, allowed, limits);
    const isUnsteady = /two responses|one behind/.test(name);
    expect(untrue.filter((one) => !(isUnsteady && one.includes("kept and broken")))).toStrictEqual([]);
  });
});
