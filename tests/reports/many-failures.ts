import type { ReportedViolation } from "../../engine/model/clause-results.ts";
import type { RunResult, TimelineEntry } from "../../engine/model/results.ts";
import { ENDPOINT_NAMES, operations } from "../../schemas/operations.ts";
import { bodyOf, failed, getting, passed, planned, resultOf, notTested, violation } from "./samples.ts";

const URL = "https://ledger.example.test/prefix";
const SECTIONS = "2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 4.1 4.2 4.3 4.4 4.5".split(" ");

/** A member of a record that has the wrong type: one response with the place marked. */
function ofField(index: number): ReportedViolation {
  const url = `${URL}/api/v1/contracts/results/0.0.9-1700000${index}-000000001`;
  const lines = Array.from({ length: 14 }, (_, line) => `  "member_${line}": "a value",`);
  return violation({
    message: `contract result: field_${index} is an int64 or null`,
    pointer: `/field_${index}`,
    curl: `curl -i '${url}'`,
    request: getting(url),
    response: bodyOf(`{"field_${index}":"12"}`),
    excerpt: { lines, marked: 6 },
  });
}

/** A row that one of three pages lacks. */
function ofList(index: number): ReportedViolation {
  const row = JSON.stringify(`0.0.10${index}`);
  const page = { rows: 64, first: '"0.0.8"', last: '"0.0.15900"', next: '"?limit=64&after=65"' };
  const at = (number: number, query: string) => {
    const url = `${URL}/api/v1/tokens?${query}`;
    return { number, url, curl: `curl -i '${url}'`, status: 200, body: "{}", page };
  };
  const keys = ['"0.0.1001"', row, '"0.0.2001"'];
  const last = at(3, `limit=64&after=${index}`);
  return violation({
    message: `a row of list ${index} is on no page`,
    pointer: "/tokens/0/token_id",
    expected: `the row with token_id ${row} in front of this one, as /api/v1/tokens?limit=100 shows it`,
    actual: '"0.0.2001"',
    rowFault: { kind: "gap", row },
    curl: last.curl,
    exchanges: [
      { ...at(1, "limit=100"), compared: true, excerpt: { lines: keys, marked: 1 } },
      { ...at(2, `limit=64&x=${index}`), compared: true },
      { ...last, violates: true, excerpt: { lines: keys.slice(1), marked: 0, absent: true } },
    ],
  });
}

/** Twelve seconds with a gap, refusals, an error that was sent again, and a response that did not come. */
const timeline: readonly TimelineEntry[] = Array.from({ length: 12 }, (_, second) => {
  const requests = second >= 5 && second < 8 ? 0 : 18;
  const busy = second === 3 ? { 200: 9, 400: 7, 503: 1 } : { 200: 11, 404: 7 };
  return { second, requests, statuses: requests === 0 ? {} : busy, sentAgain: second === 3 ? 2 : 0 };
});

/** The result of a run with so many failed clauses, each of a cause of its own, and every other part of a real result. */
export function manyFailures(count: number): RunResult {
  const broken = Array.from({ length: count }, (_, index) => {
    const section = SECTIONS[index % SECTIONS.length] ?? "";
    const own = { id: `${section}-broken-${index}`, section, contract: [199] };
    return failed({ ...planned(index === 1 ? 1 : 0), ...own }, [(index === 1 ? ofList : ofField)(index)]);
  });
  const others = SECTIONS.flatMap((section) =>
    Array.from({ length: 32 }, (_, at) => passed({ ...planned(0), section, id: `${section}-clause-${at}` })),
  );
  const durations = Object.fromEntries(
    ENDPOINT_NAMES.map((endpoint, index) => [endpoint, { medianMs: 3 + index, slowestMs: 40 * (index + 1) }]),
  );
  const unspecified = ENDPOINT_NAMES.map((endpoint) => ({
    id: `${operations[endpoint].section}-unspecified`,
    section: operations[endpoint].section,
    statement: `the order of members of ${endpoint}`,
    assumption: "any order is accepted",
    observed: [{ value: "alphabetical", count: 7, curl: "curl -i x" }],
  }));
  const members = { timeline, rps: 20, durations, unspecified, requests: 162 };
  return resultOf([...broken, ...others, notTested(planned(2))], members);
}
