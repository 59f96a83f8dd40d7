import { decoded } from "../model/exchange.ts";
import type { MovedPath, Target } from "../model/settings.ts";
import { operations, type Endpoint, type Operation } from "../../schemas/operations.ts";

/** The operation of a request, or why it is not a request of the contract. */
type MatchedRequest =
  | {
      readonly operation: Operation;
      /** Path and query below the URL of the service, with the path of the contract. */
      readonly target: string;
      /** URL of the service: origin and path prefix; only the prefix if the request has no origin. */
      readonly base: string;
    }
  | { readonly ignored: string };

export interface RequestScope {
  /** URLs of the services. If there is at least one, only requests below these URLs match. */
  readonly urls: Target["urls"];
  /** Further paths of operations, besides those of the contract. */
  readonly paths?: Target["paths"];
}

/** The origin, path and query of a URL, each of which may be absent. */
const URL_PARTS = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/i;

const OTHER_PROTOCOL = /^(?!https?:)[a-z][a-z0-9+.-]*:/i;

const OTHER_PATH = "not a path of the contract";

/** Values of a path parameter that are further endpoints of real implementations, such as `/contracts/results`. */
const NO_PARAMETER = new Set(["results", "logs"]);

/** Creates a function that finds the operation of a request by the end of its path, under any prefix or below given URLs. */
export function createMatcher({ urls, paths = {} }: RequestScope) {
  const moved: Readonly<Partial<Record<Endpoint, MovedPath>>> = paths;
  const routes = Object.values(operations).flatMap((operation) =>
    [operation.path, moved[operation.endpoint]?.path].flatMap((path) =>
      path === undefined ? [] : [{ operation, pattern: pathPattern(path) }],
    ),
  );
  const hasUrls = Object.keys(urls).length > 0;
  return (method: string, url: string): MatchedRequest => {
    if (OTHER_PROTOCOL.test(url)) return { ignored: "neither http nor https" };
    const [, origin = "", path = "", query = ""] = URL_PARTS.exec(url) ?? [];
    const matches = routes.flatMap(({ operation, pattern }) => {
      const match = pattern.exec(path);
      return match === null ? [] : [{ operation, match }];
    });
    // The longest path counts: /session/verify/explorer ends as /verify/explorer does.
    const longest = matches.toSorted((a, b) => a.match.index - b.match.index)[0];
    const rawParameter = longest?.match[1];
    const parameter = rawParameter === undefined ? undefined : decoded(rawParameter);
    if (longest === undefined || NO_PARAMETER.has(parameter ?? "")) return { ignored: OTHER_PATH };
    const { operation, match } = longest;
    if (rawParameter !== undefined && parameter === undefined) {
      return { ignored: "the path is not valid percent-encoding" };
    }
    const base = origin + path.slice(0, match.index);
    if (base.endsWith("/")) return { ignored: OTHER_PATH };
    if (hasUrls && !isBelow(urls[operation.service], origin, base))
      return { ignored: "not below the URL of the service" };
    if (method.toUpperCase() !== operation.method)
      return { ignored: "not the method of the contract for this path" };
    return { operation, base, target: operation.path.replace(/\{[^}]+\}/, () => rawParameter ?? "") + query };
  };
}

/** A pattern for paths that end in a path of the contract, whose parameter is one segment. */
function pathPattern(path: string): RegExp {
  const escaped = path.split(/\{[^}]+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`${escaped.join("([^/]+)")}$`);
}

/** Whether `base`, the part of a recorded URL before the path of the contract, is the URL of the service; without `origin`, its path. */
function isBelow(url: string | undefined, origin: string, base: string): boolean {
  if (url === undefined) return false;
  return origin === "" ? new URL(url).pathname.replace(/\/+$/, "") === base : url === normalized(base);
}

/** A URL with its host in lower case and without a default port, as the URLs of the services are; other text stays. */
const normalized = (url: string): string => (URL.canParse(url) ? new URL(url).href.replace(/\/+$/, "") : url);
