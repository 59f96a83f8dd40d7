import { tried } from "../../engine/model/file-trouble.ts";

/** A link of an answer, as far as it was kept: what was cut off is no JSON any more. */
function linkIn(json = "null"): string | undefined {
  const link = tried((): unknown => JSON.parse(json));
  return typeof link === "string" ? link : undefined;
}

/** The parameters of an address, however their values are encoded. */
const parametersIn = (address: string): readonly string[] =>
  [...new URLSearchParams(address.split("?")[1])].map(([name, value]) => `${name}=${value}`);

/** Whether a link of a page leads to an address of the same list. */
export function leadsTo(next: string | undefined, url: string | undefined): boolean {
  const link = linkIn(next);
  return (
    link !== undefined && url !== undefined && parametersIn(link).join("&") === parametersIn(url).join("&")
  );
}

/** What tells a link from the request of its page: the parameters that differ; all of it where it leads elsewhere. */
export function nextFrom(next: string, url = ""): string {
  const link = linkIn(next);
  const [path = "", query] = (link ?? "").split("?");
  if (link === undefined || query === undefined || !(url.split("?")[0] ?? "").endsWith(path)) {
    return next;
  }
  const asked = new Set(parametersIn(url));
  const all = parametersIn(link);
  const own = all.filter((parameter) => !asked.has(parameter));
  return own.length === 0 || own.length === all.length ? `?${all.join("&")}` : `?…&${own.join("&")}`;
}
