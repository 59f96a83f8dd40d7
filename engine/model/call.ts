import { operations, type Endpoint } from "../../schemas/operations.ts";
import type { Ask, Expectation } from "./exchange.ts";

/** Query parameters in the order in which they are sent; a name may be repeated. */
export type Query = readonly (readonly [name: string, value: string])[];

export interface CallOptions {
  /** Value of the path parameter, not yet encoded. */
  readonly path?: string;
  readonly query?: Query;
  /** JSON text of the body. */
  readonly body?: string;
  /** Default: success. */
  readonly expects?: Expectation;
  readonly bare?: true;
  readonly ownPath?: true;
  /** Where the record that is asked for was found. */
  readonly origin?: string;
}

/** A request of one of the nine operations of part 4. */
export function call(endpoint: Endpoint, options: CallOptions = {}): Ask {
  const operation = operations[endpoint];
  const { path, query = [], expects = "success", ...others } = options;
  const target = operation.path.replace(/\{[^}]+\}/, encode(path ?? "")) + queryString(query);
  return {
    endpoint,
    service: operation.service,
    method: operation.method,
    target,
    expects,
    ...others,
  };
}

function queryString(query: Query): string {
  return query.length === 0
    ? ""
    : `?${query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")}`;
}

/** Percent-encodes what RFC 3986 does not allow in a path segment or a query value; colons stay readable. */
export function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(LONE_SURROGATE, "\uFFFD")).replaceAll("%3A", ":");
}

/** A URL or a path without its query. */
export const beforeQuery = (url: string): string => url.replace(/\?.*$/s, "");

/** The parameters of a URL, or of a link. */
export function queryOf(url: string): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : url.slice(at));
}

/** A percent-encoded text as it is meant; undefined where it cannot be decoded. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Half a character, as JSON can name it: it has no form in UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
