import { expect, test } from "vitest";
import { SUCCESS } from "../../specs/examples/responses.ts";
import { type Entry, FEES, FEES_URL, HOST, openBench, TOKENS_URL, tokens } from "./har.ts";

const { file, ofHar } = openBench();
const promised = file("promised.json", {
  parameters: { tokens: { limit: "limit", order: "order", name: "name" } },
});

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
  const failed = seen.result().clauses.filter(({ outcome }) => outcome === "failed");
  expect(failed.map(({ id }) => id)).toStrictEqual(["4.4-answers-200", "4.4-success-status"]);
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
