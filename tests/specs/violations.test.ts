// What the violation of a failing example says: the message, the expected and the actual value
import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { isInconclusive } from "../../engine/model/exchange.ts";
import { errorBodyOf, responseOf } from "../../specs/examples/responses.ts";
import { describeResponse } from "../../engine/message/classify.ts";
import { FAKE_TARGET } from "../../specs/examples/target.ts";

const { sending, passive } = await loadCatalogue();

const ANY_NAME = {
  expected: 'an error body whose messages list "Invalid parameter: <any name>", whatever the status code',
};
const NO_ERROR = { message: "an empty list is returned instead of the Not found error" };
const NEIGHBOUR = { expected: '"0.1.5001", or an error', actual: '"0.0.5001"' };

test.each([
  ["7.4-fees-not-found", "an empty list", NO_ERROR],
  ["7.4-fees-not-found", "the fees", { message: "fees are returned for a time that no record can have" }],
  ["4.4-name-with-token-id", "status 200", ANY_NAME],
  ["4.4-name-with-token-id", "another error", { message: "the error names no parameter", ...ANY_NAME }],
  ["4.4-order-refused", "another parameter", { message: "the error does not name the malformed parameter" }],
  ["4.8-contract-of-that-name", "another realm", { expected: '"0.1.5001"', actual: '"0.0.5001"' }],
  ["4.8-neighbouring-contracts", "another contract", NEIGHBOUR],
])("%s fails for %s with %j", async (id, name, violation) => {
  const clause = [...sending, ...passive].find((one) => one.id === id);
  const result = await clause?.fails[name]?.check(FAKE_TARGET);
  expect(result === undefined || isInconclusive(result) ? [] : result[0]).toMatchObject(violation);
});

const GONE = { message: "Not found" };

test.each([
  [{ _status: { messages: [] } }, "an error whose _status.messages is empty"],
  [{ _status: { messages: ["Not found"] } }, "an error whose _status.messages[0] is of type string"],
  [{ _status: { messages: [GONE, {}] } }, "an error whose _status.messages[1].message is absent"],
  [{ _status: { messages: GONE } }, "an error whose _status.messages is of type object"],
  [{ _status: [] }, "an error whose _status is of type array"],
  [{ error: "Not found" }, "a JSON object in an undocumented form"],
  [errorBodyOf("Not found"), 'the error "Not found"'],
])("the body %j is described as %s", (body, text) => {
  expect(describeResponse(responseOf("networkFees", 404, body))).toBe(`status 404 with ${text}`);
});
