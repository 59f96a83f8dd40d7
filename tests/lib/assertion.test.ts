// The error of a failed clause, as reporters of vitest and Allure print it
import { expect, test } from "vitest";
import { clauseError } from "../../lib/assertion.ts";
import { failed, pageExchanges, planned, violation } from "../reports/samples.ts";

const CLAUSE = planned(1);

test("a value at a pointer: each fact once, the values first, and no stack trace", () => {
  const own = failed(CLAUSE, [violation({ message: CLAUSE.statement })]);
  const { message, stack, expected, actual } = clauseError(own);
  expect(message.split("\n")).toStrictEqual([
    "4.4-limit-kept: a value violates the contract",
    "    expected  an integer or null",
    '    actual    "12"',
    "    at        /gas_used, seen in 2 of 3 responses",
    "    request   curl -i 'https://ledger.example.test/x'",
    "    seed      42",
  ]);
  expect([stack, expected, actual]).toStrictEqual(["", "an integer or null", '"12"']);
});

test("a violation of the whole response has no pointer, and its problem is the title", () => {
  const { message } = clauseError(failed(CLAUSE, [violation({ pointer: "" }), violation()]));
  expect(message).toMatch(/^4\.4-limit-kept: gas_used is a string\n {4}expected /);
  expect(message).not.toContain("    at ");
  expect(message).toMatch(/\n {4}… and 1 more violation: see the report$/);
});

test("a consequence names its cause, and shows one request", () => {
  const exchanges = pageExchanges(3).map((one) => ({ ...one, compared: true as const }));
  const cause = failed(CLAUSE, [violation({ exchanges })]);
  expect(clauseError(cause).message.match(/request {3}curl/g)).toHaveLength(4);
  const { message } = clauseError({ ...cause, consequenceOf: "4.4-limit-at-most" });
  expect(message).toContain('actual    "12"\n    cause     4.4-limit-at-most: fix it first\n');
  expect(message.match(/request {3}curl/g)).toHaveLength(1);
  const related = { ...cause, possiblyRelatedTo: "4.4-links" };
  expect(clauseError(related).message).toContain("related   possibly to 4.4-links\n");
});
