// Compares the reasons that a run gives with the exchanges that the server recorded.
import { describe, expect, test } from "vitest";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { type Obstacle, obstacleOf } from "../../engine/model/reason.ts";
import { isNotChecked } from "../../reports/words/labels.ts";
import type { Level } from "../../engine/model/settings.ts";
import { run, type RunTarget } from "../../lib/run.ts";
import { allFaults } from "../../reference/faults.ts";
import type { Middleware, ReferenceOptions } from "../../reference/server.ts";
import { deviating, variants } from "../../reference/variants.ts";
import { attacks } from "../hostile/attacks/attacks.ts";
import { startAttacker } from "../hostile/attacks/server.ts";
import { trueOf } from "../tools/defined.ts";
import { testReference, testServer } from "../tools/own.ts";

/** A request as it came to a server, with the status of its response where the server knows that. */
type Exchange = Readonly<{ method: string; url: string; status?: number }>;

/** A request that a reason quotes, perhaps only its beginning. It must have been sent and have had one of these statuses. */
type Quoted = Readonly<{ method: string; url: string; statuses: readonly number[]; cut?: boolean }>;

/** What is untrue in the reasons of a run: one blames another than `allowed`, or names a request that was not sent and answered so. */
function untrueReasons(
  clauses: readonly ClauseResult[],
  exchanges: readonly Exchange[],
  allowed: readonly Obstacle[],
): readonly string[] {
  const broken = new Set(clauses.filter(isBroken).map(({ id }) => id));
  return clauses.flatMap((clause) => {
    const { id, reason = "", sample = "", violations } = clause;
    // A repeated verification may get another response.
    const both = violations.find(({ curl }) => curl === sample && !curl.includes(" -X POST "));
    return [
      ...(isNotChecked(clause) ? wrongObstacles(clause, allowed, broken) : []).map(
        (what) => `${what}: ${reason}`,
      ),
      ...(both === undefined ? [] : [`has one request as sample and as violation: ${sample}`]),
      ...quotesOf(clause)
        .filter((quote) => !exchanges.some((exchange) => isQuoted(exchange, quote)))
        .map((quote) => `quotes what was not so: ${JSON.stringify(quote)}`),
    ].map((what) => `${id} ${what}`);
  });
}

const isBroken = ({ outcome }: ClauseResult): boolean => outcome === "failed" || outcome === "known";

function wrongObstacles(
  { code, consequenceOf, remedy }: ClauseResult,
  allowed: readonly Obstacle[],
  broken: ReadonlySet<string>,
): readonly string[] {
  const own = code === undefined ? undefined : obstacleOf(code);
  const obstacle = consequenceOf === undefined ? own : "service";
  const isConsequence = consequenceOf !== undefined;
  return trueOf({
    [`blames ${obstacle ?? "nobody"}`]: obstacle === undefined || !allowed.includes(obstacle),
    [`consequenceOf ${consequenceOf}, which passed`]: isConsequence && !broken.has(consequenceOf),
    [`consequenceOf ${consequenceOf}, and has a remedy`]: isConsequence && remedy !== undefined,
  });
}

function quotesOf(clause: ClauseResult): readonly Quoted[] {
  const { reason = "", sample, violations } = clause;
  const quotes = isBroken(clause) ? [] : reason.matchAll(/ \(request: (GET|POST) ("(?:[^"\\]|\\.)*")/g);
  const statuses = [...reason.matchAll(/(?:answered|status) (\d{3})\b/g)].map(([, status]) => Number(status));
  return [
    ...[...quotes].slice(0, 1).map(([, method = "", target = '""']) => {
      const named: string = JSON.parse(target);
      return { method, url: named.replace(/…$/, ""), statuses, cut: named.endsWith("…") };
    }),
    ...(sample === undefined ? [] : [lineOf(sample, [])]),
    ...violations.flatMap(({ curl, response, exchanges = [] }) => [
      lineOf(curl, [response.status]),
      ...exchanges.map((exchange) => lineOf(exchange.curl, [exchange.status])),
    ]),
  ];
}

function lineOf(curl: string, statuses: readonly number[]): Quoted {
  const [, url = ""] = /'(https?:\/\/(?:[^']|'\\'')*)'/.exec(curl) ?? [];
  const path = url.replaceAll("'\\''", "'").replace(/^https?:\/\/[^/?]+/, "");
  return { method: / (?:-d|--data\S*) /.test(curl) ? "POST" : "GET", url: path, statuses };
}

/** Whether an exchange is the quoted one. A reason names what is below the URL of the service. */
const isQuoted = (exchange: Exchange, { method, url, statuses, cut = false }: Quoted): boolean =>
  exchange.method === method &&
  (cut ? exchange.url.includes(url) : exchange.url.endsWith(url)) &&
  (statuses.length === 0 || exchange.status === undefined || statuses.includes(exchange.status));

/** `REASONS=all` (half an hour), or a pattern for names. CI runs a small share (`each`), and `npm test` half of it. */
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
  test.each(sampleOf(allFaults, 350))("with %s only the service is a cause", async (name, fault) => {
    const only = [fault.endpoint];
    const untrue = await untrueOfReference({ fault: name }, ["service", "level"], { level, only });
    expect(untrue).toStrictEqual([]);
  });

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
    expect(await untrueOf(target, exchanges, allowed, limits)).toStrictEqual([]);
  });
});
