import { response, attacksOf, linking, tell, type Act, type IncomingRequest } from "./attack.ts";

const leading =
  (status: string, to: (incoming: IncomingRequest) => string): Act =>
  (socket, incoming) => {
    socket.write(response("", { location: to(incoming) }, status));
  };
const past = (url: string): string => url.replace(/^http:/, "");

export const redirecting = attacksOf("redirecting", {
  "302 to another host": leading("302 X", ({ elsewhere }) => `${past(elsewhere)}/?x=1`),
  "302 to itself": leading("302 X", ({ path }) => path),
  "302 to a file": leading("302 X", () => "file:///etc/passwd"),
  "302 to nowhere": leading("302 X", () => "http://["),
  "a place of 15 KB": leading("302 X", ({ elsewhere }) => `${elsewhere}/${"%0d%0a".repeat(2_500)}`),
  "a refresh to another host": tell(
    () => "{}",
    ({ elsewhere }) => ({ refresh: `0; url=${elsewhere}`, "alt-svc": `h2="${elsewhere.slice(7)}"; ma=9` }),
  ),
  "401 in a realm of another host": tell(
    () => "{}",
    ({ elsewhere }) => ({ "www-authenticate": `Basic realm="${elsewhere}"` }),
    () => "401 X",
  ),
  "pages at another host, by its name alone": linking(
    ({ elsewhere }) => `${past(elsewhere)}/api/v1/tokens?page=2`,
  ),
  "pages at a host behind an at sign": linking(({ elsewhere }) => `//user@${elsewhere.slice(7)}/x`),
  "pages behind backslashes": linking(({ elsewhere }) => `\\\\${elsewhere.slice(7)}\\x`),
  "pages with lines of their own": linking(
    ({ elsewhere }) => `/api/v1/tokens?x=\ud800\r\nhost: ${elsewhere.slice(7)}\u0000`,
  ),
});
