import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startReference, type Reference } from "../../reference/server.ts";
import { parse } from "lossless-json";

async function get(url: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe("the server", () => {
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference();
  });
  afterAll(() => reference.close());

  it("serves the three services under paths of their own", async () => {
    const { target } = reference;
    const [tokenId = ""] = target.samples.tokenIds;
    const urls = [
      `${reference.statusUrl}/api/v2/summary.json`,
      `${reference.baseUrl}/api/v1/tokens/${tokenId}/balances?limit=100`,
    ];
    for (const url of urls) {
      const { status, headers, text } = await get(url);
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(parse(text)).toBeTypeOf("object");
    }
    const posted = await fetch(`${reference.verifyUrl}/verify/explorer`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(target.samples.verifications[0]),
    });
    expect(posted.status).toBe(200);
    await posted.text();
  });

  it("finds every sample and nothing that is missing", async () => {
    const { samples } = reference.target;
    const paths = [
      ...samples.topicMessageTimestamps.map((instant) => `topics/messages/${instant}`),
      ...samples.contractResults.map((id) => `contracts/results/${id}`),
      ...samples.contracts.map((id) => `contracts/${id}`),
    ];
    const { topicMessageTimestamp, contractResult, contract } = samples.missing;
    const missing = [
      `topics/messages/${topicMessageTimestamp}`,
      `contracts/results/${contractResult}`,
      `contracts/${contract}`,
    ];
    for (const path of paths) expect((await get(`${reference.baseUrl}/api/v1/${path}`)).status).toBe(200);
    for (const path of missing) expect((await get(`${reference.baseUrl}/api/v1/${path}`)).status).toBe(404);
  });

  it("keeps every digit, decodes paths and queries, and follows its own links", async () => {
    const { text } = await get(
      `${reference.baseUrl}/api/v1/tokens/0.0.10000/balances?account.balance=gte%3A9999999999&limit=1`,
    );
    expect(text).toMatch(/"balance":9\d{9,}/);
    const [, next = ""] = /"next":"([^"]+)"/.exec(text) ?? [];
    const second = await get(new URL(next, reference.baseUrl).href);
    expect(`${text}${second.text}`).toContain("9223372036854775807");
    expect((await get(`${reference.baseUrl}/api/v1/topics/messages/1700000000%2E5`)).status).toBe(200);
  });

  it("answers what it does not know as not found, and counts requests", async () => {
    const before = reference.requests();
    for (const path of ["/nothing", "/api/v1/tokens/", "/api/v1/topics/messages/%ff"]) {
      expect((await get(`${reference.baseUrl}${path}`)).status).toBeGreaterThanOrEqual(400);
    }
    expect(reference.requests()).toBe(before + 3);
  });

  it("serves with a fault, and refuses a fault or a variant that it does not know", async () => {
    const faulty = await startReference({ fault: "fees-gas-as-text" });
    expect((await get(`${faulty.baseUrl}/api/v1/network/fees`)).text).toContain('"gas":"92"');
    await faulty.close();
    await expect(startReference({ fault: "no such fault" })).rejects.toThrow("no fault is named");
    await expect(startReference({ variant: "toString" })).rejects.toThrow("no variant is named");
    await expect(startReference({ port: Number(new URL(reference.baseUrl).port) })).rejects.toThrow(
      "EADDRINUSE",
    );
  });

  it("no longer listens when it is closed", async () => {
    const short = await startReference();
    expect((await get(`${short.statusUrl}/api/v2/summary.json`)).status).toBe(200);
    await short.close();
    await expect(fetch(`${short.statusUrl}/api/v2/summary.json`)).rejects.toThrow("fetch failed");
  });
});
