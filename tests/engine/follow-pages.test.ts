import { describe, expect, test } from "vitest";
import type { ApiResponse } from "../../engine/model/exchange.ts";
import { resolveNext } from "../../engine/clauses/pagination.ts";
import { responseOf } from "../../specs/examples/responses.ts";

/** A response of a service whose URL has, or has not, a path prefix. */
function responseAt(prefix: string): ApiResponse {
  const page = responseOf("tokens", 200, { tokens: [], links: { next: null } });
  return { ...page, url: `https://host.test:8443${prefix}/api/v1/tokens?limit=2`, prefix };
}

const targets = (next: unknown, prefix = ""): readonly string[] =>
  resolveNext(next, responseAt(prefix)).map(({ target }) => target);

/** Links to other services, other ports, schemes, programs and files. */
const ELSEWHERE =
  "https://other.test/api/v1/tokens?p=2 https://host.test/api/v1/tokens?p=2 http://host.test:8443/x //other.test/x " +
  "/\\other.test/x http://169.254.169.254/latest javascript:alert(1) file:///etc/passwd https://[";

describe("links.next", () => {
  test.each([
    ["https://host.test:8443/api/v1/tokens?p=2", ["/api/v1/tokens?p=2"]],
    ["/api/v1/tokens?p=2", ["/api/v1/tokens?p=2"]],
    ["?p=2", ["/api/v1/tokens?p=2", "/?p=2"]],
    ["tokens?p=2", ["/api/v1/tokens?p=2", "/tokens?p=2"]],
    ["//host.test:8443/x", ["/x"]],
    ["/x?q=a b€", ["/x?q=a%20b%E2%82%AC"]],
    ["/x?p=2#part", ["/x?p=2"]],
  ])("%s is followed", (next, expected) => {
    expect(targets(next)).toStrictEqual(expected);
  });

  test.each([...ELSEWHERE.split(" "), `/x?${"x".repeat(9_000)}`, 7, { href: "/x" }, null])(
    "%.80j is not",
    (next) => {
      expect(targets(next)).toStrictEqual([]);
    },
  );

  test.each([
    ["/deep/api/v1/tokens?p=2", ["/deep/api/v1/tokens?p=2"]],
    ["/api/v1/tokens?p=2", ["/deep/api/v1/tokens?p=2"]],
    ["https://host.test:8443/api/v1/tokens?p=2", ["/deep/api/v1/tokens?p=2"]],
    ["?p=2", ["/deep/api/v1/tokens?p=2", "/deep/?p=2"]],
    ["api/v1/tokens?p=2", ["/deep/api/v1/api/v1/tokens?p=2", "/deep/api/v1/tokens?p=2"]],
    ["../../../x", ["/deep/x"]],
  ])("%s is followed behind a prefix", (next, expected) => {
    expect(targets(next, "/deep")).toStrictEqual(expected);
  });

  test("credentials in a link are ignored", () => {
    const [link] = resolveNext("https://user:secret@host.test:8443/x", responseAt(""));
    expect(link?.url).toBe("https://host.test:8443/x");
  });
});
