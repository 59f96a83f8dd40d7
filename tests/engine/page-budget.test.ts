import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { wire } from "../../engine/run/wiring.ts";
import { ASK, outcomeOf, settingsOf } from "../hostile/asking.ts";
import { answerOf, EMPTY_PAGE, rawTarget } from "../hostile/targets.ts";

test("a run follows sixty times as many links as a walk may take, however new each of them is", async () => {
  const target = await rawTarget((socket) => socket.write(answerOf(200, EMPTY_PAGE)));
  const settings = settingsOf(target.url);
  const { client, send } = wire(settings, await loadCatalogue(), new AbortController().signal);
  const links = Array.from({ length: 365 }, (_, index) => ({
    ...ASK,
    rooted: true as const,
    target: `/api/v1/tokens?page=${index}`,
  }));
  const outcomes = await Promise.all(links.map((ask) => outcomeOf(send(ask))));
  expect(outcomes.filter((outcome) => outcome === "200 json")).toHaveLength(360);
  expect(outcomes.at(-1)).toBe("Trouble: 360 links to next pages were followed in this run, and more came");
  expect(await outcomeOf(send(ASK))).toBe("200 json");
  expect(target.received).toHaveLength(361);
  await client.close();
  await target.close();
});
