// A record whose members are nearly all absent is that record: each absent member fails its clause.
import { describe, expect, test } from "vitest";
import { checkResponse, type ContractViolation } from "../../lib/check.ts";
import { ENDPOINT_NAMES, operations, type Endpoint } from "../../schemas/operations.ts";
import { SUCCESS } from "../../specs/examples/responses.ts";

const PATHS: Readonly<Partial<Record<Endpoint, string>>> = {
  tokenBalances: "0.0.1001",
  topicMessage: "1700000000.000000001",
  contractResult: `0x${"a".repeat(64)}`,
  contract: "0.0.1",
};
const urlOf = (endpoint: Endpoint): string =>
  `http://127.0.0.1${operations[endpoint].path.replace(/\{.+\}/, PATHS[endpoint] ?? "")}`;
const membersOf = (endpoint: Endpoint): Readonly<Record<string, unknown>> => ({ ...SUCCESS[endpoint] });
/** A member of the record itself is absent, not a member of a record inside. */
const isAbsentMember = ({ actual, pointer }: ContractViolation): boolean =>
  actual === "absent" && /^\/[^/]*$/.test(pointer);
/** Members of an endpoint that the contract names, without one. */
const othersThan = (endpoint: Endpoint, member: string): readonly string[] =>
  Object.keys(operations[endpoint].success.properties ?? {}).filter((name) => name !== member);

describe.each(ENDPOINT_NAMES)("a record of %s with one member", (endpoint) => {
  const { method } = operations[endpoint];
  const body = JSON.stringify({ address: `0x${"a".repeat(40)}`, chainId: "1" });
  const request = { url: urlOf(endpoint), method, ...(method === "POST" ? { body } : {}) };

  test("fails for each absent member, with and without a request", async () => {
    const names = Object.keys(membersOf(endpoint)).filter((name) => othersThan(endpoint, name).length > 0);
    for (const name of names) {
      const record = { [name]: membersOf(endpoint)[name] };
      const response = { status: 200, headers: { "content-type": "application/json" }, body: record };
      const checked = [
        await checkResponse(response, endpoint, request),
        await checkResponse({ status: 200, body: JSON.stringify(record) }, endpoint),
      ];
      const absent = checked.map(({ violations }) =>
        violations.filter(isAbsentMember).map(({ pointer }) => pointer),
      );
      const others = othersThan(endpoint, name).map((other) => `/${other}`);
      expect([name, ...absent]).toStrictEqual([name, others, others]);
    }
  });
});

const ID = { contract_id: "0.0.1" };

test.each<[string, object, number]>([
  ["an error of the contract", { _status: { messages: [{ message: "Not found" }] }, ...ID }, 200],
  ["no member of the record", {}, 200],
  ["an error that has the name", { error: "no such contract", ...ID }, 200],
  ["an error of a web framework", { timestamp: "2026-01-01", status: 404, path: "/" }, 200],
  ["another status than 200", ID, 404],
])("an object is not a record: %s", async (_name, body, status) => {
  const { violations } = await checkResponse({ status, body }, "contract", urlOf("contract"));
  expect(violations).toEqual([]);
});
