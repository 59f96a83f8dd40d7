import type * as clauseResults from "../../engine/model/clause-results.ts";
import { formatCurl } from "../../engine/http/curl.ts";
import { requestTo } from "../../engine/model/exchange.ts";
import type { KnownDeviation } from "../../engine/model/known-deviation.ts";
import { summarize, type RunResult } from "../../engine/model/results.ts";
import { asKnown, coversPlace, coveringEntries } from "../../engine/message/known-deviations.ts";
import { withCauses, causesOf, isRelated } from "../../reports/reading/causes.ts";
import { runVerdict } from "../../reports/reading/verdict.ts";
import { defined } from "../tools/defined.ts";
import { present } from "../../engine/model/model.ts";
import { contractLines } from "../../schemas/contract-lines.ts";
import { operations } from "../../schemas/operations.ts";

type ClauseResult = clauseResults.ClauseResult;
type ReportedViolation = clauseResults.ReportedViolation;
type PlannedMember = "id" | "section" | "endpoint" | "statement" | "contract" | "interpretations";
type PlannedClause = Pick<ClauseResult, PlannedMember>;

export const HOSTILE =
  '<script>alert(1)</script>"><img src=x onerror=alert(2)> \u001b[31mred\u001b]0;title\u0007 \u202eright-to-left ' +
  "\n::error::planted\n##[group]planted ``` | [link](javascript:alert(3)) @everyone &amp; \ud800 'end'";

const PLAN: readonly PlannedClause[] = (
  [
    ["2.7-gas-used", "contractResult", "gas_used is an int64 or null"],
    ["4.4-limit-kept", "tokens", "a page has no more rows than asked"],
    ["4.10-needs-address", "verify", "a body without address fails"],
  ] as const
).map(([id, endpoint, statement]) => ({ id, section: id.split("-")[0] ?? "", endpoint, statement }));

/** One of three clauses: on a record, on a list, on a refusal. */
export const planned = (index: number): PlannedClause => defined(PLAN[index]);

/** A reported request, and a reported response. */
export const getting = (url: string) => ({ method: "GET", url, headers: {}, body: null });
export const bodyOf = (body: string, status = 200) => ({ status, headers: {}, body });

export const violation = (changes: Partial<ReportedViolation> = {}): ReportedViolation => ({
  message: "gas_used is a string",
  pointer: "/gas_used",
  expected: "an integer or null",
  actual: '"12"',
  kind: "string",
  request: getting("https://ledger.example.test/x"),
  response: { status: 200, headers: { "content-type": "application/json" }, body: '{"gas_used":"12"}' },
  curl: "curl -i 'https://ledger.example.test/x'",
  seed: 42,
  path: "",
  placeCount: 1,
  seen: { responses: 2, of: 3 },
  ...changes,
});

/** Pages of five rows in one list; the last one violates the clause. */
export function pageExchanges(pages: number): readonly clauseResults.ReportedExchange[] {
  return Array.from({ length: pages }, (_, index) => {
    const number = index + 1;
    const next = number === pages ? "null" : `"/tokens?page=${number + 1}"`;
    const page = { rows: 5, first: `"0.0.${number}0"`, last: `"0.0.${number}4"`, next };
    const url = `https://ledger.example.test/tokens?page=${number}`;
    return {
      number,
      url,
      curl: `curl -i '${url}'`,
      status: 200,
      body: "{}",
      page: index === 0 ? page : { ...page, isFromLink: true as const },
      ...(number === pages ? { violates: true as const } : {}),
    };
  });
}

export const passed = (clause: PlannedClause, changes: Partial<ClauseResult> = {}): ClauseResult => ({
  ...clause,
  outcome: "passed",
  cases: 5,
  violations: [],
  ...changes,
});

export const failed = (
  clause: PlannedClause,
  violations: readonly ReportedViolation[] = [violation()],
  changes: Partial<ClauseResult> = {},
): ClauseResult => ({ ...clause, outcome: "failed", reason: "broken", cases: 5, violations, ...changes });

/** So many failed clauses on tokens, with the violation of each by its index. */
export const failures = (count: number, violationOf: (index: number) => Partial<ReportedViolation>) =>
  Array.from({ length: count }, (_, index) =>
    failed({ ...planned(1), id: `4.4-clause-${index}` }, [violation(violationOf(index))]),
  );

export function notTested(clause: PlannedClause, changes: Partial<ClauseResult> = {}): ClauseResult {
  const reason = "no sample is known: add one to the target file";
  const none = { outcome: "notTested", code: "dataUnsuitable", cases: 0, violations: [] } as const;
  return { ...clause, ...none, reason, ...changes };
}

/** A clause whose violations say which entry covers them, as the engine has it. */
function markedBy(entries: readonly KnownDeviation[], clause: ClauseResult): ClauseResult {
  const violations = clause.violations.map((one) => {
    const { pointer, kind, request, response } = one;
    const place = { pointer, kind, url: request.url, status: response.status };
    const entry = entries.find((each) => each.clause === clause.id && coversPlace(each, place));
    return entry === undefined ? one : { ...one, known: entry.reason };
  });
  return { ...clause, violations };
}

type Members = Partial<Omit<RunResult, "known">> & { readonly known?: readonly KnownDeviation[] };

export function resultOf(list: readonly ClauseResult[], { known = [], ...members }: Members = {}): RunResult {
  const startedAt = "2026-11-20T10:00:00.000Z";
  const marked = list.map((clause) => asKnown(markedBy(known, clause)));
  const { met, stale, expired } = coveringEntries(marked, known, startedAt.slice(0, 10));
  const clauses = withCauses(marked);
  const baseUrl = "https://ledger.example.test/prefix";
  return {
    formatVersion: 4,
    suite: { name: "ledger-conformance", version: "1.2.3", contract: "0".repeat(64), interpretations: 2 },
    target: { statusUrl: "https://status.example.test", baseUrl, verifyUrl: "https://verify.example.test" },
    seed: 42,
    level: "standard",
    command: `ledger-conformance run --base-url ${baseUrl} --seed 42`,
    startedAt,
    durationMs: 1_234,
    requests: 12,
    ...runVerdict(clauses, { strict: members.strict === true }),
    warnings: [],
    sentAgain: [],
    summary: summarize(clauses),
    clauses,
    unspecified: [],
    ...(known.length === 0 ? {} : { knownDeviations: { matched: met, stale, expired } }),
    ...members,
  };
}

/** Behaviour that the contract does not specify, and what was observed of it. */
const openNext = (...observed: clauseResults.UnspecifiedEntry["observed"]) => [
  { id: "4.1-open-next", section: "4.1", statement: "the form of links.next", observed },
];

/** One clause of each outcome. */
export function mixedResult(): RunResult {
  const clauses = [
    passed(planned(0), { field: { seen: 3, null: 3, notNull: 0 }, sample: "curl -i 'https://x.test'" }),
    failed(planned(1), [violation({ pointer: "/tokens/3/decimals", placeCount: 25 })]),
    notTested(planned(2)),
  ];
  const unspecified = openNext({ value: "a path", count: 7, curl: "curl -i 'https://x.test/next'" });
  return { ...resultOf(clauses), unspecified };
}

/** A result with a text at every place where text of the service can appear. */
export function hostileResult(text = HOSTILE): RunResult {
  const url = `https://ledger.example.test${text}`;
  const get = { ...requestTo("tokens"), target: text };
  const curl = formatCurl({ request: get, url }, { "x-key": "$X_KEY" });
  const recipes = [{ profile: "ours", sample: "contracts", found: 0, reason: text, path: text }];
  const profile = { name: "ours", group: "base", versions: [], unmatched: [] } as const;
  const [headers, body] = [{ [text]: text, __proto__: text }, text];
  const everywhere = { message: text, pointer: `/${text}`, expected: text, actual: text, curl, path: text };
  const request = { method: "GET", url, headers, body };
  const hostile = violation({ ...everywhere, request, response: { status: 200, headers, body } });
  const clauses = [
    failed(planned(1), [hostile, { ...hostile, message: "another one" }], { reason: text }),
    notTested(planned(2), { reason: text }),
    passed(planned(0), { sample: curl }),
  ];
  return {
    ...resultOf(clauses),
    reason: text,
    target: { baseUrl: url, verifyUrl: "https://verify.example.test" },
    command: `ledger-conformance run --target ${text}`,
    warnings: [{ id: "samples-missing", endpoint: "contractResult", message: text, curls: [curl] }],
    unspecified: openNext({ value: text, count: 1, curl }),
    knownDeviations: { stale: [{ clause: text, pointer: text, reason: text, link: text }], expired: [] },
    profiles: [{ ...profile, title: text, notes: [text], recipes }],
  };
}

// Failed clauses on the token list, for tests of causes

/** The members of a clause on tokens that is about these parameters, about pages, or about one of the aspects. */
function onTokens(about: readonly string[]) {
  const { query, responseLine } = operations.tokens;
  const parameters = query.filter(({ key }) => about.includes(key));
  const [firstOfPages = 0] = [...contractLines].find(([, section]) => section === "4.1") ?? [];
  return {
    contract: [
      ...parameters.map(({ line }) => line),
      ...(about.includes("pages") ? [firstOfPages] : []),
      ...(about.includes("response") ? [responseLine] : []),
    ],
    parameters: parameters.map(({ key }) => key),
    ...present({ aspect: (["form", "response", "shortId"] as const).find((one) => about.includes(one)) }),
  };
}

export const LIST = "https://ledger.example.test/api/v1/tokens";
/** A failed clause on tokens: the parameters or the aspect that it is about, and how its violation looks. */
export const broken = (
  id: string,
  about: readonly string[],
  changes: Parameters<typeof violation>[0],
  query = "",
) => {
  const served = (changes?.response?.status ?? 200) === 200 ? { served: true as const } : {};
  return failed(
    { ...planned(1), id, section: id.slice(0, id.indexOf("-")), ...onTokens(about) },
    [violation({ ...served, expects: "success", request: getting(LIST + query), ...changes })],
    id.startsWith("2.3") ? { field: { seen: 1, null: 0, notNull: 1 } } : {},
  );
};

/** Whether two failed clauses have one cause, are possibly related, or have two causes. */
export function relationOf(one: ClauseResult, other: ClauseResult): "one cause" | "related" | "two causes" {
  const causes = causesOf(resultOf([one, other]));
  return causes.length === 1 ? "one cause" : causes.some(isRelated) ? "related" : "two causes";
}
