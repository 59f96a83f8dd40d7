import { operations, type Service } from "../../schemas/operations.ts";
import { CannotRun } from "../model/cannot-run.ts";

/** The URL of a service as the client takes it: http or https, its path prefix kept, no slash at the end. */
export function baseUrl(text: string, source: string, service: Service): string {
  const trimmed = text.trim();
  if (trimmed === "") {
    throw new CannotRun(`${source} is empty: give it a URL, or leave it away`);
  }
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) {
    throw new CannotRun(`${source} has no scheme: it must begin with http:// or https://`);
  }
  if (!isHttp(trimmed)) {
    throw new CannotRun(`${source} is not an http or https URL`);
  }
  const { origin, pathname, username, password, search, hash } = new URL(trimmed);
  if (username !== "" || password !== "") {
    throw new CannotRun(`${source} holds credentials: give them as headers in a target file`);
  }
  if (search !== "" || hash !== "") {
    throw new CannotRun(`${source} has a query or a fragment: give the URL up to its path only`);
  }
  const prefix = pathname.replace(/\/+$/, "");
  const twice = pathsOf(service).find((path) => prefix.endsWith(path));
  if (twice !== undefined) {
    throw new CannotRun(`${source} ends in ${twice}, which every request adds by itself: leave it away`);
  }
  return origin + prefix;
}

/** Beginnings of the paths of a service, of two steps or more, the longest first. */
function pathsOf(service: Service): readonly string[] {
  return Object.values(operations)
    .filter((operation) => operation.service === service)
    .flatMap(({ path }) => path.split("/").map((_, index, steps) => steps.slice(0, index + 1).join("/")))
    .filter((path) => path.split("/").length > 2)
    .toSorted((a, b) => b.length - a.length);
}

export function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
