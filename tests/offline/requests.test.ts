import { expect, test, describe } from "vitest";
import { SUCCESS, responseOf } from "../../specs/examples/responses.ts";
import { type Entry, FEES, FEES_URL, HOST, openBench, TOKENS_URL, tokens } from "./har.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { namesIn, DEFAULT_NAMES, readRequest } from "../../engine/clauses/read-request.ts";
import { type ApiRequest, isInconclusive, requestTo } from "../../engine/model/exchange.ts";
import { invalidBodies } from "../../generators/verification-body.ts";
import { type Endpoint, ENDPOINT_NAMES, operations, schemaNameOf } from "../../schemas/operations.ts";

const { file, ofHar } = openBench();
const promised = file("promised.json", {
  parameters: { tokens: { limit: "limit", order: "order", name: "name" } },
});

const list = (query: string, body: object, status = 200) => ({ url: `${TOKENS_URL}?${query}`, status, body });
const refusal = { _status: { messages: [{ message: "Invalid parameter: limit" }] } };
const LIMITED: Entry = { url: TOKENS_URL, queryString: { limit: "1" }, body: tokens(1, 2) };
const MESSAGE: Entry = { url: `${HOST}/api/v1/topics/messages/9.000000001`, body: SUCCESS.topicMessage };
test.each<[string, string, Entry, string]>([
  ["more rows than the limit", "4.4-limit-at-most", list("limit=1", tokens(1, 2)), "failed"],
  ["more rows than a limit in the list of parameters", "4.4-limit-at-most", LIMITED, "failed"],
  ["as many rows as the limit", "4.4-limit-at-most", list("limit=2", tokens(1, 2)), "passed"],
  ["a limit above 100 that is refused", "4.4-limit-above-maximum", list("limit=101", refusal, 400), "passed"],
  ["a limit of 0 that is served", "4.4-limit-refused", list("limit=0", tokens(1)), "failed"],
  ["a limit of 0 that is refused", "4.4-limit-refused", list("limit=0", refusal, 400), "passed"],
  ["name and id, served", "4.4-name-with-token-id", list("name=Gold&token.id=0.0.5", tokens(5)), "failed"],
  ["another limit refused", "4.4-limit-accepted", list("limit=1", refusal, 400), "failed"],
  ["a row that is left out", "4.4-rows-meet-token-id", list("token.id=gt:0.0.5", tokens(6, 5)), "failed"],
  ["rows that are selected", "4.4-rows-meet-token-id", list("token.id=gt:0.0.5", tokens(6, 7)), "passed"],
  ["a name that lacks the text", "4.4-rows-meet-name", list("name=Silver", tokens(6)), "failed"],
  ["another message than the requested one", "4.6-message-of-that-time", MESSAGE, "failed"],
  ["no body with status 204", "4.4-json-body", { url: TOKENS_URL, status: 204, body: "" }, "passed"],
  ["fees that are no object", "4.5-answers-200", { url: FEES_URL, body: "null" }, "failed"],
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

test("a page behind a link is checked like any other", async () => {
  const first = { ...tokens(1), links: { next: "/prefix/api/v1/tokens?cursor=a%3A1" } };
  const seen = await ofHar([{ url: TOKENS_URL, body: first }, list("cursor=a:1", { tokens: 5 })]);
  expect(seen.result().files?.[0]).toMatchObject({ exchanges: 2, checked: 2 });
  expect(seen.code).toBe(1);
});

// Every invalid part of a request has exactly one clause that fails if the request is recorded with a success.
const { sending } = await loadCatalogue();
const names = namesIn(DEFAULT_NAMES);

/** A value that is invalid in every format but that of a name, which needs three characters. */
const INVALID = "!!";
const BODIES = invalidBodies({ address: `0x${"a".repeat(40)}`, chainId: "1" });

const VALID: Readonly<Partial<Record<Endpoint, string>>> = {
  tokenBalances: "0.0.5",
  topicMessage: "1.5",
  contractResult: "0.0.5-1-1",
  contract: "0.0.5",
};

const requests: readonly (readonly [string, ApiRequest])[] = ENDPOINT_NAMES.flatMap((endpoint) => {
  const { pathParameter, query, service, method, path } = operations[endpoint];
  const valid = VALID[endpoint] === undefined ? {} : { path: VALID[endpoint] ?? "" };
  const posted = { endpoint, service, method, target: path, expects: "refusal" } as const;
  return [
    ...(pathParameter === undefined ? [] : [["path", requestTo(endpoint, { path: INVALID })] as const]),
    ...query
      .filter(({ format }) => format !== "publicKey")
      .map(
        (one) => [one.key, requestTo(endpoint, { ...valid, query: [[schemaNameOf(one), INVALID]] })] as const,
      ),
    ...(service === "verify"
      ? Object.entries(BODIES).map(
          ([fault, bodies]) => [fault, { ...posted, body: Object.values(bodies)[0] ?? "" }] as const,
        )
      : []),
  ].map(([part, request]) => [`${part} of ${endpoint}`, request] as const);
});

describe.each(requests)("an invalid %s", (_name, request) => {
  const { endpoint } = request;
  const read = readRequest(request, names);
  const checkedBy = (status: number, body: object) => {
    const response = { ...responseOf(endpoint, status, body), request };
    return sending
      .filter(({ endpoint: own, recorded }) => own === endpoint && recorded?.when(read, response) === true)
      .map(({ id, recorded }) => [id, recorded?.check(response, read)] as const);
  };

  test("that is served fails one clause, and an error fails none", () => {
    expect(read.expects).toBe("refusal");
    expect(checkedBy(200, SUCCESS[endpoint])).toStrictEqual([
      [expect.stringMatching(/-refused$|-required$|-type$|-format$|-object$/), [expect.objectContaining({})]],
    ]);
    // Where the contract documents the error, one in another form decides nothing.
    const errors = checkedBy(400, { error: "no" }).map(([, result = []]) =>
      isInconclusive(result) ? "inconclusive" : result.length,
    );
    expect(errors).toStrictEqual([operations[endpoint].documentsErrors === true ? "inconclusive" : 0]);
  });
});
