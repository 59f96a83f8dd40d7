// `run --har FILE` writes every exchange as HAR 1.2, and `validate` of this file reports the same violations as the run.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { command, lastLine } from "../cli/io.ts";
import { ownFolder, ownReference } from "../tools/own.ts";
import { resultIn } from "../valid-results.ts";

const { sending, clauses } = await loadCatalogue();
const severalExchanges = new Set<string>(
  sending.filter((clause) => clause.recorded === undefined).map(({ id }) => id),
);
const overOne = new Set<string>(clauses.map(({ id }) => id).filter((id) => !severalExchanges.has(id)));

const failedIn = (folder: string): readonly string[] =>
  resultIn(folder)
    .clauses.filter(({ id, outcome }) => outcome === "failed" && overOne.has(id))
    .map(({ id }) => id)
    .toSorted();

const reference = await ownReference();
const folder = ownFolder();
const { parameters } = reference.target;

async function recorded(...argv: readonly string[]) {
  const har = join(folder, `run-${argv.join("-").replaceAll(/\W/g, "")}.har`);
  const out = `${har}-out`;
  const seen = await command(["run", ...argv, "--level", "smoke", "--seed", "5", "--har", har, "--out", out]);
  return { ...seen, har, out };
}

test.each([
  ["tokens-decimals-as-text", "tokens"],
  ["contract-id-alone", "contract"],
  ["fees-fourth-type", "networkFees"],
  ["tokens-page-above-limit", "4.4-limit-at-most"],
  ["fees-status-203", "4.5-success-status"],
  ["direct-accepts-no-address", "4.10"],
])("a recorded run is validated with the same violations: %s", async (fault, endpoint) => {
  const { har, out, code } = await recorded("--fault", fault, "--only", endpoint);
  expect(code).toBe(1);
  const target = join(folder, "names.json");
  writeFileSync(target, JSON.stringify({ parameters }));
  const again = `${har}-validated`;
  await command(["validate", har, "--target", target, "--only", endpoint, "--out", again]);
  expect(failedIn(again)).toStrictEqual(failedIn(out));
  expect(failedIn(out).length).toBeGreaterThan(0);
});

test("a recorded run has the members that HAR 1.2 requires, and one entry per request", async () => {
  const { har, out } = await recorded("--only", "4.5", "--only", "4.10");
  const { log } = JSON.parse(readFileSync(har, "utf8"));
  expect(log).toMatchObject({ version: "1.2", creator: { name: "ledger-conformance" } });
  expect(log.entries).toHaveLength(resultIn(out).requests);
  const [number, list] = [expect.any(Number), expect.any(Array)];
  const message = { httpVersion: "HTTP/1.1", cookies: [], headers: list, headersSize: -1 };
  const [method, url] = [expect.stringMatching(/^(GET|POST)$/), expect.stringMatching(/^http:/)];
  const content = { size: number, mimeType: expect.any(String) };
  for (const entry of log.entries) {
    expect(entry).toMatchObject({
      startedDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
      time: number,
      cache: {},
      timings: { send: number, wait: number, receive: number },
      request: { ...message, method, url, queryString: list, bodySize: number },
      response: { ...message, status: number, statusText: "", content, redirectURL: "", bodySize: -1 },
    });
    expect(entry.request.method === "POST").toBe("postData" in entry.request);
  }
});

test("a recorded run has no secrets, and long bodies are truncated as in the report", async () => {
  const { baseUrl, samples } = reference.target;
  const headers = { base: { authorization: "Bearer a-very-secret-token" } };
  const target = join(folder, "secret.json");
  writeFileSync(target, JSON.stringify({ baseUrl, parameters, samples, headers }));
  const { har, code } = await recorded("--target", target, "--only", "4.4");
  expect(code).toBe(0);
  const text = readFileSync(har, "utf8");
  expect(text).not.toContain("a-very-secret-token");
  expect(text).toContain("$LEDGER_AUTHORIZATION");
  const { log } = JSON.parse(text);
  const texts: string[] = log.entries.map(
    (entry: { response: { content: { text: string } } }) => entry.response.content.text,
  );
  expect(Math.max(...texts.map(({ length }) => length))).toBe(4_000);
});

test.each(["/dev/full", "/nowhere/at/all.har"])("%s cannot be written: exit code 2", async (har) => {
  const { code, err } = await command(["run", "--only", "4.5", "--har", har, "--out", `${folder}/out`]);
  const reason: unknown = expect.stringContaining(`${har}: the HAR file cannot be written`);
  expect([code, lastLine(err)]).toStrictEqual([2, reason]);
});
