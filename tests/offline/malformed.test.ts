// Malformed JSON in place of a success, and successes whose body or members are missing
import { describe, expect, test } from "vitest";
import { requestTo } from "../../engine/model/exchange.ts";
import { check } from "../../lib/index.ts";
import { type Endpoint, ENDPOINT_NAMES, operations } from "../../schemas/operations.ts";
import { SUCCESS } from "../../specs/examples/responses.ts";
import { HOST, openBench } from "./har.ts";

const { file, ofHar, validate } = openBench();

const PATHS: Readonly<Partial<Record<Endpoint, { readonly path: string }>>> = {
  tokenBalances: { path: "0.0.5" },
  topicMessage: { path: "1.5" },
  contractResult: { path: "0.0.5-1-1" },
  contract: { path: "0.0.5" },
};
const POSTED = JSON.stringify({ address: `0x${"a".repeat(40)}`, chainId: "1" });

const urlOf = (endpoint: Endpoint): string => HOST + requestTo(endpoint, PATHS[endpoint] ?? {}).target;
const entryOf = (endpoint: Endpoint, body: string) => {
  const { method } = operations[endpoint];
  return { url: urlOf(endpoint), method, body, ...(method === "POST" ? { posted: POSTED } : {}) };
};

describe.each(ENDPOINT_NAMES)("malformed JSON with the members of a success, of %s", (endpoint) => {
  // A verification without entries may be an error in a form of its own.
  const malformed = JSON.stringify(SUCCESS[endpoint]).replace("[]", "[0]").replace(/\}$/, ",}");
  const id = `${operations[endpoint].section}-json-body`;
  const faultAt: unknown = expect.stringMatching(/^line 1, column \d+ \(byte offset \d+/);

  test("fails in a recording, alone and beside a success", async () => {
    for (const others of [[], [entryOf(endpoint, JSON.stringify(SUCCESS[endpoint]))]]) {
      const seen = await ofHar([entryOf(endpoint, malformed), ...others]);
      expect(seen.code).toBe(1);
      expect(seen.clause(id)).toMatchObject({ outcome: "failed", violations: [{ faultAt }] });
    }
  });

  test("fails in a check, with and without its request", async () => {
    const request = {
      url: urlOf(endpoint),
      ...(operations[endpoint].service === "verify" && { body: POSTED }),
    };
    for (const violations of [
      await check(new Response(malformed), endpoint, request),
      await check(new Response(malformed), endpoint),
    ]) {
      expect(violations).toContainEqual(expect.objectContaining({ clause: id, faultAt }));
    }
  });
});

test.each([
  ["text", "no such contract"],
  ["an error", '{"error":"contract_id",}'],
  ["an error in a form of its own", '{"message":"no such contract","detail":{"contract_id":"0.0.5"},}'],
])("malformed JSON where the contract shows no error body is not checked: %s", async (_name, body) => {
  const seen = await ofHar([entryOf("contract", body)]);
  expect([seen.code, seen.clause("4.8-json-body")?.outcome]).toStrictEqual([2, "notTested"]);
});

/** The reasons of the clauses on fields and responses of an endpoint that were not tested. */
const reasonsOf = ({ result }: Awaited<ReturnType<typeof validate>>, endpoint: Endpoint) =>
  new Set(
    result()
      .clauses.filter((clause) => clause.endpoint === endpoint && clause.code !== undefined)
      .map(({ reason, consequenceOf }) => consequenceOf ?? reason)
      .filter((why) => why !== undefined && !/only a run can test it|to which the clause applies$/.test(why)),
  );

test("the clauses on a record depend on the clause on the malformed body", async () => {
  const body = JSON.stringify(SUCCESS.contract).replace("0.0.", "0\t0.");
  const alone = await validate(file("contract.json", body), "--endpoint", "contract");
  const incomplete: unknown = expect.stringMatching(/^no recorded exchange is complete enough/);
  expect([...reasonsOf(alone, "contract")]).toStrictEqual(["4.8-json-body", incomplete]);
  const recorded = await ofHar([entryOf("contract", body)]);
  expect([...reasonsOf(recorded, "contract")]).toStrictEqual(["4.8-json-body"]);
});

const withoutBody = (endpoint: Endpoint, content: object) => ({ url: urlOf(endpoint), content });
const COMPRESSED = { size: 9, text: "AMj/", encoding: "base64" };

test("a response without its body is tested as far as its request shows that it is a success", async () => {
  const seen = await ofHar([
    withoutBody("networkFees", { size: 812 }),
    { ...withoutBody("contractResult", COMPRESSED), responseHeaders: { "Content-Encoding": "compress" } },
  ]);
  const passed = seen.result().clauses.filter(({ outcome }) => outcome === "passed");
  expect(passed.map(({ id }) => id)).toStrictEqual(["4.5-media-type", "4.5-success-status"]);
  expect(seen.inPart()).toStrictEqual({ "body not recorded": 1 });
  const why = `body recorded, but not decoded (Node ${process.version} cannot decode "compress")`;
  expect(seen.left()).toStrictEqual({ [why]: 1 });
  const reason = "no successful response of this endpoint was recorded with a readable body";
  expect([...reasonsOf(seen, "networkFees")]).toStrictEqual([`${reason}: body not recorded`]);
  expect([...reasonsOf(seen, "contractResult")]).toStrictEqual([`${reason}: ${why}`]);
});
