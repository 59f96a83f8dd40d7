import { describe, expect, test } from "vitest";
import type { Reply } from "../../engine/model/exchange.ts";
import { resolveNext } from "../../engine/clauses/pagination.ts";
import { answer } from "../../specs/fixtures/answers.ts";

/** An answer of a service whose URL has, or has not, a path prefix. */
function replyAt(prefix: string): Reply {
  const reply = answer("tokens", 200, { tokens: [], links: { next: null } });
  return { ...reply, url: `https://host.test:8443${prefix}/api/v1/tokens?limit=2`, prefix };
}

const targets = (next: unknown, prefix = ""): readonly string[] =>
  resolveNext(next, replyAt(prefix)).map(({ target }) => target);

describe("links.next", () => {
  test.each([
    ["an absolute URL", "https://host.test:8443/api/v1/tokens?p=2", ["/api/v1/tokens?p=2"]],
    ["a path", "/api/v1/tokens?p=2", ["/api/v1/tokens?p=2"]],
    ["a query", "?p=2", ["/api/v1/tokens?p=2", "/?p=2"]],
    ["a relative path", "tokens?p=2", ["/api/v1/tokens?p=2", "/tokens?p=2"]],
    ["a host without a scheme", "//host.test:8443/x", ["/x"]],
    ["spaces and letters", "/x?q=a b€", ["/x?q=a%20b%E2%82%AC"]],
    ["a fragment", "/x?p=2#part", ["/x?p=2"]],
    ["another host", "https://other.test/api/v1/tokens?p=2", []],
    ["another port", "https://host.test/api/v1/tokens?p=2", []],
    ["another scheme", "http://host.test:8443/x", []],
    ["another host without a scheme", "//other.test/x", []],
    ["another host behind backslashes", "/\\other.test/x", []],
    ["a private address", "http://169.254.169.254/latest", []],
    ["a script", "javascript:alert(1)", []],
    ["a file", "file:///etc/passwd", []],
    ["no reference", "https://[", []],
    ["too long", `/x?${"x".repeat(9_000)}`, []],
    ["a number", 7, []],
    ["an object", { href: "/x" }, []],
    ["null", null, []],
  ])("%s", (_name, next, expected) => {
    expect(targets(next)).toStrictEqual(expected);
  });

  test.each([
    ["a path with the prefix", "/deep/api/v1/tokens?p=2", ["/deep/api/v1/tokens?p=2"]],
    ["a path without the prefix", "/api/v1/tokens?p=2", ["/deep/api/v1/tokens?p=2"]],
    [
      "an absolute URL without the prefix",
      "https://host.test:8443/api/v1/tokens?p=2",
      ["/deep/api/v1/tokens?p=2"],
    ],
    ["a query", "?p=2", ["/deep/api/v1/tokens?p=2", "/deep/?p=2"]],
    [
      "a path relative to the service",
      "api/v1/tokens?p=2",
      ["/deep/api/v1/api/v1/tokens?p=2", "/deep/api/v1/tokens?p=2"],
    ],
    ["dots that lead out of the prefix", "../../../x", ["/deep/x"]],
  ])("behind a prefix: %s", (_name, next, expected) => {
    expect(targets(next, "/deep")).toStrictEqual(expected);
  });

  test("user and password of a link are not taken over", () => {
    const [link] = resolveNext("https://user:secret@host.test:8443/x", replyAt(""));
    expect(link?.url).toBe("https://host.test:8443/x");
  });
});
