import { isObject } from "../engine/message/classify.ts";
import { headerFields } from "../engine/message/decode.ts";
import { present } from "../engine/model/model.ts";
import type { RecordedResponse } from "../engine/offline/recorded-exchange.ts";
import { bytesOf, decodedBytes, isBytes } from "./client-values.ts";
import { type ClientFields, isBodyText, objectMembers, urlOf, urlOfConfig } from "./client-values.ts";

export interface RequestDescription {
  readonly url: string | URL;
  /** The HTTP method, by default that of the endpoint. */
  readonly method?: string;
  readonly headers?: unknown;
  /** The body: its text, or the value that was sent as JSON. */
  readonly body?: unknown;
}

interface KnownClient {
  readonly names: string;
  readonly recognises: (response: ClientFields) => boolean;
  /** The body: bytes, text, a value or a stream; {@link CONSUMED} if the test has read the body, or if it is locked. */
  readonly body: (response: ClientFields) => unknown;
  /** The objects that may hold the request; the first one with a URL is read. */
  readonly requests: (response: ClientFields) => readonly unknown[];
}

const CONSUMED = Symbol("consumed body");
const CONSUMED_TEXT =
  "the body of this response was already read or is locked: pass { status, body }, or a clone made before (fetch)";

const isStatus = (value: unknown): value is number => typeof value === "number";
const calls = (object: ClientFields, ...names: readonly string[]): boolean =>
  names.every((name) => typeof object[name] === "function");
const hasValue = (value: unknown): boolean => value !== undefined && typeof value !== "function";

/** Methods that return the body of a response of `fetch`; some classes that imitate it have only one of them. */
const READERS = ["arrayBuffer", "text", "json"];

const CLIENTS: readonly KnownClient[] = [
  {
    names: "fetch",
    recognises: (response) => isStatus(response["status"]) && READERS.some((name) => calls(response, name)),
    body: (response) => {
      if (response["bodyUsed"] === true || objectMembers(response["body"])["locked"] === true) {
        // ofetch reads the body and keeps its value.
        return response["_data"] ?? CONSUMED;
      }
      // The clone is read, if there is the method `clone`, so that the test can still read the response.
      const copy = objectMembers(callMethod(response, "clone") ?? response);
      return callMethod(copy, READERS.find((name) => calls(copy, name)) ?? "");
    },
    requests: ({ url }) => [{ url }],
  },
  {
    names: "Playwright",
    recognises: (response) => calls(response, "status", "headers", "body"),
    body: (response) => callMethod(response, "body"),
    requests: (response) => {
      const request = objectMembers(callMethod(response, "request"));
      const [method, body] = [callMethod(request, "method"), callMethod(request, "postData")];
      return [{ url: callMethod(response, "url"), method, body }];
    },
  },
  {
    names: "undici",
    recognises: ({ statusCode, body }) => isStatus(statusCode) && calls(objectMembers(body), "arrayBuffer"),
    // undici cannot clone a body, so the body itself is read.
    body: ({ body }) =>
      objectMembers(body)["bodyUsed"] === true ? CONSUMED : callMethod(objectMembers(body), "arrayBuffer"),
    requests: () => [],
  },
  {
    names: "light-my-request (inject)",
    recognises: ({ statusCode, payload }) => isStatus(statusCode) && hasValue(payload),
    body: ({ rawPayload, payload }) => rawPayload ?? payload,
    requests: ({ request, raw }) => {
      const sent = objectMembers(objectMembers(raw)["req"]);
      const { url, method, headers, _lightMyRequest: own } = sent;
      return [{ url, method, headers, body: objectMembers(own)["payload"] }, request];
    },
  },
  {
    names: "axios",
    recognises: ({ status, config, data }) => isStatus(status) && isObject(config) && hasValue(data),
    body: ({ data }) => data,
    requests: ({ request, config }) => {
      const { method, headers, data: body } = objectMembers(config);
      const sent = { method, headers, body };
      return [
        { ...sent, url: urlOf(objectMembers(request)) },
        { ...sent, url: urlOfConfig(objectMembers(config)) },
      ];
    },
  },
  {
    names: "supertest",
    recognises: ({ status, text, request, req }) =>
      isStatus(status) && isBodyText(text) && (isObject(request) || isObject(req)),
    body: ({ text }) => text,
    requests: ({ request, req }) => {
      const { url, method, _data: body } = objectMembers(request);
      return [{ url: urlOf(objectMembers(req)) ?? url, method, body }];
    },
  },
  {
    names: "got, needle, request",
    recognises: ({ statusCode, body }) => isStatus(statusCode) && hasValue(body),
    body: ({ rawBody, raw, body }) => [rawBody, raw].find(isBytes) ?? body,
    requests: ({ url, request, req }) => {
      const { options, method: own, body: sent } = objectMembers(request);
      // got has getters here, which a spread would lose.
      const { method = own, body = sent, json } = objectMembers(options);
      return [{ url, method, body: body ?? json }, request, req];
    },
  },
  {
    names: "{ status, headers, body }",
    recognises: ({ status, ...members }) =>
      isStatus(status) && BODIES.some((name) => hasValue(members[name])),
    body: (response) => BODIES.map((name) => response[name]).find(hasValue),
    requests: ({ url, responseURL, method, request, config, allRequestResponses }) => [
      { url, responseURL, method },
      request,
      config,
      cypressRequest(allRequestResponses),
    ],
  },
];

const BODIES = ["text", "body", "payload", "data"];

/**
 * Reads a response of a client in {@link CLIENTS}, an error or another object with such a response as its member `response`, or a
 * promise of one of them. Throws a `TypeError` for any other value, such as a body alone, whose status is unknown.
 */
export async function readClientResponse(value: unknown) {
  const received: unknown = await value;
  const carrier = objectMembers(received);
  const carried = carrier["response"];
  const isCarrier = isObject(carried) && (received instanceof Error || clientOf(carried) !== undefined);
  const recorded = isCarrier ? carried : received;
  if (recorded instanceof Error) {
    throw new TypeError(`the error of the client carries no response: ${recorded.message}`);
  }
  const client = clientOf(recorded);
  if (client === undefined || !isObject(recorded)) {
    const clientNames = CLIENTS.map((one) => one.names).join(", ");
    throw new TypeError(
      `${describeValue(recorded)}; the known clients are ${clientNames}. Pass a body alone as { status: 200, body }`,
    );
  }
  return await readBy(client, recorded, carrier);
}

const clientOf = (value: unknown): KnownClient | undefined =>
  isObject(value) ? CLIENTS.find(({ recognises }) => recognises(value)) : undefined;

function describeValue(value: unknown): string {
  const isRecord = isObject(value) && !isBytes(value);
  const kind = isRecord ? "object" : isBytes(value) ? "bytes" : Array.isArray(value) ? "array" : typeof value;
  const names = isRecord ? Object.keys(value).slice(0, 12).join(", ") || "none" : undefined;
  const members = names === undefined ? "" : `: its members are ${names}`;
  return `a response is expected, and this ${kind} is not a response of a known client${members}`;
}

/** `carrier`: the error or the object whose member `recorded` is; or `recorded` itself. It may hold the request. */
async function readBy(client: KnownClient, recorded: ClientFields, carrier: ClientFields) {
  const { status, statusCode, headers } = recorded;
  const fields = typeof headers === "function" ? callMethod(recorded, "headers") : headers;
  const kept: unknown = await client.body(recorded);
  // `isBase64Encoded` is a member of proxy responses of AWS Lambda.
  const isBase64 = recorded["isBase64Encoded"] === true && isBodyText(kept);
  const body = isBase64 ? Buffer.from(kept, "base64") : kept;
  const requests = [...client.requests(recorded), ...(carrier === recorded ? [] : client.requests(carrier))];
  const request = requests.map(requestIn).find((one) => one !== undefined);
  const missing =
    body === CONSUMED
      ? CONSUMED_TEXT
      : isStream(body)
        ? "the body of this response is a stream, which is not read"
        : undefined;
  if (missing !== undefined) return { response: { missing }, ...present({ request }) };
  const named = fields === undefined ? undefined : headersOf(fields);
  const code = typeof status === "function" ? callMethod(recorded, "status") : (statusCode ?? status);
  const response: RecordedResponse = {
    status: Number(code),
    ...present({ headers: named }),
    bytes: decodedBytes(bytesOf(body), named?.["content-encoding"]),
  };
  return { response, ...present({ request }) };
}

function cypressRequest(exchanges: unknown): ClientFields {
  const last = objectMembers(Array.isArray(exchanges) ? exchanges.at(-1) : undefined);
  return { url: last["Request URL"], body: last["Request Body"] };
}

const isStream = (value: unknown): boolean =>
  isObject(value) && !isBytes(value) && (calls(value, "pipe") || calls(value, "getReader"));

function requestIn(object: unknown): RequestDescription | undefined {
  const members = objectMembers(object);
  const { method: verb, headers, body: sent } = members;
  const url = urlOf(members);
  const method = isBodyText(verb) ? verb.toUpperCase() : undefined;
  const decoded = isBytes(sent) ? Buffer.from(new Uint8Array(sent)).toString("utf8") : sent;
  const body = isBodyText(decoded) || isJsonValue(decoded) ? decoded : undefined;
  return url === undefined ? undefined : { url, ...present({ method, headers, body }) };
}

/** Whether a client sent the value as JSON. A stream or a form is excluded: serialized as JSON, it would be an empty object. */
const isJsonValue = (body: unknown): boolean =>
  Array.isArray(body) || (isObject(body) && [Object.prototype, null].includes(Object.getPrototypeOf(body)));

/** The header fields that clauses check. Classes that cannot be iterated are asked for each of them. */
const READ_FIELDS = ["content-type", "content-encoding", "www-authenticate"];

/** The header fields of any client: an iterable of pairs, an object with `get`, such as Angular's `HttpHeaders`, or a plain object. */
export function headersOf(headers: unknown): Readonly<Record<string, string>> {
  const { get, ...members } = objectMembers(headers);
  return headerFields(
    isIterable(headers)
      ? Array.from(headers, pairOf)
      : typeof get === "function"
        ? READ_FIELDS.map((name) => [name, Reflect.apply(get, headers, [name])] as const)
        : Object.entries(members),
  );
}

function pairOf(one: unknown): readonly [string, unknown] {
  const { name, value } = objectMembers(one);
  const pair: readonly unknown[] = Array.isArray(one) ? one : [name, value];
  return [String(pair[0]), pair[1]];
}

function callMethod(object: ClientFields, method: string): unknown {
  const called = object[method];
  return typeof called === "function" ? Reflect.apply(called, object, []) : undefined;
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;
