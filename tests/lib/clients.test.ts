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
import { expect, test } from "vitest";
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

const fieldsOf = ({ headers }: Response) => Object.fromEntries(headers);
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
  "axios with bytes": (base, path) =>
    axios.get(base + path, { validateStatus: null, responseType: "arraybuffer" }),
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
  "an HTTPError of got": (base, path) =>
    got(base + path, { hooks: { afterResponse: [(response) => response] } }).catch((error: unknown) => error),
  needle: (base, path) => needle("get", base + path),
  "needle without parsing": (base, path) => needle("get", base + path, { parse_response: false }),
  "light-my-request": (base, path) => inject(dispatch(base), { method: "GET", url: path }),
  "an imitation of fetch with json() alone": fetched((came) => {
    const { status, url } = came;
    return { status, url, headers: byName(came), json: () => came.json() };
  }),
  "an imitation of fetch with statusCode too": fetched((came) => {
    const { status, url } = came;
    return { status, statusCode: status, url, headers: fieldsOf(came), json: () => came.json() };
  }),
  "a client with statusCode and text()": fetched((came) => {
    const { status: statusCode, url } = came;
    return { statusCode, url, headers: fieldsOf(came), text: () => came.text() };
  }),
  "a client with statusCode, json() and no body": fetched((came) => {
    const { status: statusCode, url } = came;
    return { statusCode, url, headers: fieldsOf(came), body: null, json: () => came.json() };
  }),
  "ofetch, which read the body": fetched(async (came) => Object.assign(came, { _data: await jsonOf(came) })),
  Angular: fetched(async (came) => {
    const { status, url, ok } = came;
    return { status, url, ok, headers: byName(came), body: await jsonOf(came) };
  }),
  "AWS Lambda, with a body in base64": fetched(async (came, url) => {
    const body = Buffer.from(await came.arrayBuffer()).toString("base64");
    return { statusCode: came.status, headers: fieldsOf(came), body, isBase64Encoded: true, url };
  }),
  Cypress: fetched(async (came, url) => {
    const { status } = came;
    const redirected = { "Request URL": new URL(url).origin, "Response Status": 308 };
    const allRequestResponses = [redirected, { "Request URL": url, "Response Status": status }];
    return { status, headers: fieldsOf(came), body: await jsonOf(came), allRequestResponses };
  }),
  // The members of a response of `request`, which is no longer maintained.
  request: fetched(async (came, href) => {
    return { statusCode: came.status, headers: fieldsOf(came), body: await came.text(), request: { href } };
  }),
};

const clausesOf = async (response: unknown, endpoint: Endpoint, url?: string) =>
  (await checkResponse(response, endpoint, url)).clauses.map(({ id, outcome }) => `${id} ${outcome}`);

test.each(Object.entries(CLIENTS))(
  "a response of %s has its request, which is checked",
  async (_name, get) => {
    const filtered = await clausesOf(await get(careless.baseUrl, FILTERED), "tokens");
    expect(filtered).toContain("4.4-rows-meet-token-id failed");
    const served = await clausesOf(await get(lenient.baseUrl, INVALID), "tokens");
    expect(served).toContain("4.4-token-id-refused failed");
    const refused = await clausesOf(await get(sound.baseUrl, INVALID), "tokens");
    expect(refused).toStrictEqual(["4.4-token-id-refused passed"]);
    const missing = await clausesOf(await get(sound.baseUrl, MISSING), "topicMessage");
    expect(missing).toContain("4.6-time-accepted passed");
    const listed = await clausesOf(await get(sound.baseUrl, LIST), "tokens");
    expect(listed).toContain("2.3-decimals passed");
    expect([...missing, ...listed].filter((one) => one.endsWith("failed"))).toStrictEqual([]);
  },
);

test("the result of undici's request is checked with the given request", async () => {
  const filtered = await clausesOf(await request(careless.baseUrl + FILTERED), "tokens", FILTERED);
  expect(filtered).toContain("4.4-rows-meet-token-id failed");
  const served = await clausesOf(await request(lenient.baseUrl + INVALID), "tokens", INVALID);
  expect(served).toContain("4.4-token-id-refused failed");
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
  const checked = await clausesOf(await post(`${accepting.verifyUrl}/verify/explorer`), "verify");
  expect(checked).toContain("4.10-address-required failed");
});

const COMPLETE = JSON.stringify(sound.target.samples?.verifications?.[0]);

test.each<[string, (url: string) => Promise<unknown>]>([
  ["fetch", (url) => fetch(url, { method: "POST", headers: JSON_TYPE, body: COMPLETE })],
  ["got with a stream", (url) => got.post(url, { headers: JSON_TYPE, body: Readable.from([COMPLETE]) })],
])("%s keeps no body: no clause checks it", async (_name, post) => {
  const checked = await clausesOf(await post(`${sound.verifyUrl}/verify/explorer`), "verify");
  expect(checked.filter((one) => /-required |failed$/.test(one))).toStrictEqual([]);
  expect(checked).toContain("2.9-result passed");
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

const FEES = SUCCESS.networkFees;
const TEXT = JSON.stringify(FEES);
const UNKNOWN = "its members are";
const ALONE = String.raw`Pass a body alone as \{ status: 200, body \}`;

test.each<[string, unknown, string, Endpoint?]>([
  ["IncomingMessage of node:http", incoming, UNKNOWN],
  ["an object of an unknown client", { code: 200, content: FEES }, UNKNOWN],
  ["a description without a body", { status: 200, headers: {} }, UNKNOWN],
  ["a status that is text", { status: "200", headers: {}, body: FEES }, UNKNOWN],
  ["an object without members", {}, UNKNOWN],
  ["a request", { url: "/api/v1/network/fees", method: "GET" }, UNKNOWN],
  ["a member response of an unknown client", { readyState: 4, response: FEES }, "readyState, response"],
  ["an array", [1, 2], ALONE],
  ["a text", TEXT, ALONE],
  ["bytes", Buffer.from(TEXT), ALONE],
  ["fees", FEES, ALONE],
  ["a summary, which has a status of its own", SUCCESS.statusSummary, ALONE, "statusSummary"],
  ["a contract result, which has one too", SUCCESS.contractResult, ALONE, "contractResult"],
])("%s is not a response of a known client", async (_name, made, advice, endpoint = "networkFees") => {
  const response = made === incoming ? await incoming() : made;
  const message = new RegExp(`not a response of a known client.*${advice}`);
  await expect(checkResponse(response, endpoint)).rejects.toThrow(message);
  await expect(matchers.toMatchContract(response, endpoint)).rejects.toThrow(message);
});

test("an error of a client without a response is rejected", async () => {
  const error = new AxiosError("connect ECONNREFUSED 127.0.0.1:1");
  await expect(checkResponse(error, "tokens")).rejects.toThrow("carries no response: connect ECONNREFUSED");
});
