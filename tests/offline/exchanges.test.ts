// Malformed JSON in place of a success, and successes whose body or members are missing
import { describe, expect, test } from "vitest";
import { requestTo } from "../../engine/model/exchange.ts";
import { check } from "../../lib/index.ts";
import { type Endpoint, ENDPOINT_NAMES, operations } from "../../schemas/operations.ts";
import { SUCCESS } from "../../specs/examples/responses.ts";
import { idsOf } from "../run/check-reference.ts";
import { HOST, openBench, type Entry, FEES, FEES_URL, TOKENS_URL, tokens } from "./har.ts";

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
    const { url, posted: body } = entryOf(endpoint, malformed);
    for (const sent of [{ url, ...(body === undefined ? {} : { body }) }, undefined]) {
      const violations = await check(new Response(malformed), endpoint, sent);
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
  expect(idsOf(seen.result().clauses, "passed")).toStrictEqual(["4.5-media-type", "4.5-success-status"]);
  expect(seen.inPart()).toStrictEqual({ "body not recorded": 1 });
  const why = `body recorded, but not decoded (Node ${process.version} cannot decode "compress")`;
  expect(seen.left()).toStrictEqual({ [why]: 1 });
  const reason = "no successful response of this endpoint was recorded with a readable body";
  expect([...reasonsOf(seen, "networkFees")]).toStrictEqual([`${reason}: body not recorded`]);
  expect([...reasonsOf(seen, "contractResult")]).toStrictEqual([`${reason}: ${why}`]);
});

const NAMES = { tokens: { limit: "limit", order: "order", name: "name" } };
const promised = file("promised.json", { parameters: NAMES });

const list = (query: string, body: object, status = 200) => ({ url: `${TOKENS_URL}?${query}`, status, body });
const refusal = { _status: { messages: [{ message: "Invalid parameter: limit" }] } };
const MESSAGE: Entry = { url: `${HOST}/api/v1/topics/messages/9.000000001`, body: SUCCESS.topicMessage };
test.each<[string, string, Entry, string]>([
  ["more rows than the limit", "4.4-limit-at-most", list("limit=1", tokens(1, 2)), "failed"],
  ["a limit above 100 that is refused", "4.4-limit-above-maximum", list("limit=101", refusal, 400), "passed"],
  ["a limit of 0 that is served", "4.4-limit-refused", list("limit=0", tokens(1)), "failed"],
  ["name and id, served", "4.4-name-with-token-id", list("name=Gold&token.id=0.0.5", tokens(5)), "failed"],
  ["another limit refused", "4.4-limit-accepted", list("limit=1", refusal, 400), "failed"],
  ["a row that is left out", "4.4-rows-meet-token-id", list("token.id=gt:0.0.5", tokens(6, 5)), "failed"],
  ["another message than the requested one", "4.6-message-of-that-time", MESSAGE, "failed"],
  ["no body with status 204", "4.4-json-body", { url: TOKENS_URL, status: 204, body: "" }, "passed"],
])("the request determines which clauses apply: %s", async (_name, id, entry, outcome) => {
  const seen = await ofHar([{ url: TOKENS_URL, body: tokens(5) }, entry], "--target", promised);
  expect(seen.clause(id)).toMatchObject({ outcome, cases: 1 });
});

test("a list with status 204 violates the clause on the status, not the one on the body", async () => {
  const seen = await ofHar([{ url: TOKENS_URL, status: 204, body: "" }]);
  expect(idsOf(seen.result().clauses, "failed")).toStrictEqual(["4.4-answers-200", "4.4-success-status"]);
});

test.each([
  ["an assumed parameter name", {}],
  ["the name of a parameter that the service does not have", { tokens: { limit: null } }],
])("%s is not required to work", async (_name, parameters) => {
  const target = file("names.json", { parameters });
  const entries = [list("limit=0", tokens(5)), { url: TOKENS_URL, body: tokens(5) }];
  const seen = await ofHar(entries, "--target", target);
  const left = { 'the name "limit" is assumed: give it in parameters of a target file': 1 };
  expect([seen.code, seen.left()]).toStrictEqual([0, left]);
});

test("an error of an invalid request passes only beside a success of its endpoint", async () => {
  const refused = list("limit=0", refusal, 400);
  const alone = await ofHar([refused, { url: FEES_URL, body: FEES }], "--target", promised);
  expect(alone.clause("4.4-limit-refused")).toMatchObject({ code: "dataUnsuitable" });
  const contract = { url: `${HOST}/api/v1/contracts/none`, status: 404, body: { error: "none" } };
  const found = { url: `${HOST}/api/v1/contracts/0.0.5001`, body: SUCCESS.contract };
  const beside = await ofHar([found, contract]);
  expect(beside.clause("4.8-id-or-address-refused")).toMatchObject({ outcome: "passed", cases: 1 });
});

test("a link of the service is valid, whatever it contains", async () => {
  const first = { ...tokens(1), links: { next: "/prefix/api/v1/tokens?token.id=after-1" } };
  const seen = await ofHar([{ url: TOKENS_URL, body: first }, list("token.id=after-1", tokens(2))]);
  expect([seen.code, seen.left()]).toStrictEqual([0, {}]);
});
