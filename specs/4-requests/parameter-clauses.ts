// §7.2, §7.6: clauses on the valid and the invalid values of a query parameter
import { FORMAT_NAMES, formats } from "../../generators/formats.ts";
import * as examples from "../examples/examples.ts";
import * as kit from "../kit/kit.ts";

function commonParameter(key: kit.ParameterKey) {
  const { query, endpoint } = kit.operationWith(key);
  const format = query.find((parameter) => parameter.key === kit.shortKey(key))?.format ?? "publicKey";
  const values = FORMAT_NAMES[format] ?? formats.entityIdFilter;
  return { endpoint, values, isTime: format === "TimestampFilter" };
}

/** A valid value gets a success; a time or an order of fees may also get the error for a missing record (interpretation 7). */
export function acceptedParameterValues<
  const N extends kit.PrerequisiteNames & {
    readonly name: kit.ParameterKey;
    readonly size: "size";
    readonly seed: "seed";
  },
>(
  key: kit.ParameterKey,
  [id, statement]: readonly [id: kit.ClauseId, statement: string],
  needs: N,
  shown: (inputs: kit.Inputs<N>) => {
    readonly request: (query: kit.Query) => kit.ApiRequest;
    readonly time?: string | undefined;
  },
) {
  const { endpoint, values, isTime } = commonParameter(key);
  const isOfFees = endpoint === "networkFees";
  const sample = (status: number, body: unknown) => examples.responseOf(endpoint, status, body);
  return kit.single({
    id,
    statement,
    contract: kit.parameterLines(key, "form"),
    interpretations: [7, isTime ? 17 : 8],
    parameters: [kit.shortKey(key)],
    aspect: "form",
    // A recording does not show whether the token of a request for balances exists; a missing token may get an error.
    ...(endpoint === "tokenBalances" ? {} : { when: kit.hasOnlyParameter(kit.shortKey(key)) }),
    needs,
    acceptsParameter: kit.shortKey(key),
    values: (inputs) => ({
      ...kit.valuesOfLevel(values.valid(inputs.seed), inputs.size),
      contexts: kit.uniqueValues([
        ...(kit.isSmoke(inputs.size) ? [] : (values.ends?.() ?? [])),
        ...(isTime ? kit.boundsOfEffectClauses(inputs.size, shown(inputs).time) : []),
      ]),
    }),
    request: (inputs, value: string) => shown(inputs).request([[inputs.name, value]]),
    check: (response) => {
      const isMissing = isTime && kit.looksMissing(response) && !kit.callsMalformed(response);
      const isWrong = !kit.isSuccess(response) && !isMissing;
      const message = "a well-formed request does not succeed";
      return isOfFees
        ? kit.checkFound(response)
        : kit.violationIf(isWrong, response, message, "status 200 and the list");
    },
    passes: [
      sample(200, examples.SUCCESS[endpoint]),
      sample(200, { ...examples.SUCCESS[endpoint], more: 1 }),
      ...(isTime || isOfFees ? [sample(404, examples.NOT_FOUND)] : []),
    ],
    fails: {
      "refused as invalid": sample(400, examples.invalidParameter("x")),
      "an error with status 200": sample(200, examples.errorBodyOf("None found")),
    },
  });
}

/** An invalid value gets the error `Invalid parameter:` with the name of the parameter (§7.2, §7.6), with any status (§7.7). */
export function refusedParameterValues<
  const N extends kit.PrerequisiteNames & { readonly name: kit.ParameterKey },
>(
  key: kit.ParameterKey,
  [id, subject]: readonly [id: kit.ClauseId, subject: string],
  needs: N,
  sending: (inputs: kit.Inputs<N>) => kit.InvalidValueRequests,
) {
  const { endpoint, values } = commonParameter(key);
  const counterpart = examples.successOf(endpoint);
  const name = kit.DEFAULT_NAMES[key] ?? "";
  return kit.sequence({
    id,
    statement: `${subject} gets the message Invalid parameter: <name>`,
    contract: [...kit.parameterLines(key, "form"), 297],
    interpretations: [8, 10, 11],
    parameters: [kit.shortKey(key)],
    aspect: "form",
    needs,
    values: (inputs) => kit.invalidValueCases(values.invalid(), sending(inputs)),
    run: async (t, faulty) => {
      const responded = await kit.sendInvalidValue(t, sending(t), faulty);
      return kit.whySignaturesMissing(responded.refused) ?? kit.checkRefusal(responded, t);
    },
    recorded: kit.recordedWithInvalid(kit.shortKey(key), kit.checkRefused),
    last: counterpart,
    passes: [
      examples.badRequestOf(endpoint, name),
      examples.responseOf(endpoint, 200, {
        ...examples.errorBodyOf("Busy", `Invalid parameter: ${name}`),
        requestId: 7,
      }),
    ],
    fails: {
      "status 200": counterpart,
      "another parameter": examples.badRequestOf(endpoint, "another"),
      "an HTML page": examples.responseOf(endpoint, 500, "<html>Bad request</html>"),
    },
  });
}
