// A record whose members are nearly all absent is that record: each absent member fails its clause.
import { expect, test } from "vitest";
import { checkResponse, type ContractViolation } from "../../lib/check.ts";
import { ENDPOINT_NAMES, operations, type Endpoint } from "../../schemas/operations.ts";
import { SUCCESS } from "../../specs/examples/responses.ts";

const membersOf = (endpoint: Endpoint): Readonly<Record<string, unknown>> => ({ ...SUCCESS[endpoint] });
/** A member of the record itself is absent, not a member of a record inside. */
const isAbsentMember = ({ actual, pointer }: ContractViolation): boolean =>
  actual === "absent" && /^\/[^/]*$/.test(pointer);
/** Members of an endpoint that the contract names, without one. */
const othersThan = (endpoint: Endpoint, member: string): readonly string[] =>
  Object.keys(operations[endpoint].success.properties ?? {}).filter((name) => name !== member);

test.each(ENDPOINT_NAMES)("a record of %s with one member fails for each absent member", async (endpoint) => {
  const names = Object.keys(membersOf(endpoint)).filter((name) => othersThan(endpoint, name).length > 0);
  for (const name of names) {
    const body = JSON.stringify({ [name]: membersOf(endpoint)[name] });
    const { violations } = await checkResponse({ status: 200, body }, endpoint);
    const absent = violations.filter(isAbsentMember).map(({ pointer }) => pointer);
    expect([name, ...absent]).toStrictEqual([
      name,
      ...othersThan(endpoint, name).map((other) => `/${other}`),
    ]);
  }
});

const ID = { contract_id: "0.0.1" };

test.each<[string, object, number]>([
  ["an error of the contract", { _status: { messages: [{ message: "Not found" }] }, ...ID }, 200],
  ["no member of the record", {}, 200],
  ["an error that has the name", { error: "no such contract", ...ID }, 200],
  ["an error of a web framework", { timestamp: "2026-01-01", status: 404, path: "/" }, 200],
  ["another status than 200", ID, 404],
])("an object is not a record: %s", async (_name, body, status) => {
  const { violations } = await checkResponse({ status, body }, "contract", "/api/v1/contracts/0.0.1");
  expect(violations).toEqual([]);
});
