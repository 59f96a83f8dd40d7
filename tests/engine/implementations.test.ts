import { expect, test } from "vitest";
import type { Reply } from "../../engine/model/exchange.ts";
import { createImplementations } from "../../engine/passive/implementations.ts";

/** What is told of a service after one answer with these header fields and this body. */
function told(headers: Reply["headers"], value: unknown = {}, status = 200) {
  const implementations = createImplementations();
  const ask = {
    endpoint: "tokens",
    service: "base",
    method: "GET",
    target: "/",
    expects: "success",
  } as const;
  const body = { text: JSON.stringify(value), value };
  implementations.see({ ask, status, body, url: "https://x.test/", prefix: "", headers });
  return implementations.told();
}

test.each([
  [{ server: "mirror/0.152.0" }, {}, "mirror/0.152.0"],
  [{ server: "nginx", "x-app-version": "0.152.0-rc1" }, {}, "nginx, x-app-version 0.152.0-rc1"],
  [{}, { version: "v2.4" }, "version v2.4"],
] as const)("header fields and bodies tell a version: %j %j", (headers, body, name) => {
  expect(told(headers, body)).toStrictEqual({ base: name });
});

test.each([
  [{ "x-api-version": "eyJhbGciOiJIUzI1NiJ9.e30.abc" }],
  [{ "x-token": "1.2.3", "x-version": `1.${"0".repeat(60)}` }],
  [{ server: "<script>alert(1)</script>" }],
  [{}, { version: { token: "1.2" } }],
  [{ server: "gateway/1.0" }, {}, 502],
])("what is no version, is long, or is no success tells nothing: %j", (headers, body = {}, status = 200) => {
  expect(told(headers, body, status)).toStrictEqual({});
});
