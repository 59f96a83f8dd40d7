import { expect, test } from "vitest";
import { select } from "../../engine/target/selection.ts";

const CLAUSES = [
  { id: "2.7-gas-used", section: "2.7", endpoint: "contractResult" },
  { id: "4.1-tokens-end", section: "4.1", endpoint: "tokens" },
  { id: "4.10-address", section: "4.10", endpoint: "verify" },
  { id: "4.4-limit", section: "4.4", endpoint: "tokens" },
];

test.each([
  ["all", [], [], ["2.7-gas-used", "4.1-tokens-end", "4.10-address", "4.4-limit"]],
  ["a section, and not one whose number begins the same", ["4.1"], [], ["4.1-tokens-end"]],
  ["a part", ["4"], [], ["4.1-tokens-end", "4.10-address", "4.4-limit"]],
  ["an endpoint", ["tokens"], [], ["4.1-tokens-end", "4.4-limit"]],
  ["a clause", ["4.4-limit"], [], ["4.4-limit"]],
  ["several, in the order of the catalogue", ["4.4", "2.7"], [], ["2.7-gas-used", "4.4-limit"]],
  ["all but some", [], ["tokens", "2.7-gas-used"], ["4.10-address"]],
  ["some but some", ["4"], ["4.1"], ["4.10-address", "4.4-limit"]],
])("%s", (_, only, skip, expected) => {
  expect(select(CLAUSES, only, skip).map(({ id }) => id)).toStrictEqual(expected);
});

test.each([
  ["a selector that selects nothing", ["4.40"], [], "--only 4.40 selects nothing"],
  ["one of several that selects nothing", ["4.4", "token"], [], "--only token selects nothing"],
  ["a skip that selects nothing", [], ["9"], "--skip 9 selects nothing"],
  ["nothing left", ["4.4"], ["tokens"], "no clause is left"],
])("%s is bad usage", (_, only, skip, message) => {
  expect(() => select(CLAUSES, only, skip)).toThrow(message);
});
