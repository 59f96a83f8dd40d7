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

/** The known clients, as messages list them. All their responses have members of the same few names. */
const CLIENTS =
  "fetch, Playwright, undici, light-my-request (inject), axios, supertest, got, needle, request, { status, headers, body }";

/** Members with the bytes that were received, methods that return the body, and members with its text or parsed value. */
const BYTES = ["rawPayload", "rawBody", "raw"];
const READERS = ["arrayBuffer", "body", "text", "json"];
const VALUES = ["text", "body", "payload", "data"];

const REQUEST_BODIES = ["body", "_data", "data", "json", "payload"];

const CONSUMED = Symbol("consumed body");
const CONSUMED_TEXT =
  "the body of this response was already read or is locked: pass { status, body }, or a clone made before (fetch)";

const readerOf = (object: ClientFields): string | undefined =>
  READERS.find((name) => typeof object[name] === "function");

/** The body: bytes, text, a value or a stream; {@link CONSUMED} if the test has read the body, or if it is locked. */
function readClientBody(response: ClientFields): unknown {
  const reading = readableOf(response);
  if (readerOf(reading) === undefined) return heldBody(response);
  // ofetch reads the body and keeps its value.
  if (reading["bodyUsed"] === true || objectMembers(reading["body"])["locked"] === true)
    return response["_data"] ?? CONSUMED;
  // The clone is read, if there is the method `clone`, so that the test can still read the response.
  const copy = objectMembers(callMethod(reading, "clone") ?? reading);
  return callMethod(copy, readerOf(copy) ?? "");
}

/**
 * The object with the methods that return the body: of the result of undici's `request()`, which has a `statusCode`, its body. Where a
 * response with a `statusCode` holds its body, as in light-my-request, the held body is preferred to the methods of the response.
 */
const readableOf = (response: ClientFields): ClientFields =>
  response["statusCode"] !== undefined && (heldBody(response) ?? undefined) !== undefined
    ? objectMembers(response["body"])
    : response;

const heldBody = (response: ClientFields): unknown =>
  BYTES.map((name) => response[name]).find(isBytes) ??
  VALUES.map((name) => response[name]).find((value) => value !== undefined && typeof value !== "function");

const statusOf = (response: ClientFields): unknown =>
  response["statusCode"] ?? clientMember(response, "status");

const isResponseObject = (value: unknown): value is ClientFields =>
  isObject(value) &&
  typeof statusOf(value) === "number" &&
  (readerOf(readableOf(value)) !== undefined || heldBody(value) !== undefined);

/** The request; undefined if no URL is found. Clients keep its URL, method, header fields and body in different members. */
function clientRequest(response: ClientFields): RequestDescription | undefined {
  const { config, raw, req, allRequestResponses, responseURL } = response;
  // `request`: supertest, got, axios, request, and Playwright, where it is a method
  const request = objectMembers(clientMember(response, "request"));
  // `request.options`: got
  const options = objectMembers(request["options"]);
  // `raw.req`: light-my-request
  const injected = objectMembers(objectMembers(raw)["req"]);
  // `config`: axios
  const settings = objectMembers(config);
  // `req`: supertest, needle
  const node = objectMembers(req);
  // `allRequestResponses`: Cypress, one entry for each redirect
  const last = objectMembers(Array.isArray(allRequestResponses) ? allRequestResponses.at(-1) : undefined);
  const cypress = { url: last["Request URL"], body: last["Request Body"] };
  // `url`: fetch, got, Angular, and Playwright, where it is a method; `responseURL`: XMLHttpRequest
  const own = { url: clientMember(response, "url"), responseURL };
  const url =
    [own, injected, node, request].map(urlOf).find((one) => one !== undefined) ??
    urlOfConfig(settings) ??
    urlOf(settings) ??
    urlOf(cypress);
  const places: readonly ClientFields[] = [
    request,
    options,
    settings,
    injected,
    // The payload of light-my-request
    objectMembers(injected["_lightMyRequest"]),
    cypress,
  ];
  const methods = [...places, node, response].map((one) => clientMember(one, "method"));
  const bodies = [
    // Playwright
    clientMember(request, "postData"),
    ...places.flatMap((one) => REQUEST_BODIES.map((name) => one[name])),
  ];
  return url === undefined
    ? undefined
    : {
        url,
        ...present({
          method: methods.find(isBodyText)?.toUpperCase(),
          headers: [settings, injected, request].map(({ headers }) => headers).find(isObject),
          body: bodies
            .map((body) => (isBytes(body) ? Buffer.from(new Uint8Array(body)).toString("utf8") : body))
            .find((body) => isBodyText(body) || isJsonValue(body)),
        }),
      };
}

/**
 * Reads a response of a client in {@link CLIENTS}, an error or another object with such a response as its member `response`, or a
 * promise of one of them. Throws a `TypeError` for any other value, such as a body alone, whose status is unknown.
 */
export async function readClientResponse(value: unknown) {
  const received: unknown = await value;
  const carrier = objectMembers(received);
  const carried = carrier["response"];
  const isCarrier = isObject(carried) && (received instanceof Error || isResponseObject(carried));
  const recorded = isCarrier ? carried : received;
  if (recorded instanceof Error) {
    throw new TypeError(`the error of the client carries no response: ${recorded.message}`);
  }
  if (!isResponseObject(recorded)) {
    throw new TypeError(
      `${describeValue(recorded)}; the known clients are ${CLIENTS}. Pass a body alone as { status: 200, body }`,
    );
  }
  return await readRecorded(recorded, clientRequest(recorded) ?? clientRequest(carrier));
}

function describeValue(value: unknown): string {
  const isRecord = isObject(value) && !isBytes(value);
  const kind = isRecord ? "object" : isBytes(value) ? "bytes" : Array.isArray(value) ? "array" : typeof value;
  const names = isRecord ? Object.keys(value).slice(0, 12).join(", ") || "none" : undefined;
  const members = names === undefined ? "" : `: its members are ${names}`;
  return `a response is expected, and this ${kind} is not a response of a known client${members}`;
}

async function readRecorded(recorded: ClientFields, request: RequestDescription | undefined) {
  const kept: unknown = await readClientBody(recorded);
  // `isBase64Encoded` is a member of proxy responses of AWS Lambda.
  const isBase64 = recorded["isBase64Encoded"] === true && isBodyText(kept);
  const body = isBase64 ? Buffer.from(kept, "base64") : kept;
  if (body === CONSUMED) return { response: { missing: CONSUMED_TEXT }, ...present({ request }) };
  if (isStream(body)) {
    const missing = "the body of this response is a stream, which is not read";
    return { response: { missing }, ...present({ request }) };
  }
  const fields = clientMember(recorded, "headers");
  const headers = fields === undefined ? undefined : headersOf(fields);
  const response: RecordedResponse = {
    status: Number(statusOf(recorded)),
    ...present({ headers }),
    bytes: decodedBytes(bytesOf(body), headers?.["content-encoding"]),
  };
  return { response, ...present({ request }) };
}

const isStream = (value: unknown): boolean =>
  isObject(value) &&
  !isBytes(value) &&
  ["pipe", "getReader"].some((name) => typeof value[name] === "function");

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

/** The value of a member, which is a method of the responses of Playwright. */
const clientMember = (object: ClientFields, name: string): unknown =>
  typeof object[name] === "function" ? callMethod(object, name) : object[name];

function callMethod(object: ClientFields, method: string): unknown {
  const called = object[method];
  return typeof called === "function" ? Reflect.apply(called, object, []) : undefined;
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;
