import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { createRunParts } from "../../engine/run/run-parts.ts";
import { REQUEST, outcomeOf, settingsOf } from "../hostile/client.ts";
import { response } from "../hostile/attacks/attack.ts";
import { EMPTY_PAGE, rawTarget } from "../hostile/targets.ts";

test("a run follows a bounded number of links", async () => {
  const target = await rawTarget((socket) => socket.write(response(EMPTY_PAGE)));
  const settings = settingsOf(target.url);
  const { client, send } = createRunParts(settings, await loadCatalogue(), new AbortController().signal);
  const links = Array.from({ length: 365 }, (_, index) => ({
    ...REQUEST,
    fromOrigin: true as const,
    target: `/api/v1/tokens?page=${index}`,
  }));
  const outcomes = await Promise.all(links.map((request) => outcomeOf(send(request))));
  expect(outcomes.filter((outcome) => outcome === "200 json")).toHaveLength(360);
  expect(outcomes.at(-1)).toBe(
    "UnusableResponse: 360 links to next pages were followed in this run, and there are more",
  );
  expect(await outcomeOf(send(REQUEST))).toBe("200 json");
  expect(target.received).toHaveLength(361);
  await client.close();
  await target.close();
});
