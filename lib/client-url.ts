// Finds the URL of a request in the objects of HTTP clients.
import { isObject } from "../engine/message/classify.ts";
import { bodyTextOf } from "./client-body.ts";

export type ClientFields = Readonly<Record<string, unknown>>;

/** The members of an object; none for any other value. */
export const objectMembers = (value: unknown): ClientFields => (isObject(value) ? value : {});

export const isBodyText = (value: unknown): value is string => typeof value === "string";

/** The URL, or the path with its query, from the member in which the client stores it. */
export function urlOf(request: ClientFields): string | undefined {
  const { url, responseURL, path, href, uri } = request;
  const texts = [url, responseURL, path, href, objectMembers(uri)["href"]];
  return texts.map((one) => (one instanceof URL ? one.href : one)).find(isFilledText);
}

const isFilledText = (value: unknown): value is string => isBodyText(value) && value !== "";

/** The URL from the configuration of axios (base URL, URL and parameters), for adapters that keep no request. */
export function urlOfConfig({ baseURL, url, params }: ClientFields): string | undefined {
  if (!isBodyText(url)) return undefined;
  const isFullUrl = /^([a-z][a-z\d+.-]*:)?\/\//i.test(url) || !isFilledText(baseURL);
  const fullUrl = isFullUrl ? url : `${baseURL.replace(/\/+$/, "")}/${url.replace(/^\/+/, "")}`;
  const query = new URLSearchParams(
    params instanceof URLSearchParams ? params : queryPairs(params),
  ).toString();
  return query === "" ? fullUrl : `${fullUrl}${fullUrl.includes("?") ? "&" : "?"}${query}`;
}

/** Query parameters as axios serializes them: absent ones are omitted, and an array is a repeated `name[]`. */
const queryPairs = (params: unknown): [string, string][] =>
  Object.entries(objectMembers(params)).flatMap(([name, value]): [string, string][] => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values
      .filter((one) => one !== null && one !== undefined)
      .map((one) => [Array.isArray(value) ? `${name}[]` : name, isBodyText(one) ? one : bodyTextOf(one)]);
  });
