// A test of your own client: on the reference as it is, in another legal way, and subtly broken.
import { reference } from "ledger-conformance";
import { expect, test } from "vitest";
import { listTokens } from "./client.ts";

async function tokensOf(options: Parameters<typeof reference.start>[0]): Promise<readonly string[]> {
  const server = await reference.start(options);
  try {
    return (await listTokens(server.baseUrl)).map(({ id }) => id);
  } finally {
    await server.close();
  }
}

test("the client lists every token once", async () => {
  const ids = await tokensOf({});
  expect(ids.length).toBeGreaterThan(10);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(["absolute-links", "links-without-prefix", "opaque-cursor"])(
  "it does so where links have another form: %s",
  async (variant) => {
    expect(await tokensOf({ variant })).toStrictEqual(await tokensOf({}));
  },
);

test("a server that repeats a row between pages does not make it list a token twice", async () => {
  expect(await tokensOf({ fault: "tokens-row-twice-between-pages" })).toStrictEqual(await tokensOf({}));
});
