import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { FEES, TOKENS } from "./bodies.ts";
import { FEES_URL, HOST, openBench, TOKENS_URL } from "./validating.ts";
const { file, ofHar, remove } = openBench();

afterAll(remove);

describe("a HAR file is judged", () => {
  test("with all files of a result, and exit code 0 where nothing departs", async () => {
    const seen = await ofHar([{ url: FEES_URL, body: FEES }]);
    expect(seen.code).toBe(0);
    expect(seen.clause("2.5-fees")).toMatchObject({ outcome: "pass", cases: 1 });
    expect(seen.clause("4.5-media-type")?.outcome).toBe("pass");
    expect(readFileSync(join(seen.folder, "index.html"), "utf8")).toContain("Network fees");
    expect(readFileSync(join(seen.folder, "summary.md"), "utf8")).toContain("conforms");
    expect(seen.result().target).toStrictEqual({ baseUrl: HOST });
    expect(seen.out).toContain("nothing sent: 1 answer of 1 file looked at");
  });

  test("with exit code 1, the place in the file and the request where something departs", async () => {
    const wrong = { ...FEES, timestamp: 5 };
    const seen = await ofHar([
      { url: TOKENS_URL, body: TOKENS },
      { url: FEES_URL, body: wrong, base64: true },
    ]);
    expect(seen.code).toBe(1);
    const [violation] = seen.clause("2.5-timestamp")?.violations ?? [];
    expect(violation).toMatchObject({ pointer: "/timestamp", actual: "5", curl: `curl -i '${FEES_URL}'` });
    expect(violation?.origin).toMatch(/capture-\d+\.har, log\.entries\[1\]$/);
    expect(seen.out).toMatch(/2\.5-timestamp +\/timestamp +5 +1 of 1 +1/);
    expect(seen.result().files?.[0]?.departures).toStrictEqual([
      { clause: "2.5-timestamp", section: "2.5", pointer: "/timestamp", actual: "5", count: 1 },
    ]);
  });

  test("and known deviations do not fail it", async () => {
    const known = file("known.json", {
      deviations: [{ clause: "2.5-timestamp", pointer: "/timestamp", reason: "an old release" }],
    });
    const seen = await ofHar([{ url: FEES_URL, body: { ...FEES, timestamp: 5 } }], "--known", known);
    expect(seen.code).toBe(0);
    expect(seen.clause("2.5-timestamp")?.outcome).toBe("known");
    expect(seen.out).toContain("1 (1 known)");
  });

  test("and with --fail-on new an earlier result does not fail it, but what it does not hold does", async () => {
    const wrong = [{ url: FEES_URL, body: { ...FEES, timestamp: 5 } }];
    const first = await ofHar(wrong);
    const isNew = ["--previous", first.folder, "--fail-on", "new"];
    const again = await ofHar(wrong, ...isNew);
    expect([first.code, again.code]).toStrictEqual([1, 0]);
    expect(again.clause("2.5-timestamp")?.outcome).toBe("known");
    expect(readFileSync(join(again.folder, "summary.md"), "utf8")).toContain("## Changed");
    const worse = await ofHar([...wrong, { url: FEES_URL, body: { ...FEES, fees: 5 } }], ...isNew);
    expect([worse.code, worse.clause("2.5-timestamp")?.outcome]).toStrictEqual([1, "known"]);
    expect(worse.clause("2.5-fees")?.outcome).toBe("fail");
    const otherKind = await ofHar([{ url: FEES_URL, body: { ...FEES, timestamp: null } }], ...isNew);
    expect(otherKind.code).toBe(1);
    const told = await ofHar(wrong, "--previous", first.folder);
    expect(told.code).toBe(1);
    const alone = await ofHar(wrong, "--fail-on", "new");
    expect([alone.code, alone.err]).toStrictEqual([
      2,
      expect.stringContaining("give its folder with --previous"),
    ]);
  });

  test("and a profile brings its known deviations, names and other paths", async () => {
    const entries = [{ contracts: [], unused: [], files: [] }].map((body) => ({
      url: "https://verify.example.test/session/verify/etherscan",
      method: "POST",
      posted: JSON.stringify({ address: `0x${"a".repeat(40)}`, chainId: "1" }),
      body: {
        ...body,
        contracts: [{ address: "0x1", chainId: "1", status: "perfect", files: { missing: {} } }],
      },
    }));
    const plain = await ofHar(entries);
    expect([plain.code, plain.result().files?.[0]?.left]).toStrictEqual([2, { "another path": 1 }]);
    const seen = await ofHar(entries, "--profile", "sourcify");
    expect(seen.clause("2.9-files-missing")).toMatchObject({ outcome: "known", cases: 1 });
    expect(seen.result().profiles?.map(({ name }) => name)).toStrictEqual(["sourcify"]);
  });

  test("for the exchanges of the contract alone; all others are counted by reason", async () => {
    const seen = await ofHar(
      [
        { url: FEES_URL, body: FEES },
        { url: "https://elsewhere.example.test/prefix/api/v1/network/fees", body: {} },
        { url: `${HOST}/api/v1/contracts/results`, body: { results: [] } },
        { url: `${HOST}/logo.png`, body: "" },
        { url: FEES_URL, method: "OPTIONS", body: "" },
        { url: FEES_URL, status: 0 },
        { url: FEES_URL, status: 304 },
        { url: FEES_URL, content: { size: 7, mimeType: "application/json" } },
        { url: FEES_URL, content: { size: 700, mimeType: "application/json", text: '{"fees":[' } },
        { url: FEES_URL, status: 502, body: "<html></html>", type: "text/html" },
        { url: `${FEES_URL}?page=2`, body: {} },
      ],
      "--base-url",
      HOST,
    );
    expect(seen.code).toBe(0);
    expect(seen.result().files?.[0]?.left).toStrictEqual({
      "another host": 1,
      "another path": 2,
      "another method": 1,
      "no answer was recorded": 1,
      "the answer came from a cache: status 304 has no body": 1,
      "the body was not kept": 1,
      "the body was not kept whole": 1,
      "not an answer of the service itself: status 502": 1,
      'the document has no parameter "page"': 1,
    });
  });

  test("and keys, cookies and credentials in it are in no output, wherever they are said back", async () => {
    const secrets = ["tok-4711-abcdef", "sid-0815-ghijkl", "key-2342-mnopqr", "pass-9999-stuvwx"];
    const [token = "", cookie = "", key = "", password = ""] = secrets;
    const seen = await ofHar([
      {
        url: `https://user:${password}@ledger.example.test/api/v1/tokens?access_token=${key}#top`,
        body: { ...TOKENS, tokens: [], links: `${token} ${cookie} ${key} ${password}` },
        requestHeaders: { Authorization: `Bearer ${token}`, Cookie: `a=${cookie}` },
        responseHeaders: { "Set-Cookie": `a=${cookie}; Path=/` },
      },
      { url: `${TOKENS_URL}?token.id=0.0.5`, body: { tokens: 7, links: { next: token } } },
    ]);
    expect(seen.code).toBe(1);
    const outputs = ["results.json", "results.jsonl", "index.html", "summary.md", "junit.xml"].map((name) =>
      readFileSync(join(seen.folder, name), "utf8"),
    );
    const all = [seen.out, seen.err, ...outputs].join("\n");
    expect(secrets.filter((secret) => all.includes(secret))).toStrictEqual([]);
    expect(all).toContain("token.id=0.0.5");
  });
});

test("members named like parts of JavaScript objects do no harm", async () => {
  const text = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${JSON.stringify(FEES).slice(1)}`;
  const seen = await ofHar([
    { url: FEES_URL, body: text, responseHeaders: { __proto__: "x", constructor: "y" } },
  ]);
  expect(seen.code).toBe(0);
  expect("polluted" in {}).toBe(false);
});
