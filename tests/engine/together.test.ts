import { expect, test } from "vitest";
import { Together } from "../../engine/pacing/together.ts";
import { call, type Query } from "../../engine/model/call.ts";
import { Trouble, type Expectation } from "../../engine/model/exchange.ts";

const ask = (query: Query, expects: Expectation = "success") => call("tokens", { query, expects });
const PAIR: Query = [
  ["order", "asc"],
  ["name", "coin"],
];
const more: Query = [...PAIR, ["limit", "5"]];

test("what is refused together is not asked again with more beside it, nor malformed, until it is answered", () => {
  const together = new Together();
  expect(together.asks(ask(PAIR))).toBe(true);
  together.refused(ask(PAIR));
  expect(together.asks(ask(PAIR))).toBe(false);
  const covered = [PAIR, more, PAIR.slice(1), more.slice(1)].map((query) => together.covers(ask(query)));
  expect(covered).toStrictEqual([true, true, false, false]);
  expect(together.covers(ask(more, "refusal"))).toBe(true);
  together.answered(ask(more));
  together.refused(ask(PAIR));
  expect(together.covers(ask(PAIR))).toBe(false);
});

test("what is malformed, or a parameter alone, tells nothing of others", () => {
  const together = new Together();
  together.refused(ask(PAIR, "refusal"));
  together.refused(ask([["limit", "5"]]));
  expect([together.covers(ask(more)), together.covers(ask(more, "refusal"))]).toStrictEqual([false, true]);
  const trouble = new Trouble("answered 503");
  expect(together.explain(ask(more), trouble)).toBe(trouble);
});
