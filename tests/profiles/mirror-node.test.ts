import { Client } from "undici";
import { describe, expect, test, vi } from "vitest";
import { documentedMessages } from "../../engine/message/classify.ts";
import { faults } from "../../reference/faults.ts";
import { ownReference } from "../tools/own.ts";
import { idsOf } from "../run/check-reference.ts";
import { checked, linesOf, newIn } from "./check-variant.ts";

const profile = "hiero-mirror-node";
vi.setConfig({ testTimeout: 240_000 });
const VARIANT = `${profile}-0.160`;
const mirrorNode = await ownReference({ variant: VARIANT });

/** Known deviations, the first six in every release. */
const KNOWN = [
  "2.4-timestamp 2.6-chunk-info 2.6-chunk-info-initial-transaction-id 2.7-failed-initcode 2.8-timestamp-to",
  "4.1-tokens-next-null-at-end 2.7-address 2.7-state-change-value-written 4.7-success-status 2.7-type",
  "4.1-balances-pages-end 4.6-time-accepted 4.7-transaction-id-accepted",
].flatMap((line) => line.split(" "));

describe("a mirror node without faults conforms with its profile", () => {
  // In CI; `npm test` compares the outcomes of a run at smoke with pins.
  test.runIf(process.env["VARIANTS"])("at standard", async () => {
    const result = await checked({ variant: VARIANT }, { profile: [profile], level: "standard" });
    expect([result.verdict, newIn(result)]).toStrictEqual(["conforms", []]);
    expect(idsOf(result.clauses, "known")).toEqual(expect.arrayContaining(KNOWN));
    const [applied] = result.profiles ?? [];
    expect(applied?.recipes.filter(({ found }) => found === 0)).toStrictEqual([]);
    expect(result.knownDeviations?.stale).toStrictEqual([]);
  });
});

test.each([
  "tokens-decimals-as-text",
  // Refused ids with large shards are a known deviation; other violations must still be found.
  "tokens-token-id-gte-refused",
  "contract-memo-null",
])("a fault in a mirror node fails its clause although the profile is applied: %s", async (fault) => {
  const clause = faults[fault]?.clause ?? "";
  const result = await checked({ variant: VARIANT, fault }, { profile: [profile], only: [clause] });
  expect([result.verdict, idsOf(result.clauses, "failed")]).toStrictEqual(["nonconforming", [clause]]);
});

test("samples of the target file take precedence over recipes", async () => {
  const samples = { contracts: ["0.0.5002"] };
  const target = ({ baseUrl }: { readonly baseUrl: string }) => ({ baseUrl, samples });
  const only = ["4.8-contract-of-that-name"];
  const result = await checked({ variant: VARIANT, target }, { profile: [profile], only });
  expect(result.profiles?.[0]?.recipes.filter(({ sample }) => sample === "contracts")).toStrictEqual([]);
  const own = result.clauses.find(({ id }) => id === only[0]);
  expect(own?.origin).toBe("samples.contracts of the target file");
});

/** Since release 0.123, ids of more digits are accepted, and another service serves network fees. */
const IS_REFUSED_OTHERWISE =
  /network\/fees|[=/](?:0\.0\.)?(?:9{10,11}|4294967296|20011111111|9223372036854775808)(?![.\d])/;

test("the variant refuses the requests that release 0.123 refused, with the same messages", async () => {
  const seen = linesOf("refusals-0.123")
    .map((line): readonly [target: string, status: number, ...messages: string[]] => JSON.parse(line))
    .filter(([target]) => !IS_REFUSED_OTHERWISE.test(target));
  const { origin, pathname } = new URL(mirrorNode.baseUrl);
  // Sends request targets unchanged: URL parsers would normalise some of them.
  const client = new Client(origin);
  const responses: unknown[] = [];
  for (const [target] of seen) {
    const { statusCode, body } = await client.request({ method: "GET", path: pathname + target });
    const text = await body.text();
    const value: unknown = JSON.parse(text);
    responses.push([target, statusCode, ...(documentedMessages({ body: { text, value } }) ?? [])]);
  }
  expect(responses).toStrictEqual(seen);
  await client.close();
});
