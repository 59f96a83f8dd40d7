// At standard a run sends every family of malformed values for every parameter, path segment and member of a body.
import { createServer } from "node:http";
import { expect, describe, test } from "vitest";
import { edited, inForms } from "../../generators/refused.ts";
import { editsOf } from "../../generators/edits.ts";
import { parameters } from "../../generators/parameters.ts";
import { brokenBodies } from "../../generators/verification-body.ts";
import { run } from "../../lib/run.ts";
import { startReference } from "../../reference/server.ts";
import { passingOn } from "../network/front.ts";
import { listening } from "../tools/listening.ts";
import { grammars, OPERATORS, type Grammar } from "../../schemas/grammars.ts";
import { schemaNameOf, operations, type QueryFormat } from "../../schemas/operations.ts";
import { isAmbiguousAddress } from "../../schemas/verification.ts";

interface Received {
  readonly path: string;
  readonly query: URLSearchParams;
  body: string;
}

/** Every request of a standard run, recorded by a proxy. */
async function receivedByReference() {
  const reference = await startReference();
  const { target } = reference;
  const received: Received[] = [];
  const forward = passingOn(target.baseUrl, []);
  const server = createServer((incoming, outgoing) => {
    const [path = "", query = ""] = incoming.url?.split(/\?(.*)/s) ?? [];
    const one = { path: decodeURIComponent(path), query: new URLSearchParams(query), body: "" };
    received.push(one);
    incoming.on("data", (bytes) => (one.body += String(bytes)));
    forward(incoming, outgoing);
  });
  const proxy = await listening(server);
  const { host } = new URL(target.baseUrl);
  const behindProxy: typeof target = JSON.parse(
    JSON.stringify(target).replaceAll(host, `127.0.0.1:${proxy.port}`),
  );
  const result = await run(behindProxy, { level: "standard", seed: 3 });
  await Promise.all([proxy.close(), reference.close()]);
  return { received, samples: target.samples, result };
}

/** The address in a body that is a JSON object with an address. */
function addressIn(body: string): readonly string[] {
  try {
    const { address }: { readonly address?: unknown } = JSON.parse(body);
    return typeof address === "string" ? [address] : [];
  } catch {
    return [];
  }
}

const { received, samples, result } = await receivedByReference();

/** The families, in each form, that the malformed values next to these bases belong to. */
function familiesOf(grammar: Grammar, bases: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const edits = bases.flatMap((base) => inForms(grammar, base, editsOf));
  const families = new Map<string, readonly string[]>();
  for (const { family, form, value } of edited(grammar, edits, "invalid")) {
    const name = `${family}, ${form}`;
    families.set(name, [...(families.get(name) ?? []), value]);
  }
  return families;
}

const OPERATED = new RegExp(`^(${OPERATORS.join("|")}):(\\1:)?`);

/** The operator before a value is not part of its family: a run sends malformed values after each operator in turn. */
const withAnyOperator = (value: string): string =>
  value.replace(OPERATED, (_, _operator, again) => (again === undefined ? "any:" : "any:any:"));

/** The families of which no value was sent. */
function notSent(
  families: ReadonlyMap<string, readonly string[]>,
  sent: readonly string[],
): readonly string[] {
  const values = new Set(sent.map(withAnyOperator));
  expect(families.size).toBeGreaterThan(20);
  const missing = [...families].filter(([, own]) => !own.some((value) => values.has(withAnyOperator(value))));
  return missing.map(([family]) => family);
}

const FILTERS: Readonly<Partial<Record<QueryFormat, readonly [Grammar, readonly string[]]>>> = {
  EntityIdFilter: [grammars.entityIdFilter, grammars.entityIdFilter.examples],
  BalanceFilter: [grammars.balanceFilter, grammars.balanceFilter.examples],
  TimestampFilter: [
    grammars.timestampFilter,
    [
      ...grammars.timestampFilter.examples,
      "lte:2000000000.000000001",
      "1999999999.000000001",
      "lte:1999999999",
      "1999999999",
    ],
  ],
};
const TEXTS: Readonly<Partial<Record<QueryFormat, (typeof parameters)[keyof typeof parameters]>>> =
  parameters;

const queries = Object.values(operations).flatMap(({ endpoint, path, query }) =>
  query.map((parameter) => ({
    endpoint,
    start: path.split("{")[0] ?? "",
    end: path.split("}")[1] ?? "",
    format: parameter.format,
    name: schemaNameOf(parameter),
  })),
);

/** The values of a query parameter that the requests to one endpoint had. */
const valuesOf = (
  name: string,
  { start, end }: { readonly start: string; readonly end: string },
): readonly string[] =>
  received
    .filter(
      ({ path }) => path.includes(start) && path.endsWith(end === "" && !start.endsWith("/") ? start : end),
    )
    .flatMap(({ query }) => query.getAll(name));

test("the reference conforms behind the proxy", () => {
  expect(result.verdict).toBe("conforms");
  expect(received.length).toBeLessThanOrEqual(3_000);
});

describe("every family is sent at standard", () => {
  test.each(queries.filter(({ format }) => format in FILTERS))(
    "$endpoint $name",
    ({ name, format, ...place }) => {
      const [grammar, bases] = FILTERS[format] ?? [grammars.entityIdFilter, []];
      expect(notSent(familiesOf(grammar, bases), valuesOf(name, place))).toStrictEqual([]);
    },
  );

  test.each(queries.filter(({ format }) => format in TEXTS))(
    "$endpoint $name, by each value",
    ({ name, format, ...place }) => {
      const families = TEXTS[format]?.invalid().boundaries ?? [];
      expect(families.length).toBeGreaterThan(10);
      const sent = new Set(valuesOf(name, place));
      expect(families.filter(({ value }) => !sent.has(value))).toStrictEqual([]);
    },
  );

  const both = (hex: string): readonly string[] => [hex, hex.replace(/^0x/, "")];
  const hashes = samples.contractResults.filter((name) => !name.includes("-"));
  const ids = samples.contracts.filter((name) => name.includes("."));
  test.each([
    ["tokenBalances", "entityId", grammars.entityId.examples],
    ["topicMessage", "topicTimestamp", grammars.topicTimestamp.examples],
    ["contractResult", "transactionHash", hashes.flatMap(both)],
    ["contractResult", "transactionId", samples.contractResults],
    ["contract", "contractId", ids.flatMap((id) => [id, id.replace(/^\d+\./, ""), id.replace(/^.*\./, "")])],
    ["contract", "contractAddress", samples.contracts.flatMap(both)],
  ] as const)("the path of %s, as %s", (endpoint, format, bases) => {
    const [start = "", end = ""] = operations[endpoint].path.split(/\{.*\}/);
    const sent = received.flatMap(({ path }) => {
      const [, segment = ""] = path.split(start);
      return path.includes(start) && segment.endsWith(end)
        ? [segment.slice(0, segment.length - end.length)]
        : [];
    });
    expect(notSent(familiesOf(grammars[format], bases), sent)).toStrictEqual([]);
  });

  test.each(["sessionVerify", "verify"] as const)("the body of %s", (endpoint) => {
    const bodies = received
      .filter(({ path }) => path.endsWith(operations[endpoint].path))
      .map(({ body }) => body);
    const [{ address, chainId } = { address: "", chainId: "" }] = samples.verifications;
    const { format: _, ...others } = brokenBodies({ address, chainId });
    expect(bodies).toEqual(
      expect.arrayContaining(Object.values(others).flatMap((own) => Object.values(own))),
    );
    const sent = bodies.flatMap(addressIn);
    const families = familiesOf(grammars.evmAddress, both(address));
    const certain = [...families].map(
      ([name, values]) => [name, values.filter((value) => !isAmbiguousAddress(value))] as const,
    );
    const tested = new Map(certain.filter(([, values]) => values.length > 0));
    expect(notSent(tested, sent)).toStrictEqual([]);
  });
});
