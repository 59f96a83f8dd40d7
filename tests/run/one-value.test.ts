// Interpretation 22: one value that never gets a response, errors that come and go, and requests that are sent again
import { expect, test } from "vitest";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { RunOptions } from "../../engine/target/options.ts";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { requestTo } from "../../engine/model/exchange.ts";
import { createRefusedValues } from "../../engine/passive/refused-values.ts";
import { run } from "../../lib/run.ts";
import { reportPage } from "../../reports/html/page.ts";
import { causesOf } from "../../reports/reading/causes.ts";
import { coloursFor, summaryText } from "../../reports/text/terminal.ts";
import { behind, jsonResponse, webPage, type Respond } from "../network/front.ts";
import { withConsequences } from "../../engine/clauses/dependencies.ts";
import { failed, notTested, planned, violation } from "../reports/samples.ts";
import { ownReference } from "../tools/own.ts";

const reference = await ownReference();

type Meant = Parameters<typeof behind>[1];

const silence = (): void => undefined;
const BALANCES = { only: ["4.3-balance-accepted"], level: "standard", seed: 1 } as const;

async function tested(meant: Meant, respond: Respond, options: RunOptions = BALANCES) {
  const { baseUrl, requests } = await behind(reference.baseUrl, meant, respond);
  const { samples, parameters } = reference.target;
  return { result: await run({ baseUrl, samples, parameters }, options), requests: requests() };
}

const clauseIn = (clauses: readonly ClauseResult[], id: string) => clauses.find((clause) => clause.id === id);
const failedIn = (clauses: readonly ClauseResult[]) =>
  clauses.filter(({ outcome }) => outcome === "failed").map(({ id }) => id);

test("a value that always gets an error while other values are accepted counts as refused", async () => {
  const { result } = await tested((url) => /account\.balance=gte:0(&|$)/.test(url), webPage(503));
  expect(result.verdict).toBe("nonconforming");
  const message =
    /^every request with account\.balance=gte:0 gets 503 from a gateway \((\d+) of \1 valid requests of all clauses, until the end of this one\); other requests to this endpoint are accepted$/;
  const clause = clauseIn(result.clauses, "4.3-balance-accepted");
  expect(clause).toMatchObject({ outcome: "failed", reason: expect.stringMatching(message) });
});

const TOKENS = { only: ["tokens"], level: "smoke", seed: 1 } as const;

test.each([
  [/[?&]token\.id=ne:/, 503, "token.id=ne:…", "4.4-token-id-accepted"],
  [/[?&]account\.id=ne:/, 403, "account.id=ne:…", "4.4-account-id-accepted"],
  // An order, and not the account beside it.
  [/[?&]order=desc/, 502, "order=desc", "4.4-order-accepted"],
])("acceptance clauses send the values of other clauses: %s gets %i", async (value, status, sent, id) => {
  const { result } = await tested((url) => value.test(url), webPage(status), TOKENS);
  expect(result.verdict).toBe("nonconforming");
  const reason = clauseIn(result.clauses, id)?.reason ?? "";
  expect(reason).toContain(`every request with ${sent} gets ${status} from a gateway (`);
  expect(reason).toMatch(
    /\((\d+) of \1 valid requests of all clauses, until the end of this one\); .* are accepted$/,
  );
  expect(causesOf(result).map(({ clause }) => clause.id)).toStrictEqual([id]);
  const codes = new Set(["gatewayError", "unsteady", "unspecified"]);
  const ownReasons = result.clauses.filter(
    ({ code, consequenceOf }) => codes.has(code ?? "") && !consequenceOf,
  );
  expect(ownReasons.map((clause) => [clause.id, clause.reason])).toStrictEqual([]);
});

test("an error that every request gets is not attributed to a value", async () => {
  const CONTRACTS = { only: ["contract"], level: "smoke", seed: 1 } as const;
  const { result } = await tested((url) => /contracts\/(?!results)/.test(url), webPage(500), CONTRACTS);
  const reason = "a request for a sample does not succeed";
  expect(clauseIn(result.clauses, "4.8-answers-200")).toMatchObject({ outcome: "failed", reason });
});

test("a value that always times out makes its clause inconclusive and is a warning", async () => {
  const options = { ...BALANCES, requestTimeout: 1_500 };
  const { result } = await tested((url) => /account\.balance=gte:0(&|$)/.test(url), silence, options);
  expect(failedIn(result.clauses)).toStrictEqual([]);
  expect(clauseIn(result.clauses, "4.3-balance-accepted")).toMatchObject({
    outcome: "inconclusive",
    reason: expect.stringContaining("no complete response within 1500 ms"),
  });
  const warning = result.warnings.find(({ id }) => id === "no-response");
  expect(warning?.endpoint).toBe("tokenBalances");
  expect(warning?.message).toContain("each with account.balance=gte:0");
  expect(warning?.curls[0]).toMatch(/^curl .*account\.balance=gte:0/);
});

test.each([403, 400])("an order that always gets %i fails its acceptance at smoke", async (status) => {
  const options = { only: ["networkFees"], level: "smoke", seed: 1 } as const;
  const { result } = await tested((url) => url.includes("order=desc"), webPage(status), options);
  expect(causesOf(result).map(({ clause }) => clause.id)).toContain("4.5-order-accepted");
});

test.each<["smoke" | "standard", string, Respond]>([
  ["smoke", "redirected", webPage(302, { location: "/login" })],
  ["standard", "cut off", (response) => void response.destroy()],
])(
  "at %s an operator that is always %s leaves its acceptance inconclusive",
  async (level, _what, respond) => {
    const options = { only: ["tokenBalances"], level, seed: 1 };
    const { result } = await tested((url) => url.includes("balance=gte:"), respond, options);
    expect(failedIn(result.clauses)).toStrictEqual([]);
    expect(clauseIn(result.clauses, "4.3-balance-accepted")?.outcome).toBe("inconclusive");
    const warning = result.warnings.find(({ id }) => id === "no-response");
    const kind = level === "smoke" ? "a redirect" : "a broken connection";
    expect(warning?.message).toMatch(`${kind} in place of a response to `);
    expect(warning?.message).toMatch(/, at any attempt, each with account\.balance=gte:…;/);
  },
);

test("a hash without a response concerns the acceptance of hashes, and not of transaction ids", async () => {
  const { sending } = await loadCatalogue();
  const request = requestTo("contractResult", { path: `0x${"1c".repeat(32)}` });
  const why = { code: "connectionLost", reason: "the connection broke" } as const;
  const { whyUnanswered } = createRefusedValues({});
  const concerned = sending.filter(
    (clause) =>
      whyUnanswered(clause, [{ request, why, isTimeOut: false }], { isUnserved: () => true }) === why,
  );
  expect(concerned.map(({ id }) => id)).toStrictEqual(["4.7-hash-accepted"]);
});

test("an operator that always times out is named in the warning, with the shortest request first", async () => {
  const options = { only: ["4.3"], level: "smoke", seed: 1, requestTimeout: 1_000 } as const;
  const { result } = await tested((url) => /account\.balance=ne:/.test(url), silence, options);
  const outcomes = ["4.3-balance-ne", "4.3-balance-gt", "4.3-account-id-gt", "4.3-order-under-filter"].map(
    (id) => clauseIn(result.clauses, id)?.outcome,
  );
  // Clauses that send the operator in some of their cases pass by the others.
  expect(outcomes).toStrictEqual(["inconclusive", "passed", "passed", "passed"]);
  expect(failedIn(result.clauses)).toStrictEqual([]);
  const warning = result.warnings.find(({ id }) => id === "no-response");
  expect(warning?.message).toContain("at any attempt, each with account.balance=ne:…;");
  const [first = "", second = ""] = warning?.curls ?? [];
  expect(first.length).toBeLessThanOrEqual(second.length);
});

test("an intermittent error fails no clause", async () => {
  let seen = 0;
  const isMeant: Meant = (url) => url.includes("balance=gt:") && (seen += 1) % 3 !== 0;
  const { result } = await tested(isMeant, webPage(504));
  expect(failedIn(result.clauses)).toStrictEqual([]);
});

const FEW = { only: ["networkFees", "tokens"], level: "smoke", seed: 1 } as const;
const fortieth: Meant = (_url, count) => count % 40 === 0;

test("503 on every fortieth request is a warning, which all reports show and which fails a strict run", async () => {
  const { result, requests } = await tested(fortieth, webPage(503), { ...FEW, strict: true });
  expect([result.verdict, failedIn(result.clauses)]).toStrictEqual(["nonconforming", []]);
  const again = result.sentAgain.reduce((sum, one) => sum + one.requests, 0);
  expect(again).toBe(Math.floor(requests / 40));
  expect(new Set(result.sentAgain.map(({ after }) => after))).toStrictEqual(new Set(["503"]));
  expect(result.warnings.map(({ id }) => id)).toStrictEqual(["sent-again"]);
  const message = /^\d+ of \d+ requests were retries: \d+ after 503 \(\w+ \d+/;
  expect(result.warnings[0]?.message).toMatch(message);
  const paint = coloursFor({}, {});
  for (const text of [summaryText({ result, reportPath: undefined, paint }), await reportPage(result)]) {
    expect(text).toMatch(/(?:Resent|Sent again)[^]*?\d+ of \d+ requests: \d+ after 503/);
  }
});

test("an error of the service itself that comes and goes is a warning", async () => {
  const { result } = await tested(fortieth, jsonResponse(500, { error: "busy" }), FEW);
  expect([result.verdict, failedIn(result.clauses)]).toStrictEqual(["conforms", []]);
  expect(new Set(result.warnings.map(({ id }) => id))).toStrictEqual(new Set(["passing-errors"]));
  expect(result.warnings[0]?.message).toMatch(
    /^GET \/api\/v1\/\S+ returned status 500 in \d+ responses? to requests that succeeded at another time$/,
  );
});

test("429 is counted and is no warning", async () => {
  const { result } = await tested(fortieth, webPage(429, { "retry-after": "0" }), { ...FEW, strict: true });
  expect(result.sentAgain.map(({ after }) => after)).toContain("429");
  expect([result.verdict, result.warnings]).toStrictEqual(["conforms", []]);
});

test("of two requests, only the one with the value that always gets an error is a consequence", async () => {
  const symptoms = ["unserved limit=1"];
  const broken = failed({ ...planned(1), id: "4.4-limit-accepted" }, [violation({ symptoms })]);
  const open = [1, 10].map((limit) => {
    const target = `/api/v1/tokens?limit=${limit}`;
    const dependsOn = [{ endpoint: "tokens", needs: "acceptance", target }] as const;
    return { ...notTested(planned(1), { code: "gatewayError", reason: "status 502" }), dependsOn };
  });
  const results = withConsequences([broken, ...open], await loadCatalogue(), { tokens: { limit: "limit" } });
  expect(results.map(({ consequenceOf }) => consequenceOf)).toEqual([undefined, broken.id, undefined]);
});
