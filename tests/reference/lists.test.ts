import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CROWDED_TOKEN } from "../../reference/data/tokens.ts";
import { idKey } from "../../reference/service/entity-id.ts";
import { rowsOf } from "../../reference/rewriting/list.ts";
import { ask, askOf, data, messagesIn, objectIn, pagesOf } from "./serving.ts";

const tokens = data.tokens;
const holders = data.distributions[0]?.snapshots.at(-1)?.holders ?? [];

const COMPARE: Readonly<Record<string, (value: bigint, bound: bigint) => boolean>> = {
  "": (value, bound) => value === bound,
  "eq:": (value, bound) => value === bound,
  "ne:": (value, bound) => value !== bound,
  "gt:": (value, bound) => value > bound,
  "gte:": (value, bound) => value >= bound,
  "lt:": (value, bound) => value < bound,
  "lte:": (value, bound) => value <= bound,
};

const operator = () => fc.constantFrom(...Object.keys(COMPARE));
const orders = () => fc.constantFrom("asc", "desc");
const limits = () => fc.integer({ min: 1, max: 100 });

const someTokenId = () => fc.constantFrom(...tokens.map(({ token_id: id }) => id));
const someHolder = () => fc.constantFrom(...holders);

function holds(prefix: string, value: bigint, bound: bigint): boolean {
  return COMPARE[prefix]?.(value, bound) ?? false;
}

function numbers(ids: readonly string[]): readonly bigint[] {
  return ids.map(idKey).toSorted((a, b) => (a < b ? -1 : 1));
}

function walked(query: readonly (readonly [string, string])[], member: "tokens" | "balances") {
  const first =
    member === "tokens"
      ? askOf("tokens", { query })
      : askOf("tokenBalances", { param: CROWDED_TOKEN, query });
  return pagesOf(first, member);
}

function idsIn(rows: readonly { readonly [member: string]: unknown }[], member: string): readonly string[] {
  return rows.map((row) => String(row[member]));
}

describe("pages", () => {
  it("cover the token list once, in order, with every page but the last one full", () => {
    fc.assert(
      fc.property(limits(), orders(), (limit, order) => {
        const pages = walked(
          [
            ["limit", String(limit)],
            ["order", order],
          ],
          "tokens",
        );
        const found = idsIn(pages.flat(), "token_id").map(idKey);
        const all = numbers(tokens.map(({ token_id: id }) => id));
        expect(found).toEqual(order === "asc" ? all : all.toReversed());
        expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
        expect(pages.at(-1)?.length).toBeGreaterThan(0);
      }),
      { numRuns: 30 },
    );
  });

  it("end with null when the last page is exactly full", () => {
    const pages = walked([["limit", "85"]], "balances");
    expect(pages.map((page) => page.length)).toEqual([85, 85, 85, 85]);
  });

  it("have at most 25 rows unless asked otherwise", () => {
    expect(rowsOf(objectIn(ask("tokens")), "tokens")).toHaveLength(25);
  });
});

describe("filters of the token list", () => {
  it("select by token id as arithmetic does", () => {
    fc.assert(
      fc.property(operator(), someTokenId(), fc.boolean(), limits(), (prefix, bound, short, limit) => {
        const value = prefix + (short ? bound.replace("0.0.", "") : bound);
        const found = idsIn(
          walked(
            [
              ["token.id", value],
              ["limit", String(limit)],
            ],
            "tokens",
          ).flat(),
          "token_id",
        );
        const expected = tokens
          .map(({ token_id: id }) => id)
          .filter((id) => holds(prefix, idKey(id), idKey(bound)));
        expect(found.map(idKey)).toEqual(numbers(expected));
      }),
      { numRuns: 100 },
    );
  });

  it("select the tokens that some fitting account holds", () => {
    const accounts = data.distributions.flatMap(({ snapshots }) => snapshots.at(-1)?.holders ?? []);
    fc.assert(
      fc.property(operator(), fc.constantFrom(...accounts), (prefix, { account: bound }) => {
        const found = idsIn(walked([["account.id", prefix + bound]], "tokens").flat(), "token_id");
        const expected = data.distributions
          .filter(({ snapshots }) =>
            (snapshots.at(-1)?.holders ?? []).some(({ account }) =>
              holds(prefix, idKey(account), idKey(bound)),
            ),
          )
          .map(({ tokenId }) => tokenId);
        expect(found.map(idKey)).toEqual(numbers(expected));
      }),
      { numRuns: 100 },
    );
  });

  it("select by a part of the name, whatever its case, with one page only", () => {
    const names = tokens.map(({ name }) => name).filter((name) => Array.from(name).length >= 3);
    const part = fc.constantFrom(...names).chain((name) => {
      const letters = Array.from(name);
      return fc
        .integer({ min: 0, max: letters.length - 3 })
        .map((from) => letters.slice(from, from + 100).join(""));
    });
    fc.assert(
      fc.property(part, orders(), (text, order) => {
        const answer = objectIn(
          ask("tokens", {
            query: [
              ["name", text],
              ["order", order],
              ["limit", "100"],
            ],
          }),
        );
        const found = idsIn(rowsOf(answer, "tokens"), "token_id").map(idKey);
        const fitting = tokens.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
        const all = numbers(fitting.map(({ token_id: id }) => id));
        expect(found).toEqual((order === "asc" ? all : all.toReversed()).slice(0, 100));
        expect(answer["links"]).toEqual({ next: null });
      }),
      { numRuns: 100 },
    );
  });

  it("select by the admin key", () => {
    const key = tokens.find(({ admin_key: admin }) => admin !== null)?.admin_key?.key ?? "";
    const found = walked([["publickey", `0x${key.toUpperCase()}`]], "tokens").flat();
    expect(idsIn(found, "token_id").length).toBeGreaterThan(0);
    expect(found.every((row) => JSON.stringify(row["admin_key"]).includes(key))).toBe(true);
  });
});

function balancesAt(time: string) {
  return objectIn(ask("tokenBalances", { param: CROWDED_TOKEN, query: [["timestamp", time]] }));
}

describe("filters of balances", () => {
  it("select by account and balance together, as arithmetic does", () => {
    fc.assert(
      fc.property(
        operator(),
        someHolder(),
        operator(),
        someHolder(),
        orders(),
        (first, { account }, second, { balance }, order) => {
          const bound = balance < 10n ** 10n ? balance : 500n;
          const query = [
            ["account.id", first + account],
            ["account.balance", `${second}${bound}`],
            ["order", order],
            ["limit", "60"],
          ] as const;
          const found = idsIn(walked(query, "balances").flat(), "account").map(idKey);
          const fitting = holders.filter(
            (holder) =>
              holds(first, idKey(holder.account), idKey(account)) && holds(second, holder.balance, bound),
          );
          const all = numbers(fitting.map((holder) => holder.account));
          expect(found).toEqual(order === "asc" ? all : all.toReversed());
        },
      ),
      { numRuns: 150 },
    );
  });

  it("choose the newest snapshot that meets the timestamp", () => {
    expect(balancesAt("lt:1700172800.5")["timestamp"]).toBe("1700086400.123456789");
    expect(balancesAt("1700000000")["timestamp"]).toBe("1700000000.000000000");
    expect(balancesAt("ne:1700172800.500000000")["timestamp"]).toBe("1700086400.123456789");
    expect(balancesAt("lt:0")["balances"]).toEqual([]);
    const now = objectIn(ask("tokenBalances", { param: CROWDED_TOKEN }));
    expect(balancesAt("gte:0")["balances"]).toEqual(now["balances"]);
  });
});

describe("refusals of lists", () => {
  const refused: readonly (readonly [string, string])[] = [
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "1.5"],
    ["order", "up"],
    ["token.id", "0.0"],
    ["token.id", "gt:gt:1"],
    ["account.id", "0.0.12345678901"],
    ["name", "ab"],
    ["name", "a".repeat(101)],
  ];

  it.each(refused)("%s=%s is refused by its name", (name, value) => {
    expect(messagesIn(ask("tokens", { query: [[name, value]] }))).toEqual([`Invalid parameter: ${name}`]);
  });

  it("a name is refused beside ids", () => {
    for (const other of ["token.id", "account.id"]) {
      const answer = ask("tokens", {
        query: [
          ["name", "Dollar"],
          [other, "0.0.98"],
        ],
      });
      expect(messagesIn(answer)).toEqual([`Invalid parameter: ${other}`]);
    }
  });

  it("the token in the path is refused by its name", () => {
    expect(messagesIn(ask("tokenBalances", { param: "98" }))).toEqual(["Invalid parameter: tokenId"]);
  });

  it("unknown parameters are overlooked", () => {
    const coloured = objectIn(ask("tokens", { query: [["colour", "red"]] }));
    expect(coloured["tokens"]).toEqual(objectIn(ask("tokens"))["tokens"]);
  });
});
