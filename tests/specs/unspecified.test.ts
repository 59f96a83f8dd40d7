// §1 to §9: what is observed of behaviour that the contract does not specify
import { expect, test } from "vitest";
import { requestTo, type Expectation, type ApiResponse } from "../../engine/model/exchange.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { createObservations } from "../../engine/passive/unspecified.ts";
import { responseOf, errorBodyOf } from "../../specs/examples/responses.ts";

const { unspecified } = await loadCatalogue();

function observed(id: string, ...responses: readonly ApiResponse[]): readonly string[] {
  const observations = createObservations(unspecified, () => "curl -i");
  responses.forEach((response) => observations.observe(response));
  const entry = observations.entries(() => true).find((one) => one.id === id);
  return entry?.observed.map(({ value, count }) => `${value} (${count}×)`) ?? [];
}

const rows = ["0.0.2", "0.0.1"].map((id) => ({ token_id: id }));
const page = (next: unknown, more: object = {}): ApiResponse =>
  responseOf("tokens", 200, { tokens: rows, links: { next }, ...more });

const error = (status: number, body = {}): ApiResponse => responseOf("tokens", status, body);

const sending = (
  response: ApiResponse,
  expects: Expectation,
  query: readonly (readonly [string, string])[],
): ApiResponse => ({ ...response, request: requestTo("tokens", { query, expects }) });

test.each<readonly [id: string, response: ApiResponse, observation: string]>([
  ["2-extra-members", page(null, { total: 2 }), 'tokens "total"'],
  ["2.1-timestamp-decimals", page(null, { timestamp: "1.5" }), "1 decimal"],
  ["4-media-type", { ...page(null), headers: { "content-type": "text/plain" } }, "text/plain"],
  ["4.1-form-of-next", page("/api/v1/tokens?x=1"), "an absolute path"],
  ["4.1-form-of-next", page("//h.test/x"), "an absolute URL"],
  ["4-parameter-names", sending(page(null), "success", [["public.key", "a"]]), '"public.key": status 200'],
  ["7.7-error-status-codes", sending(error(422), "refusal", []), "malformed request: status 422"],
  ["7.7-error-under-200", responseOf("tokens", 200, errorBodyOf("")), "an error with status 200"],
  ["7.8-error-bodies", sending(error(404, { detail: 1 }), "missing", []), 'missing record: "detail"'],
  ["8-default-page-size", page("?x=1"), "2 rows"],
  ["8-limit-above-100", sending(page(null), "open", [["limit", "101"]]), "status 200, 2 rows"],
])("%s is observed", (id, response, observation) => {
  expect(observed(id, response)).toContain(`tokens: ${observation} (1×)`);
});

test("observations are counted, independently of the order of responses", () => {
  const pages = Array.from({ length: 60 }, (_, index) => page(null, { [`member${index}`]: 1 }));
  const kept = observed("2-extra-members", ...pages);
  expect(kept).toHaveLength(40);
  expect(observed("2-extra-members", ...pages.toReversed()).toSorted()).toEqual(kept.toSorted());
  expect(observed("8-default-page-size", ...pages.map(() => page("?x=1")))).toEqual(["tokens: 2 rows (60×)"]);
});

test.each(unspecified)("$id has a short statement", ({ statement }) => {
  expect(statement.length).toBeLessThanOrEqual(100);
});
