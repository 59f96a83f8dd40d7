// Interpretation 24: one response that differs from an earlier one is a warning, a second one is a violation
import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { createRedactedResponse } from "../../engine/evidence/exchange-formatter.ts";
import { createObserver } from "../../engine/passive/observer.ts";
import { passiveResults } from "../../engine/passive/verdicts.ts";
import { singleDifferenceWarnings } from "../../engine/run/passive-results.ts";
import { responseOf, SUCCESS } from "../../specs/examples/responses.ts";

const ID = "4.6-message-unchanged";
const formatter = {
  curl: () => "curl",
  headers: () => ({}),
  redact: (text: string) => text,
  redacted: createRedactedResponse((text) => text),
};
const message = (second: number, number: number) => {
  const time = `170000000${second}.000000001`;
  const body = { ...SUCCESS.topicMessage, consensus_timestamp: time, sequence_number: number };
  return responseOf("topicMessage", 200, body, { path: time });
};

test("a second differing response fails the clause, also for another record", async () => {
  const catalogue = await loadCatalogue();
  const selected = new Set([ID]);
  const watch = createObserver(catalogue, selected, formatter, { coverage: () => undefined, names: {} });
  const why = () => ({ code: "dataUnsuitable", reason: "none" }) as const;
  const shown = () => ({
    outcomes: passiveResults(catalogue, selected, watch.tallies(), why, () => undefined).map(
      ({ outcome }) => outcome,
    ),
    warnings: singleDifferenceWarnings({ catalogue, watch, selected }).map(({ id }) => id),
  });
  [message(0, 1), message(1, 1), message(0, 1)].forEach((response) => watch.see(response));
  expect(shown()).toEqual({ outcomes: ["passed"], warnings: [] });
  watch.see(message(0, 2));
  expect(shown()).toEqual({ outcomes: ["inconclusive"], warnings: ["record-changed"] });
  watch.see(message(1, 2));
  expect(shown()).toEqual({ outcomes: ["failed"], warnings: [] });
});
