// The response objects of HTTP clients are recognised, and each brings the request that the client sent.
import { get as httpGet, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import axios, { AxiosError } from "axios";
import { got } from "got";
import inject from "light-my-request";
import needle from "needle";
import { request as playwright } from "playwright-core";
import supertest from "supertest";
import { request } from "undici";
import { describe, expect, test } from "vitest";
import { checkResponse } from "../../lib/check.ts";
import { matchers } from "../../lib/matchers.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { SUCCESS } from "../../specs/examples/responses.ts";
import { ownReference } from "../tools/own.ts";

const sound = await ownReference();
const careless = await ownReference({ fault: "tokens-token-id-ne-wrong" });
const lenient = await ownReference({ fault: "tokens-token-id-lenient-letters" });
const INVALID = "/api/v1/tokens?token.id=none";
const FILTERED = `/api/v1/tokens?token.id=ne:${sound.target.samples.tokenIds[0]}`;
const MISSING = "/api/v1/topics/messages/9999999999.000000001";
const LIST = "/api/v1/tokens?limit=3";

/** A service in the process of the test, as light-my-request calls one: it forwards requests to the reference. */
const dispatch =
  (base: string): inject.DispatchFunc =>
  (incoming, outgoing) => {
    void fetch(base + String(incoming.url)).then(async (came) => {
      outgoing.writeHead(came.status, { "content-type": "application/json" }).end(await came.text());
    });
  };

type Get = (base: string, path: string) => Promise<unknown>;

/** Header fields that are looked up by name alone, as in the class of Angular. */
const byName = ({ headers }: Response) => ({ get: (name: string) => headers.get(name) });

const jsonOf = async (came: Response): Promise<unknown> => await came.json();
const fetched =
  (made: (came: Response, url: string) => unknown): Get =>
  async (base, path) =>
    await made(await fetch(base + path), base + path);
const withParams = (baseURL: string, path: string) => {
  const [url = "", query] = path.split("?");
  const params = Object.fromEntries(new URLSearchParams(query));
  return [url, { baseURL, params, validateStatus: null }] as const;
};

/** Clients that keep the request beside the response. */
const CLIENTS: Readonly<Record<string, Get>> = {
  fetch: (base, path) => fetch(base + path),
  axios: (base, path) => axios.get(base + path, { validateStatus: null }),
  "axios with baseURL and params": (base, path) => axios.get(...withParams(base, path)),
  "axios with an adapter that keeps no request": async (base, path) => {
    const { request: _request, ...response } = await axios.get(...withParams(base, path));
    return response;
  },
  "an AxiosError": (base, path) =>
    axios.get(base + path, { validateStatus: () => false }).catch((error: unknown) => error),
  supertest: async (base, path) => await supertest(base).get(path),
  Playwright: async (base, path) => await (await playwright.newContext()).get(base + path),
  got: (base, path) => got(base + path, { throwHttpErrors: false }),
  "got with json": (base, path) => got(base + path, { throwHttpErrors: false, responseType: "json" }),
  "got with bytes": (base, path) => got(base + path, { throwHttpErrors: false, responseType: "buffer" }),
  "an HTTPError of got": (base, path) =>
    got(base + path, { hooks: { afterResponse: [(response) => response] } }).catch((error: unknown) => error),
  needle: (base, path) => needle("get", base + path),
  "needle without parsing": (base, path) => needle("get", base + path, { parse_response: false }),
  "light-my-request": (base, path) => inject(dispatch(base), { method: "GET", url: path }),
  "an imitation of fetch with json() alone": fetched((came) => {
    const { status, url } = came;
    return { status, url, headers: byName(came), json: () => came.json() };
  }),
  "ofetch, which read the body": fetched(async (came) => Object.assign(came, { _data: await jsonOf(came) })),
  Angular: fetched(async (came) => {
    const { status, url, ok } = came;
    return { status, url, ok, headers: byName(came), body: await jsonOf(came) };
  }),
  "AWS Lambda, with a body in base64": fetched(async (came, url) => {
    const body = Buffer.from(await came.arrayBuffer()).toString("base64");
    const headers = Object.fromEntries(came.headers);
    return { statusCode: came.status, headers, body, isBase64Encoded: true, url };
  }),
  Cypress: fetched(async (came, url) => {
    const { status } = came;
    const redirected = { "Request URL": new URL(url).origin, "Response Status": 308 };
    const allRequestResponses = [redirected, { "Request URL": url, "Response Status": status }];
    const headers = Object.fromEntries(came.headers);
    return { status, headers, body: await jsonOf(came), allRequestResponses };
  }),
  "axios with bytes": (base, path) =>
    axios.get(base + path, { validateStatus: null, responseType: "arraybuffer" }),
  // The members of a response of `request`, which is no longer maintained.
  request: fetched(async (came, href) => {
    const headers = Object.fromEntries(came.headers);
    return { statusCode: came.status, headers, body: await came.text(), request: { href } };
  }),
};

describe.each(Object.entries(CLIENTS))("a response of %s", (_name, get) => {
  test("has its request: a row that the filter excludes is a violation", async () => {
    const { outcome, violations } = await checkResponse(await get(careless.baseUrl, FILTERED), "tokens");
    expect([outcome, violations[0]?.clause]).toStrictEqual(["failed", "4.4-rows-meet-token-id"]);
  });

  test("fails if an invalid value is served, and passes if it is refused", async () => {
    const served = await checkResponse(await get(lenient.baseUrl, INVALID), "tokens");
    expect(served.violations.map(({ clause }) => clause)).toStrictEqual(["4.4-token-id-refused"]);
    const refused = await checkResponse(await get(sound.baseUrl, INVALID), "tokens");
    const ids = refused.clauses.map(({ id }) => id);
    expect([refused.outcome, ids]).toEqual(["passed", ["4.4-token-id-refused"]]);
  });

  test("that conforms has no violation", async () => {
    const missing = await checkResponse(await get(sound.baseUrl, MISSING), "topicMessage");
    expect(missing).toMatchObject({ outcome: "passed", violations: [] });
    expect(missing.clauses.map(({ id }) => id)).toContain("4.6-time-accepted");
    const listed = await checkResponse(await get(sound.baseUrl, LIST), "tokens");
    expect(listed).toMatchObject({ outcome: "passed", violations: [] });
    expect(listed.clauses.map(({ id }) => id)).toContain("2.3-decimals");
  });
});

test("the result of undici's request is checked with the given request", async () => {
  const filtered = await checkResponse(await request(careless.baseUrl + FILTERED), "tokens", FILTERED);
  expect(filtered.violations[0]?.clause).toBe("4.4-rows-meet-token-id");
  const served = await checkResponse(await request(lenient.baseUrl + INVALID), "tokens", INVALID);
  expect(served.violations[0]?.clause).toBe("4.4-token-id-refused");
  const listed = await checkResponse(await request(sound.baseUrl + LIST), "tokens");
  expect(listed.outcome).toBe("passed");
});

const POSTED = { chainId: "1" };
const POSTS: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  axios: (url) => axios.post(url, POSTED),
  supertest: async (url) => await supertest(new URL(url).origin).post(new URL(url).pathname).send(POSTED),
  got: (url) => got.post(url, { json: POSTED }),
  "got with bytes": (url) => got.post(url, { headers: JSON_TYPE, body: Buffer.from(JSON.stringify(POSTED)) }),
  "light-my-request": (url) => {
    const { origin, pathname } = new URL(url);
    const forward: inject.DispatchFunc = (incoming, outgoing) =>
      void axios
        .post(origin + pathname, incoming, { headers: { "content-type": "application/json" } })
        .then(({ data }) => outgoing.writeHead(200, JSON_TYPE).end(JSON.stringify(data)));
    return inject(forward, { method: "POST", url: pathname, payload: POSTED });
  },
};
const JSON_TYPE = { "content-type": "application/json" };

test.each(Object.entries(POSTS))("%s has the body that was posted", async (_name, post) => {
  const accepting = await ownReference({ fault: "direct-accepts-no-address" });
  const { violations } = await checkResponse(await post(`${accepting.verifyUrl}/verify/explorer`), "verify");
  expect(violations.map(({ clause }) => clause)).toStrictEqual(["4.10-address-required"]);
});

const COMPLETE = JSON.stringify(sound.target.samples?.verifications?.[0]);
const described = { status: 200, headers: JSON_TYPE, body: SUCCESS.verify };
const KEEP_NO_BODY: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  fetch: (url) => fetch(url, { method: "POST", headers: JSON_TYPE, body: COMPLETE }),
  "got with a stream": (url) => got.post(url, { headers: JSON_TYPE, body: Readable.from([COMPLETE]) }),
  "a description with a URL": (url) => Promise.resolve({ ...described, url }),
};

test.each(Object.entries(KEEP_NO_BODY))("%s keeps no body: no clause checks it", async (_name, post) => {
  const response = await post(`${sound.verifyUrl}/verify/explorer`);
  const { outcome, clauses } = await checkResponse(response, "verify");
  expect(outcome).toBe("passed");
  expect(clauses.filter(({ id }) => id.endsWith("-required"))).toStrictEqual([]);
});

const LISTED = sound.baseUrl + LIST;

/** The result of an action, after another one. */
const after = async <T>(result: T, act: (result: T) => unknown): Promise<T> => {
  await act(result);
  return result;
};

test.each<[string, () => Promise<unknown>]>([
  ["fetch", async () => await after(await fetch(LISTED), (one) => one.text())],
  ["fetch with a reader", async () => await after(await fetch(LISTED), (one) => void one.body?.getReader())],
  ["undici", async () => await after(await request(LISTED), (one) => one.body.text())],
  ["axios with a stream", () => axios.get(sound.baseUrl + LIST, { responseType: "stream" })],
])("a response of %s whose body was consumed throws with this reason", async (_name, get) => {
  const checkResult = await checkResponse(await get(), "tokens");
  expect(checkResult).toMatchObject({ outcome: "notTested", violations: [] });
  expect(checkResult.message).toMatch(/the body of this response (?:was already read|is a stream)/);
});

/** A response of node:http: its body was not read, and it is not the response of a known client. */
const incoming = (): Promise<IncomingMessage> =>
  new Promise((resolve) => {
    httpGet(sound.baseUrl + LIST, resolve);
  });

test.each<[string, () => unknown]>([
  ["IncomingMessage of node:http", incoming],
  ["an object of a client that nobody knows", () => ({ code: 200, content: { fees: [], timestamp: "1.5" } })],
  ["a description without a body", () => ({ status: 200, headers: {} })],
  ["a status that is text", () => ({ status: "200", headers: {}, body: { fees: [], timestamp: "1.5" } })],
  ["an object without members", () => ({})],
  ["a request", () => ({ url: "/api/v1/network/fees", method: "GET" })],
])("%s is rejected, and its fees are not checked", async (_name, make) => {
  const said = checkResponse(await make(), "networkFees");
  await expect(said).rejects.toThrow(/not a response of a known client.*its members are/);
  await expect(matchers.toMatchContract(await make(), "networkFees")).rejects.toThrow("not a response of a");
});

test.each<[string, unknown, Endpoint]>([
  ["an array", [1, 2], "tokens"],
  ["a text", '{"fees":[],"timestamp":"1.5"}', "networkFees"],
  ["bytes", Buffer.from('{"fees":[],"timestamp":"1.5"}'), "networkFees"],
  ["fees", SUCCESS.networkFees, "networkFees"],
  ["a summary, which has a status of its own", SUCCESS.statusSummary, "statusSummary"],
  ["a contract result, which has a status of its own", SUCCESS.contractResult, "contractResult"],
])("a body alone is not a response: %s", async (_name, body, endpoint) => {
  const message = /not a response of a known client.*Pass a body alone as \{ status: 200, body \}/;
  await expect(checkResponse(body, endpoint)).rejects.toThrow(message);
  await expect(matchers.toMatchContract(body, endpoint)).rejects.toThrow(message);
});

test("a member response that is no response of a client is not described in place of the object", async () => {
  const xhr = { status: 200, readyState: 4, response: SUCCESS.networkFees };
  await expect(checkResponse(xhr, "networkFees")).rejects.toThrow("members are status, readyState, response");
});

test("an error of a client without a response is rejected", async () => {
  const error = new AxiosError("connect ECONNREFUSED 127.0.0.1:1");
  await expect(checkResponse(error, "tokens")).rejects.toThrow("carries no response: connect ECONNREFUSED");
});
