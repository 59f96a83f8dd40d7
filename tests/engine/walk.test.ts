import { describe, expect, test } from "vitest";
import { call } from "../../engine/model/call.ts";
import { asking } from "../../engine/model/asking.ts";
import type { Ask, Reply } from "../../engine/model/exchange.ts";
import { resolveNext, stopOf, walk } from "../../engine/clauses/pagination.ts";
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

describe("a walk", () => {
  /** Walks over pages that the function gives. */
  async function walked(page: (ask: Ask, count: number) => unknown, most = 10) {
    let count = 0;
    const send = (ask: Ask): Promise<Reply> => {
      count += 1;
      const body = page(ask, count);
      const url = `https://host.test${ask.target}`;
      return Promise.resolve({ ...answer("tokens", body === undefined ? 404 : 200, body ?? {}), ask, url });
    };
    const first = call("tokens");
    const done = await walk(asking(send), first, "tokens", most);
    return {
      end: done.end,
      pages: done.pages.length,
      rows: done.rows.length,
      sent: count,
      came: stopOf(done).came,
    };
  }

  const page = (next: unknown): unknown => ({ tokens: [{ token_id: "0.0.1" }], links: { next } });

  test.each<[string, (ask: Ask, count: number) => unknown, object]>([
    [
      "to the end",
      (_ask, count) => page(count < 3 ? `?p=${count}` : null),
      { end: "null", pages: 3, rows: 3 },
    ],
    ["without end", (_ask, count) => page(`?p=${count}`), { end: "budget", pages: 10, sent: 10 }],
    ["in a circle", () => page("?p=1"), { end: "repeated", pages: 2 }],
    [
      "to another origin",
      () => page("https://other.test/"),
      {
        end: "foreign",
        sent: 1,
        came: 'links.next is "https://other.test/"',
      },
    ],
    [
      "to a page that is refused",
      (_ask, count) => (count === 1 ? page("/x") : undefined),
      { end: "refused", came: "status 404 with another JSON body" },
    ],
    ["without links", () => ({ tokens: [] }), { end: "absent", pages: 1, came: "links.next is absent" }],
  ])("%s", async (_name, answers, expected) => {
    expect(await walked(answers)).toMatchObject(expected);
  });
});
