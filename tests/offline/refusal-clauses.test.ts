// Every invalid part of a request has exactly one clause that fails if the request is recorded with a success.
import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { namesIn, DEFAULT_NAMES, readRequest } from "../../engine/clauses/read-request.ts";
import { type ApiRequest, isInconclusive, requestTo } from "../../engine/model/exchange.ts";
import { brokenBodies } from "../../generators/verification-body.ts";
import { type Endpoint, ENDPOINT_NAMES, operations, schemaNameOf } from "../../schemas/operations.ts";
import { responseOf, SUCCESS } from "../../specs/examples/responses.ts";

const { sending } = await loadCatalogue();
const names = namesIn(DEFAULT_NAMES);

/** A value that is invalid in every format but that of a name, which needs three characters. */
const INVALID = "!!";
const BODIES = brokenBodies({ address: `0x${"a".repeat(40)}`, chainId: "1" });

/** Valid values of the paths. */
const VALID: Readonly<Partial<Record<Endpoint, string>>> = {
  tokenBalances: "0.0.5",
  topicMessage: "1.5",
  contractResult: "0.0.5-1-1",
  contract: "0.0.5",
};

const requests: readonly (readonly [string, ApiRequest])[] = ENDPOINT_NAMES.flatMap((endpoint) => {
  const { pathParameter, query, service, method, path } = operations[endpoint];
  const valid = VALID[endpoint] === undefined ? {} : { path: VALID[endpoint] ?? "" };
  const posted = { endpoint, service, method, target: path, expects: "refusal" } as const;
  return [
    ...(pathParameter === undefined ? [] : [["path", requestTo(endpoint, { path: INVALID })] as const]),
    ...query
      .filter(({ format }) => format !== "publicKey")
      .map(
        (one) => [one.key, requestTo(endpoint, { ...valid, query: [[schemaNameOf(one), INVALID]] })] as const,
      ),
    ...(service === "verify"
      ? Object.entries(BODIES).map(
          ([fault, bodies]) => [fault, { ...posted, body: Object.values(bodies)[0] ?? "" }] as const,
        )
      : []),
  ].map(([part, request]) => [`${part} of ${endpoint}`, request] as const);
});

describe.each(requests)("an invalid %s", (_name, request) => {
  const { endpoint } = request;
  const read = readRequest(request, names);
  const checkedBy = (status: number, body: object) => {
    const response = { ...responseOf(endpoint, status, body), request };
    return sending
      .filter(({ endpoint: own, recorded }) => own === endpoint && recorded?.when(read, response) === true)
      .map(({ id, recorded }) => [id, recorded?.check(response, read)] as const);
  };

  test("that is served fails one clause, and an error fails none", () => {
    expect(read.expects).toBe("refusal");
    expect(checkedBy(200, SUCCESS[endpoint])).toStrictEqual([
      [expect.stringMatching(/-refused$|-required$|-type$|-format$|-object$/), [expect.objectContaining({})]],
    ]);
    // Where the contract documents the error, one in another form decides nothing.
    const errors = checkedBy(400, { error: "no" }).map(([, result = []]) =>
      isInconclusive(result) ? "inconclusive" : result.length,
    );
    expect(errors).toStrictEqual([operations[endpoint].documentsErrors === true ? "inconclusive" : 0]);
  });
});
