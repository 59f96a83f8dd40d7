import { expect, test } from "vitest";
import { githubErrors } from "../../reports/text/github.ts";
import { failed, HOSTILE, mixedResult, passed, planned, resultOf, violation } from "./samples.ts";

test("each cause is an error with a title, what was expected, the actual value and the request", () => {
  expect(githubErrors(mixedResult())).toMatch(
    /^::error title=4\.4-limit-kept \(GET \/api\/v1\/tokens\)::gas_used is a string: expected an integer or null, actual "12".*%0Acurl -i 'https:\/\/ledger\.example\.test\/x'\n$/,
  );
  expect(githubErrors(resultOf([passed(planned(0))]))).toBe("");
});

test("at most ten errors are written", () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    failed({ ...planned(1), id: `4.4-made-up-${index}` }, [violation()]),
  );
  expect(githubErrors({ ...resultOf([]), clauses: many }).match(/^::error /gm)).toHaveLength(10);
});

test("text of a service cannot begin a workflow command, a property or a line", () => {
  const hostile = violation({
    message: HOSTILE,
    pointer: `/${HOSTILE}`,
    expected: "100%0A::error::x",
    actual: HOSTILE,
    curl: `curl '${HOSTILE}\r\n::warning::y'`,
  });
  const text = githubErrors(resultOf([failed(planned(1), [hostile])]));
  expect(text.match(/\n/g)).toHaveLength(1);
  expect(text).toMatch(/^::error title=[^:,\n]*::[^\n]*\n$/);
  expect(text).toContain("100%250A");
  expect(text.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
});
