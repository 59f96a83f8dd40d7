// Reads the response objects of HTTP clients: one function over one table of clients.
import { isObject } from "../engine/message/classify.ts";
import { headerFields } from "../engine/message/decode.ts";
import { present } from "../engine/model/model.ts";
import type { SeenRequest, SeenResponse } from "../engine/offline/seen.ts";
import { bytesOf, decodedBytes, isBytes, textOf } from "./client-body.ts";

/** A request whose response is checked: its URL (a path will do), or more of it. */
export interface GivenRequest {
  readonly url: string | URL;
  /** Default: the method of the endpoint. */
  readonly method?: string;
  readonly headers?: unknown;
  /** The body that was sent: its text, or the value that became JSON. */
  readonly body?: unknown;
}

/** A response of a client, with the request that the client keeps beside it. */
export interface ClientResponse {
  readonly response: SeenRequest["response"];
  readonly request?: GivenRequest;
}

type Fields = Readonly<Record<string, unknown>>;

/** One client, or several whose responses have the same members. */
interface Client {
  readonly names: string;
  readonly recognises: (response: Fields) => boolean;
  /** The body: bytes, text or a value; {@link BodyGone} if the client cannot return it any more. */
  readonly body: (response: Fields) => unknown;
  /** The objects that may hold the request; the first one with a URL counts. */
  readonly requests: (response: Fields) => readonly unknown[];
}

/** A body that cannot be read: the test consumed it before, or it is a stream. */
class BodyGone {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

const CONSUMED = new BodyGone(
  "the body of this response was read before: pass response.clone(), or the body",
);
const STREAM = new BodyGone("the body of this response is a stream, which is not read");

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const calls = (object: Fields, ...names: readonly string[]): boolean =>
  names.every((name) => typeof object[name] === "function");
const isHeld = (value: unknown): boolean => value !== undefined && typeof value !== "function";

/** Methods that return the body of a response of `fetch`; some classes that imitate it have only one of them. */
const READERS = ["arrayBuffer", "text", "json"];

/** Ordered: the first client that recognises a response reads it. */
const CLIENTS: readonly Client[] = [
  {
    names: "fetch",
    recognises: (response) => isNumber(response["status"]) && READERS.some((name) => calls(response, name)),
    body: (response) => {
      if (response["bodyUsed"] === true) {
        // ofetch reads the body and keeps its value.
        return response["_data"] ?? CONSUMED;
      }
      // A clone is read where there is one, so that the test can read the response too.
      const copy = membersOf(call(response, "clone") ?? response);
      return call(copy, READERS.find((name) => calls(copy, name)) ?? "");
    },
    requests: (response) => [response],
  },
  {
    names: "Playwright",
    recognises: (response) => calls(response, "status", "headers", "body"),
    body: (response) => call(response, "body"),
    requests: (response) => {
      const request = membersOf(call(response, "request"));
      const [method, body] = [call(request, "method"), call(request, "postData")];
      return [{ url: call(response, "url"), method, body }];
    },
  },
  {
    names: "undici",
    recognises: ({ statusCode, body }) => isNumber(statusCode) && calls(membersOf(body), "arrayBuffer"),
    // undici has one body, which cannot be cloned: it is read here.
    body: ({ body }) =>
      membersOf(body)["bodyUsed"] === true ? CONSUMED : call(membersOf(body), "arrayBuffer"),
    requests: () => [],
  },
  {
    names: "light-my-request (inject)",
    recognises: ({ statusCode, payload }) => isNumber(statusCode) && isHeld(payload),
    body: ({ rawPayload, payload }) => rawPayload ?? payload,
    requests: ({ request, raw }) => [membersOf(raw)["req"], request],
  },
  {
    names: "axios",
    recognises: ({ status, config, data }) => isNumber(status) && isObject(config) && isHeld(data),
    body: ({ data }) => data,
    requests: ({ request, config }) => {
      const { method, headers, data: body } = membersOf(config);
      const sent = { method, headers, body };
      return [
        { ...sent, url: urlOf(membersOf(request)) },
        { ...sent, url: urlOfConfig(membersOf(config)) },
      ];
    },
  },
  {
    names: "supertest",
    recognises: ({ status, text, request, req }) =>
      isNumber(status) && isText(text) && (isObject(request) || isObject(req)),
    body: ({ text }) => text,
    requests: ({ request, req }) => {
      const { url, method, _data: body } = membersOf(request);
      return [{ url: urlOf(membersOf(req)) ?? url, method, body }];
    },
  },
  {
    names: "got, needle, request",
    recognises: ({ statusCode, body }) => isNumber(statusCode) && isHeld(body),
    body: ({ rawBody, raw, body }) => [rawBody, raw].find(isBytes) ?? body,
    requests: ({ url, request, req }) => {
      const { options, method: own, body: sent } = membersOf(request);
      // got has getters here, which a spread would lose.
      const { method = own, body = sent, json } = membersOf(options);
      return [{ url, method, body: body ?? json }, request, req];
    },
  },
  {
    names: "{ status, headers, body }",
    recognises: ({ status, ...members }) => isNumber(status) && BODIES.some((name) => isHeld(members[name])),
    body: (response) => BODIES.map((name) => response[name]).find(isHeld),
    requests: (response) => [response, response["request"], response["config"]],
  },
];

/** Members that hold a body, in the order in which they are looked at. */
const BODIES = ["text", "body", "payload", "data"];

/**
 * Reads a response of any client in {@link CLIENTS}, an error of a client that carries `response`, or a description
 * `{ status, headers, body }`. Throws `TypeError` for any other value, so that neither an unknown response nor a body alone,
 * whose status nobody stated, is taken for a response.
 */
export async function readClientResponse(given: unknown): Promise<ClientResponse> {
  // A promise of a response is awaited: nobody means the promise.
  const received: unknown = await given;
  const carrier = membersOf(received);
  const answer = isObject(carrier["response"]) ? carrier["response"] : received;
  if (answer instanceof Error) {
    throw new TypeError(`the error of the client carries no response: ${answer.message}`);
  }
  const client = isObject(answer) ? CLIENTS.find(({ recognises }) => recognises(answer)) : undefined;
  if (client === undefined || !isObject(answer)) {
    const known = CLIENTS.map((one) => one.names).join(", ");
    throw new TypeError(
      `${described(answer)}; known are ${known}. Pass a body alone as { status: 200, body }`,
    );
  }
  return await readBy(client, answer, carrier);
}

/** What is wrong with a value that is no response of a client. */
function described(value: unknown): string {
  const isRecord = isObject(value) && !isBytes(value);
  const kind = isRecord ? "object" : isBytes(value) ? "bytes" : Array.isArray(value) ? "array" : typeof value;
  const names = isRecord ? Object.keys(value).slice(0, 12).join(", ") || "none" : undefined;
  const members = names === undefined ? "" : `: its members are ${names}`;
  return `a response is expected, and this ${kind} is not a response of a known client${members}`;
}

/** `carrier`: the error or object that holds the response, or the response itself. */
async function readBy(client: Client, answer: Fields, carrier: Fields): Promise<ClientResponse> {
  const { status, statusCode, headers } = answer;
  const fields = typeof headers === "function" ? call(answer, "headers") : headers;
  const body: unknown = await client.body(answer);
  const kept = [...client.requests(answer), ...(carrier === answer ? [] : client.requests(carrier))];
  const request = kept.map(requestIn).find((one) => one !== undefined);
  const gone = body instanceof BodyGone ? body : isStream(body) ? STREAM : undefined;
  if (gone !== undefined) {
    return { response: { missing: gone.reason }, ...present({ request }) };
  }
  const named = fields === undefined ? undefined : headersOf(fields);
  const code = typeof status === "function" ? call(answer, "status") : (statusCode ?? status);
  const response: SeenResponse = {
    status: Number(code),
    ...present({ headers: named }),
    bytes: decodedBytes(bytesOf(body), named?.["content-encoding"]),
  };
  return { response, ...present({ request }) };
}

const isStream = (value: unknown): boolean =>
  isObject(value) && !isBytes(value) && (calls(value, "pipe") || calls(value, "getReader"));

/** A request as an object of a client holds it; undefined if the object has no URL. */
function requestIn(object: unknown): GivenRequest | undefined {
  const members = membersOf(object);
  const { method, headers, body } = members;
  const url = urlOf(members);
  return url === undefined
    ? undefined
    : { url, ...present({ method: isText(method) ? method.toUpperCase() : undefined, headers, body }) };
}

/** The URL, or the path with its query, as it was sent; the names of clients differ. */
function urlOf(request: Fields): string | undefined {
  const { url, responseURL, path, href, uri } = request;
  const texts = [url, responseURL, path, href, membersOf(uri)["href"]];
  return texts.map((one) => (one instanceof URL ? one.href : one)).find(isFilledText);
}

const isFilledText = (value: unknown): value is string => isText(value) && value !== "";

/** The URL that axios makes of its configuration, for adapters that keep no request: base URL, URL and parameters. */
function urlOfConfig({ baseURL, url, params }: Fields): string | undefined {
  if (!isText(url)) {
    return undefined;
  }
  const isWhole = /^([a-z][a-z\d+.-]*:)?\/\//i.test(url) || !isFilledText(baseURL);
  const whole = isWhole ? url : `${baseURL.replace(/\/+$/, "")}/${url.replace(/^\/+/, "")}`;
  const query = new URLSearchParams(params instanceof URLSearchParams ? params : pairsOf(params)).toString();
  return query === "" ? whole : `${whole}${whole.includes("?") ? "&" : "?"}${query}`;
}

/** Parameters as axios writes them: without absent ones, an array as `name[]` repeated. */
const pairsOf = (params: unknown): [string, string][] =>
  Object.entries(membersOf(params)).flatMap(([name, value]): [string, string][] => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values
      .filter((one) => one !== null && one !== undefined)
      .map((one) => [Array.isArray(value) ? `${name}[]` : name, isText(one) ? one : textOf(one)]);
  });

/** Header fields that are looked up by name in a class of headers that cannot be iterated. */
const LOOKED_UP = ["content-type", "content-encoding", "www-authenticate"];

/** Header fields of any client. */
export const headersOf = (headers: unknown): Readonly<Record<string, string>> =>
  headerFields(isIterable(headers) ? Array.from(headers, pairOf) : fieldsIn(membersOf(headers)));

/** The members of a plain object, or what a class of headers, such as that of Angular, returns by name. */
function fieldsIn(headers: Fields): readonly (readonly [string, unknown])[] {
  const { get } = headers;
  return typeof get === "function"
    ? LOOKED_UP.map((name) => [name, Reflect.apply(get, headers, [name])] as const)
    : Object.entries(headers);
}

/** A name and its value: a pair, or an entry of a HAR file. */
const pairOf = (one: unknown): readonly [string, unknown] => {
  const [name, value]: readonly unknown[] = Array.isArray(one)
    ? one
    : [membersOf(one)["name"], membersOf(one)["value"]];
  return [String(name), value];
};

function call(object: Fields, method: string): unknown {
  const called = object[method];
  return typeof called === "function" ? Reflect.apply(called, object, []) : undefined;
}

/** The members of anything, read by name. */
const membersOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** Such as the header classes of `fetch` and axios. */
const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;
