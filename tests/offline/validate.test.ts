import { truncateSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { har } from "./har.ts";
import { FEES, FEES_URL, HOST, openBench, TOKENS_URL, tokens } from "./har.ts";

const { file, ofHar, validate } = openBench();
const WRONG = { ...FEES, timestamp: 5 };

describe("validate checks a HAR file", () => {
  test("and writes all files of a result, with exit code 0 if it conforms", async () => {
    const seen = await ofHar([{ url: FEES_URL, body: FEES }]);
    expect(seen.code).toBe(0);
    expect(seen.clause("2.5-fees")).toMatchObject({ outcome: "passed", cases: 1 });
    expect(seen.clause("4.5-media-type")?.outcome).toBe("passed");
    expect(seen.read("index.html")).toContain("The recording conforms as far as tested: ");
    expect(seen.read("summary.md")).toContain("conforms");
    expect(seen.result().target).toStrictEqual({ baseUrl: HOST });
    expect(seen.out).toMatch(/capture-\d+\.har: 1 exchange, 1 checked/);
    expect(seen.out).not.toMatch(/\bseed\b|\blevel\b/i);
  });

  test("with exit code 1, the entry of the file and the request if it has a violation", async () => {
    const text = Buffer.from(JSON.stringify(WRONG)).toString("base64");
    const seen = await ofHar([
      { url: TOKENS_URL, body: tokens(5) },
      { url: FEES_URL, content: { text, encoding: "base64" } },
    ]);
    expect(seen.code).toBe(1);
    const [violation] = seen.clause("2.5-timestamp")?.violations ?? [];
    expect(violation).toMatchObject({ pointer: "/timestamp", actual: "5", curl: `curl -i '${FEES_URL}'` });
    expect(violation?.origin).toMatch(/capture-\d+\.har, log\.entries\[1\]$/);
  });

  test("and applies known deviations of a file or of an earlier result", async () => {
    const deviations = [{ clause: "2.5-timestamp", pointer: "/timestamp", reason: "an old release" }];
    const wrong = { url: FEES_URL, body: WRONG };
    const known = await ofHar([wrong], "--known", file("known.json", { deviations }));
    expect([known.code, known.clause("2.5-timestamp")?.outcome]).toStrictEqual([0, "known"]);
    const first = await ofHar([wrong]);
    const isNew = ["--previous", first.folder, "--fail-on", "new"];
    const again = await ofHar([wrong], ...isNew);
    const worse = await ofHar([{ url: FEES_URL, body: { ...WRONG, fees: 5 } }], ...isNew);
    expect([first.code, again.code, worse.code]).toStrictEqual([1, 0, 1]);
    expect(worse.clause("2.5-timestamp")?.outcome).toBe("known");
  });

  test("and applies the known deviations and paths of a profile", async () => {
    const files = { missing: {} };
    const entry = {
      url: "https://verify.example.test/session/verify/etherscan",
      method: "POST",
      posted: JSON.stringify({ address: `0x${"a".repeat(40)}`, chainId: "1" }),
      body: { contracts: [{ address: "0x1", chainId: "1", status: "exact", files }], unused: [], files: [] },
    };
    const plain = await ofHar([entry]);
    expect([plain.code, plain.left()]).toStrictEqual([2, { "not a path of the contract": 1 }]);
    const seen = await ofHar([entry], "--profile", "sourcify");
    expect(seen.clause("2.9-files-missing")).toMatchObject({ outcome: "known", cases: 1 });
    expect(seen.result().profiles?.map(({ name }) => name)).toStrictEqual(["sourcify"]);
  });

  test("for exchanges of the contract, and counts all others by reason", async () => {
    const entries = [
      { url: FEES_URL, body: FEES },
      { url: "https://elsewhere.example.test/prefix/api/v1/network/fees", content: { size: 7 } },
      { url: `${HOST}/api/v1/contracts/results`, body: { results: [] } },
      { url: `${HOST}/api/v1/contracts/results/logs`, body: { logs: [] } },
      { url: TOKENS_URL.replace(/^http/, "ws"), status: 101, body: "" },
      { url: `${HOST}/logo.png`, body: "" },
      { url: FEES_URL, method: "OPTIONS", body: "" },
      { url: FEES_URL, status: 0 },
      { url: FEES_URL, status: 304 },
      ...[{ size: 7 }, {}].map((content) => ({ url: FEES_URL, content })),
      { url: FEES_URL, content: { size: 0 }, responseHeaders: { "content-length": "7" } },
      { url: FEES_URL, content: { size: 0 }, members: { _error: "net::ERR_ABORTED" } },
      { url: FEES_URL, content: { size: 700, text: '{"fees":[' } },
      { url: FEES_URL, status: 502, body: "<html></html>", type: "text/html" },
      { url: FEES_URL, body: "[".repeat(40_000) + "]".repeat(40_000) },
      { url: `${FEES_URL}?page=2`, body: {} },
    ];
    const seen = await ofHar(entries, "--base-url", HOST);
    expect(seen.code).toBe(0);
    expect(seen.left()).toStrictEqual({
      "not below the URL of the service": 1,
      "not a path of the contract": 3,
      "neither http nor https": 1,
      "not the method of the contract for this path": 1,
      "no response was recorded": 1,
      "the response came from a cache: status 304 has no body": 1,
      "the response was cut off": 1,
      "status 502: a gateway, a rate limit, a redirect or missing credentials": 1,
      "the response is nested deeper than 1000 levels": 1,
      'the contract states no parameter "page" of /api/v1/network/fees': 1,
    });
    const cut = "body not recorded (cut at 9 bytes)";
    expect(seen.inPart()).toStrictEqual({ "body not recorded": 3, [cut]: 1 });
    expect(seen.out).toContain("1 not checked: not below the URL of the service");
  });

  test("without its keys, cookies and credentials in any output", async () => {
    const secrets = ["tok-4711-abc", "sid-0815-ghi", "key-2342-mno", "pass-9999-stu", "body-5151-xyz"];
    const [token = "", cookie = "", key = "", password = ""] = secrets;
    const seen = await ofHar([
      {
        url: `https://user:${password}@ledger.example.test/api/v1/tokens?access_token=${key}#top`,
        body: { ...tokens(), links: `${token} ${cookie} ${key} ${password}` },
        requestHeaders: { "Ocp-Apim-Subscription-Key": token, Cookie: `a=${cookie}` },
        responseHeaders: { "Set-Cookie": `a=${cookie}; Path=/` },
      },
      { url: `${TOKENS_URL}?token.id=0.0.5`, body: { tokens: 7, links: { next: token } } },
      { url: FEES_URL, body: { ...WRONG, idToken: "body-5151-xyz" } },
    ]);
    expect(seen.code).toBe(1);
    const files = ["results.json", "index.html", "summary.md", "junit.xml"].map(seen.read);
    const all = [seen.out, seen.err, ...files].join("\n");
    expect(secrets.filter((secret) => all.includes(secret))).toStrictEqual([]);
    expect(all).toContain("token.id=0.0.5");
  });
});

test("a single body is checked as that of the endpoint, without clauses on status and headers", async () => {
  const body = file("fees.json", { ...FEES, timestamp: null });
  const seen = await validate(body, "--endpoint", "networkFees");
  expect(seen.code).toBe(1);
  const [violation] = seen.clause("2.5-timestamp")?.violations ?? [];
  expect(violation).toMatchObject({ curl: `cat '${body}'`, actual: "null" });
  expect(seen.out).toContain("exchanges that this clause can check, or run the suite against the service");
  const ids = ["4.5-json-body", "4.5-media-type", "4.5-success-status"];
  const outcomes = ids.map((id) => seen.clause(id)?.outcome);
  expect(outcomes).toStrictEqual(["passed", "notTested", "notTested"]);
  const { code, err } = await validate(file("whole.har", har()), "--endpoint", "tokens");
  expect([code, err]).toStrictEqual([2, expect.stringContaining("omit --endpoint")]);
});

describe("files that cannot be checked give exit code 2, with name and reason", () => {
  const noUrl = { log: { entries: [{ request: { method: "GET", url: 5 }, response: {} }] } };

  test.each<[string, unknown, string]>([
    ["text", "hello", "is not JSON"],
    ["another-document", { openapi: "3.1.0" }, "the body of a single response needs --endpoint NAME"],
    ["no-request", { log: { entries: [{ response: {} }] } }, "log.entries[0]: request is not an object"],
    ["no-url", noUrl, "log.entries[0]: request.url is not text"],
    ["elsewhere", har({ url: HOST }), "no clause was tested: 1 of 1 exchange not checked: not a path of"],
    ["nothing", har(), "no clause was tested: the files contain no exchange"],
  ])("%s", async (name, content, reason) => {
    const { code, err } = await validate(file(`${name}.json`, content));
    expect([code, err]).toStrictEqual([2, expect.stringContaining(reason)]);
  });

  test("a folder, a missing file and a file of 200 MB", async () => {
    const large = file("large.har", '{"log":{"entries":[');
    truncateSync(large, 200 * 1024 * 1024);
    const missing = { "/": "illegal operation on a directory", "/none.har": "no such file" };
    const reasons = { ...missing, [large]: "64 MiB", "/dev/zero": "64 MiB" };
    for (const [path, reason] of Object.entries(reasons)) {
      const { code, err } = await validate(path);
      expect([code, err]).toStrictEqual([2, expect.stringMatching(`${path}: .*${reason}`)]);
    }
  });
});
