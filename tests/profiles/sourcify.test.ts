import { describe, expect, test } from "vitest";
import { isObject } from "../../reference/json.ts";
import { changeAt, type Change } from "../real/change.ts";
import { SAMPLES, startSourcify } from "../real/sourcify.ts";
import { idsOf, judged, newIn } from "./judged.ts";

const profile = "sourcify";
const verify = (verifyUrl: string) => ({ verifyUrl, samples: { verifications: SAMPLES } });
const RECORDS = [
  "2.9-contract-compiler-version",
  "2.9-contract-storage-timestamp",
  "2.9-files-missing",
  "2.9-result-entry-message",
];
const LONG = 60_000;

describe("a healthy server with its profile conforms, each deviation known", () => {
  test("under its own paths", async () => {
    const result = await judged(startSourcify(), verify, { profile });
    expect(newIn(result)).toStrictEqual([]);
    expect(result.verdict).toBe("conforms");
    expect(idsOf(result, "known")).toStrictEqual([...RECORDS, "4.10-answers-200", "4.9-answers-200"]);
    expect(result.profiles?.[0]?.paths.map(({ documented, used }) => [documented, used])).toStrictEqual([
      ["/session/verify/explorer", "/session/verify/etherscan"],
      ["/verify/explorer", "/verify/etherscan"],
    ]);
    const moved = result.clauses.find(({ id }) => id === "4.9-answers-200");
    expect(
      moved?.violations.map(({ request, response }) => [request.url.replace(/^.*:\d+/, ""), response.status]),
    ).toStrictEqual([["/session/verify/explorer", 404]]);
  });

  test("under the paths of the document, which a gateway gives it", async () => {
    const result = await judged(startSourcify({ documentedPaths: true }), verify, { profile });
    expect(result.verdict).toBe("conforms");
    expect(idsOf(result, "known")).toStrictEqual(RECORDS);
    expect(result.profiles?.[0]?.paths).toStrictEqual([]);
  });

  test("with its rate limit on, whose Retry-After is kept", { timeout: LONG }, async () => {
    const result = await judged(startSourcify({ limit: 25 }), verify, { profile });
    expect(result.verdict).toBe("conforms");
    expect(result.bill.retries).toBeGreaterThan(0);
  });
});

test("without the profile the same deviations are failures", async () => {
  const result = await judged(startSourcify({ documentedPaths: true }), verify, {});
  expect(result.verdict).toBe("nonconforming");
  expect(idsOf(result, "fail")).toStrictEqual(RECORDS);
});

test("without the profile a server whose paths are others is not taken for one that conforms", async () => {
  const result = await judged(startSourcify(), verify, {});
  expect(result.verdict).toBe("incomplete");
  expect(idsOf(result, "pass")).toStrictEqual([]);
});

test("an error at the other path is new", async () => {
  const change: Change = (path, body) =>
    path === "/verify/etherscan" && isObject(body) && "result" in body ? { error: "down" } : body;
  const result = await judged(startSourcify({ change }), verify, { profile, only: ["4.10-answers-200"] });
  expect(result.verdict).toBe("nonconforming");
  expect(newIn(result).map(([id, pointer]) => [id, pointer])).toStrictEqual([["4.10-answers-200", ""]]);
});

describe("one more fault fails its clause alone", () => {
  test.each([
    ["2.9-files-found", "/contracts/0/files/found", { files: { found: {}, missing: {}, invalid: {} } }],
    ["2.9-files-missing", "/contracts/0/files/missing", { files: { found: [], missing: "none" } }],
    ["2.9-contract-compiler-version", "/contracts/0/compilerVersion", { compilerVersion: null }],
    ["2.9-contract-chain-id", "/contracts/0/chainId", { chainId: 1 }],
  ])("%s at %s", async (id, pointer, more) => {
    const change: Change = (_, body) => changeAt(body, ["contracts", "*"], more);
    const result = await judged(startSourcify({ change }), verify, { profile, level: "smoke" });
    expect(result.verdict).toBe("nonconforming");
    expect(newIn(result).map(([clause, place]) => [clause, place])).toStrictEqual([[id, pointer]]);
  });
});
