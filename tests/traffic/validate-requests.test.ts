import { afterAll, describe, expect, test } from "vitest";
import { FEES, MESSAGE, TOKENS } from "./bodies.ts";
import type { Entry } from "./har.ts";
import { FEES_URL, HOST, openBench, TOKENS_URL } from "./validating.ts";
const { file, ofHar, remove } = openBench();

afterAll(remove);

describe("requests say which rules apply", () => {
  const promised = ["--target", "promised.json"] as const;

  async function judged(entries: readonly Entry[], withNames = true) {
    const names = file("promised.json", {
      parameters: { tokens: { limit: "limit", order: "order", name: "name" } },
    });
    return await ofHar(entries, ...(withNames ? [promised[0], names] : []));
  }

  const row = (id: number) => ({ ...TOKENS.tokens[0], token_id: `0.0.${id}` });
  const page = (...ids: readonly number[]) => ({ ...TOKENS, tokens: ids.map(row) });
  const refusal = { _status: { messages: [{ message: "Invalid parameter: limit" }] } };

  test.each<[string, string, Entry, string]>([
    [
      "more rows than the limit",
      "4.4-limit-at-most",
      { url: `${TOKENS_URL}?limit=1`, body: page(1, 2) },
      "fail",
    ],
    [
      "as many rows as the limit",
      "4.4-limit-at-most",
      { url: `${TOKENS_URL}?limit=2`, body: page(1, 2) },
      "pass",
    ],
    [
      "a limit of 0 that is served",
      "4.4-limit-refused",
      { url: `${TOKENS_URL}?limit=0`, body: page(1) },
      "fail",
    ],
    [
      "a limit of 0 that is refused",
      "4.4-limit-refused",
      { url: `${TOKENS_URL}?limit=0`, status: 400, body: refusal },
      "pass",
    ],
    [
      "a row that the filter leaves out",
      "4.4-token-id-gt",
      { url: `${TOKENS_URL}?token.id=gt:0.0.5`, body: page(6, 5) },
      "fail",
    ],
    [
      "rows that the filter selects",
      "4.4-token-id-gt",
      { url: `${TOKENS_URL}?token.id=gt:0.0.5`, body: page(6, 7) },
      "pass",
    ],
    [
      "a name that lacks the text",
      "4.4-name-contained",
      { url: `${TOKENS_URL}?name=Silver`, body: page(6) },
      "fail",
    ],
    [
      "a malformed id that is served",
      "4.4-token-id-refused",
      { url: `${TOKENS_URL}?token.id=abc`, body: page(6) },
      "fail",
    ],
    [
      "an error without the name",
      "7.2-tokens-names-parameter",
      { url: `${TOKENS_URL}?token.id=abc`, status: 400, body: refusal },
      "fail",
    ],
    [
      "another message than that asked for",
      "4.6-message-of-that-time",
      { url: `${HOST}/api/v1/topics/messages/9.000000001`, body: MESSAGE },
      "fail",
    ],
    [
      "a body without an address",
      "4.10-address-required",
      { url: `${HOST}/verify/explorer`, method: "POST", posted: "{}", body: { result: [] } },
      "inconclusive",
    ],
  ])("%s: %s", async (_name, id, entry, outcome) => {
    const seen = await judged([{ url: TOKENS_URL, body: TOKENS }, entry]);
    expect([seen.clause(id)?.outcome, seen.clause(id)?.reason]).toStrictEqual([
      outcome,
      seen.clause(id)?.reason,
    ]);
    expect(seen.clause(id)?.cases).toBe(1);
  });

  test("of an assumed name nothing is demanded", async () => {
    const seen = await judged(
      [
        { url: `${TOKENS_URL}?limit=0`, body: TOKENS },
        { url: TOKENS_URL, body: TOKENS },
      ],
      false,
    );
    expect(seen.code).toBe(0);
    expect(Object.keys(seen.result().files?.[0]?.left ?? {})).toStrictEqual([
      'the name "limit" is assumed: give it in parameters of a target file',
    ]);
  });

  test("a refusal proves nothing where no success was seen", async () => {
    const seen = await judged([
      { url: `${TOKENS_URL}?limit=0`, status: 500, body: {} },
      { url: FEES_URL, body: FEES },
    ]);
    expect(seen.clause("4.4-limit-refused")).toMatchObject({ outcome: "inconclusive", cause: "data" });
  });

  test("a page that a link of the service leads to is judged like any other", async () => {
    const first = { ...page(1), links: { next: "/prefix/api/v1/tokens?cursor=a%3A1" } };
    const seen = await judged([
      { url: TOKENS_URL, body: first },
      { url: `${TOKENS_URL}?cursor=a:1`, body: { tokens: [], links: { next: 5 } } },
    ]);
    expect(seen.result().files?.[0]).toMatchObject({ exchanges: 2, judged: 2 });
  });
});
