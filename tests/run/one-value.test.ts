// Interpretation 22: one value that never gets a response, errors that come and go, and requests that are sent again
import { expect, test } from "vitest";
import type { RunOptions } from "../../engine/target/options.ts";
import { run } from "../../lib/run.ts";
import { idsOf } from "./check-reference.ts";
import { reportPage } from "../../reports/html/page.ts";
import { causesOf } from "../../reports/reading/causes.ts";
import { coloursFor, summaryText } from "../../reports/text/terminal.ts";
import { behind, jsonResponse, webPage, type Respond } from "../network/front.ts";
import { ownReference } from "../tools/own.ts";

const reference = await ownReference();

type Meant = Parameters<typeof behind>[1];

async function tested(meant: Meant, respond: Respond, options: RunOptions) {
  const { baseUrl, requests } = await behind(reference.baseUrl, meant, respond);
  const { samples, parameters } = reference.target;
  return { result: await run({ baseUrl, samples, parameters }, options), requests: requests() };
}
const smoke = (...only: readonly string[]) => ({ only: [...only], level: "smoke", seed: 1 }) as const;
const BALANCES = { only: ["4.3-balance-accepted"], level: "standard", seed: 1 } as const;

test.each([
  [/[?&]token\.id=ne:/, 503, "token.id=ne:…", "4.4-token-id-accepted", smoke("tokens")],
  [/[?&]account\.id=ne:/, 403, "account.id=ne:…", "4.4-account-id-accepted", smoke("tokens")],
  // An order, and not the account beside it.
  [/[?&]order=desc/, 502, "order=desc", "4.4-order-accepted", smoke("tokens")],
  [/account\.balance=gte:0(&|$)/, 503, "account.balance=gte:0", "4.3-balance-accepted", BALANCES],
])("a value that always gets an error is refused, if others are not: %s gets %i", async (...row) => {
  const [value, status, sent, id, options] = row;
  const { result } = await tested((url) => value.test(url), webPage(status), options);
  expect(result.verdict).toBe("nonconforming");
  const reason = result.clauses.find((clause) => clause.id === id)?.reason ?? "";
  expect(reason).toContain(`every request with ${sent} gets ${status} from a gateway; other requests`);
  expect(causesOf(result).map(({ clause }) => clause.id)).toStrictEqual([id]);
  const codes = new Set(["gatewayError", "unsteady", "unspecified"]);
  const open = result.clauses.filter(({ code, consequenceOf }) => codes.has(code ?? "") && !consequenceOf);
  expect(open.map((clause) => [clause.id, clause.reason])).toStrictEqual([]);
});

const impatient = { ...smoke("4.3"), requestTimeout: 1_000 };
const NONE = "no complete response within 1000 ms";

test.each<[string, Respond, RegExp, string, RunOptions]>([
  ["redirected", webPage(302, { location: "/login" }), /balance=gte:/, "a redirect", smoke("tokenBalances")],
  ["cut off", (response) => void response.destroy(), /balance=gte:/, "a broken connection", BALANCES],
  ["not answered", () => undefined, /balance=ne:/, NONE, impatient],
])(
  "an operator that is always %s is a warning, and fails no clause",
  async (_what, respond, url, kind, how) => {
    const { result } = await tested((sent) => url.test(sent), respond, how);
    expect(idsOf(result.clauses, "failed")).toStrictEqual([]);
    const outcomes = new Map(result.clauses.map(({ id, outcome }) => [id, outcome]));
    expect(outcomes.get("4.3-balance-accepted")).toBe("inconclusive");
    // Clauses that send the operator in some of their cases pass by the others.
    expect(outcomes.get("4.3-balance-gt") ?? "passed").toBe("passed");
    const warning = result.warnings.find(({ id }) => id === "no-response");
    expect(warning?.message).toMatch(
      new RegExp(`^${kind}.*, at any attempt, each with account\\.${url.source}…;`),
    );
    const [first = "", second = ""] = warning?.curls ?? [];
    expect(first.length).toBeLessThanOrEqual(second.length);
  },
);

test.each([
  ["tokens", /[?&]name=/, " different requests for GET /api/v1/tokens, at any attempt, each with name=…; "],
  ["contractResult", /results\/0x/, " different requests for GET \\S+, at any attempt; "],
])("%s redirects requests with different values: one warning", async (endpoint, values, text) => {
  const redirect = webPage(302, { location: "/login" });
  const { result } = await tested((url) => values.test(url), redirect, smoke(endpoint));
  const shown = result.warnings.filter(({ id }) => id === "no-response").map(({ message }) => message);
  expect(shown).toStrictEqual([expect.stringMatching(new RegExp(text))]);
});

const RETRIED = /^sent-again \d+ of \d+ requests were retries: \d+ after 503 \(\w+ \d+/;
const PASSING =
  /^passing-errors GET \/api\/v1\/\S+ returned status 500 in \d+ responses? to requests that succeeded at another time$/;

test.each<[number, Respond, RegExp | undefined]>([
  [503, webPage(503), RETRIED],
  [500, jsonResponse(500, { error: "busy" }), PASSING],
  [429, webPage(429, { "retry-after": "0" }), undefined],
])("%d on every fortieth request fails no clause, and is a warning unless it is 429", async (...row) => {
  const [status, respond, text] = row;
  const verdict = text === undefined ? "conforms" : "nonconforming";
  const options = { ...smoke("networkFees", "tokens"), strict: true };
  const { result, requests } = await tested((_url, count) => count % 40 === 0, respond, options);
  expect([result.verdict, idsOf(result.clauses, "failed")]).toStrictEqual([verdict, []]);
  const warnings = result.warnings.map(({ id, message }) => `${id} ${message}`);
  const expected: unknown = expect.stringMatching(text ?? "");
  expect([...new Set(warnings)].slice(0, 1)).toStrictEqual(text === undefined ? [] : [expected]);
  if (status === 500) return;
  expect(new Set(result.sentAgain.map(({ after }) => after))).toStrictEqual(new Set([String(status)]));
  const again = result.sentAgain.reduce((sum, one) => sum + one.requests, 0);
  expect(again).toBe(Math.floor(requests / 40));
  const shown = new RegExp(`(?:Resent|Sent again)[^]*?\\d+ of \\d+ requests: \\d+ after ${status}`);
  expect(summaryText({ result, reportPath: undefined, paint: coloursFor({}, {}) })).toMatch(shown);
  expect(await reportPage(result)).toMatch(shown);
});
