import { describe, expect, test } from "vitest";
import { call } from "../../engine/model/call.ts";
import { createRedact } from "../../engine/secrets/redact.ts";
import { resolveNext } from "../../engine/clauses/pagination.ts";

const SIGNS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const reply = {
  ask: call("tokens"),
  url: "http://127.0.0.1:8080/api/v1/tokens?limit=1",
  prefix: "",
  status: 200,
  headers: {},
  body: { text: "", value: undefined },
};

/** Links that hold a secret, at each place of a URL. */
const LINKS: Readonly<Record<string, (secret: string) => string>> = {
  "a path": (secret) => `/api/v1/${secret}/tokens`,
  "the end of a path": (secret) => `/api/v1/${secret}`,
  "a query": (secret) => `/api/v1/tokens?key=${secret}&limit=1`,
  "a query alone": (secret) => `?key=${secret}`,
  "a relative path": (secret) => `${secret}/x`,
  "an absolute path": (secret) => `http://127.0.0.1:8080/${secret}/x`,
  "an absolute query": (secret) => `http://127.0.0.1:8080/x?${secret}`,
  "user information": (secret) => `http://${secret}@127.0.0.1:8080/x`,
  "a fragment": (secret) => `/api/v1/tokens#${secret}`,
};

/** Ways in which a service writes what it was told. */
const WAYS: Readonly<Record<string, (secret: string) => string>> = {
  raw: (secret) => secret,
  encoded: encodeURIComponent,
  "encoded twice": (secret) => encodeURIComponent(encodeURIComponent(secret)),
  "in JSON": (secret) => JSON.stringify(secret).slice(1, -1),
};

const HALVES = ["Qz7kWv", "Xj9pLm"] as const;

describe.each(Object.entries(LINKS))("a secret in %s of a link", (_place, link) => {
  test.each(Object.entries(WAYS))("written %s, with any sign", (_way, written) => {
    for (const sign of [...SIGNS, "\t", "\n", "\\..\\", "/../", "/./", "%41", "%2e%2e/"]) {
      const secret = `${HALVES[0]}${sign}${HALVES[1]}`;
      const redact = createRedact([secret]);
      const next = link(written(secret));
      const urls = resolveNext(next, reply).map(({ url }) => url);
      for (const told of [next, ...urls, ...urls.map((url) => `stopped at ${JSON.stringify(url)} there`)]) {
        const shown = redact(told);
        for (const half of HALVES) {
          expect(shown, `${JSON.stringify(sign)}: ${told}`).not.toContain(half);
        }
      }
    }
  });
});
