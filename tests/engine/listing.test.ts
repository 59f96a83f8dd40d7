import { expect, test } from "vitest";
import { readListing } from "../../engine/discovery/listings.ts";
import { hasEffect } from "../../engine/discovery/parameter-probe.ts";
import { SIZES } from "../../engine/clauses/size.ts";
import { type ApiRequest, requestTo, type ApiResponse } from "../../engine/model/exchange.ts";
import { responseOf, errorBodyOf, SUCCESS } from "../../specs/examples/responses.ts";

function contextOf(response: (request: ApiRequest) => ApiResponse) {
  const get = async (request: ApiRequest): Promise<ApiResponse> => ({ ...response(request), request });
  return { get, all: (requests: readonly ApiRequest[]) => Promise.all(requests.map(get)) };
}

test("a response without fees does not show that a parameter works", async () => {
  const lacking = responseOf("networkFees", 500, errorBodyOf("Require at least 1/3 signature files"));
  const fees = responseOf("networkFees", 200, { ...SUCCESS.networkFees, fees: [{}] });
  const t = contextOf(({ expects }) => (expects === "refusal" ? lacking : fees));
  const request = (value = "") =>
    requestTo("networkFees", { query: [["timestamp", value]], expects: "open" });
  expect(await hasEffect(t, "timestamp", request)).toBe(false);
});

test("the page size is that of the smallest page", async () => {
  const pages = [[], [1], [2, 3, 4], [5]].map((nums) => nums.map((num) => ({ token_id: `0.0.${num}` })));
  const t = contextOf(({ target }) => {
    const at = Number(/page=(\d)/.exec(target)?.[1] ?? 0);
    const next = at === pages.length - 1 ? null : `?page=${at + 1}`;
    return responseOf("tokens", 200, { tokens: pages[at], links: { next } });
  });
  const { pageRows, complete } = await readListing(t, "tokens", undefined, {}, SIZES.standard);
  expect({ pageRows, complete }).toEqual({ pageRows: 1, complete: true });
});
