// §7.2, §7.6: clauses on the valid and the invalid values of a query parameter
import { isSuccess, looksMissing, lacksSignatures } from "../../engine/message/classify.ts";
import type { ApiRequest, Query } from "../../engine/model/exchange.ts";
import { single, sequence } from "../../engine/clauses/declare.ts";
import type { ClauseId, Inputs, PrerequisiteNames } from "../../engine/clauses/clause.ts";
import type { ParameterKey } from "../../engine/clauses/prerequisites.ts";
import { OWN_NAMES } from "../../engine/clauses/read-request.ts";
import { inTurns, uniqueValues } from "../../generators/cases.ts";
import { FORMAT_NAMES, formats } from "../../generators/formats.ts";
import {
  SUCCESS,
  exampleResponse,
  exampleErrorBody,
  invalidParameter,
  NOT_FOUND,
} from "../examples/responses.ts";
import { citedOperation, parameterCites } from "../kit/requests/cites.ts";
import { sendFaulty, type Sending } from "../kit/requests/beside.ts";
import { callsMalformed } from "../kit/requests/acceptance.ts";
import { violationIf } from "../kit/requests/check-results.ts";
import { checkRefusal } from "../kit/requests/refusals.ts";
import { boundsElsewhere } from "../kit/requests/ordinary.ts";
import { checkFound, unproven } from "../kit/records/fees.ts";
import { valuesOfLevel } from "../kit/records/records.ts";
import { shortKey } from "../kit/lists/lists.ts";
import { onlyWith, refusedByName } from "../kit/requests/recorded.ts";

/** Id and statement of a clause. */
export interface ClauseHead {
  readonly id: ClauseId;
  readonly statement: string;
}

/** The endpoint of a parameter and the values of its format. */
function commonParameter(key: ParameterKey) {
  const { query, endpoint } = citedOperation(key);
  const format = query.find((parameter) => parameter.key === shortKey(key))?.format ?? "publicKey";
  const values = FORMAT_NAMES[format] ?? formats.entityIdFilter;
  return { endpoint, values, isTime: format === "TimestampFilter" };
}

/** A valid value returns a success, or, where nothing may exist at that time, a response that says so (interpretation 7). */
export function acceptedParameterValues<
  const N extends PrerequisiteNames & {
    readonly name: ParameterKey;
    readonly size: "size";
    readonly seed: "seed";
  },
>(
  key: ParameterKey,
  head: ClauseHead,
  needs: N,
  shown: (have: Inputs<N>) => {
    readonly request: (query: Query) => ApiRequest;
    readonly time?: string | undefined;
  },
) {
  const { endpoint, values, isTime } = commonParameter(key);
  const isOfFees = endpoint === "networkFees";
  const sample = (status: number, body: unknown) => exampleResponse(endpoint, status, body);
  return single({
    ...head,
    cites: [...parameterCites(key, "form"), 7, isTime ? 17 : 8],
    // In a recording nothing shows that the token of a balances request exists, and a missing token may be refused too.
    ...(endpoint === "tokenBalances" ? {} : { when: onlyWith(shortKey(key)) }),
    needs,
    acceptsParameter: shortKey(key),
    given: (have) => ({
      ...valuesOfLevel(values.valid(have.seed), have.size),
      contexts: uniqueValues([
        ...(have.size.contexts === 0 ? [] : (values.ends?.() ?? [])),
        ...(isTime ? boundsElsewhere(have.size, shown(have).time) : []),
      ]),
    }),
    request: (have, value: string) => shown(have).request([[have.name, value]]),
    check: (response) => {
      const isMissing = isTime && looksMissing(response) && !callsMalformed(response);
      const message = "a well-formed request does not succeed";
      return isOfFees
        ? checkFound(response)
        : violationIf(!isSuccess(response) && !isMissing, response, message, "status 200 and the list");
    },
    passes: [
      sample(200, SUCCESS[endpoint]),
      sample(200, { ...SUCCESS[endpoint], more: 1 }),
      ...(isTime || isOfFees ? [sample(404, NOT_FOUND)] : []),
    ],
    fails: {
      "refused as invalid": sample(400, invalidParameter("x")),
      "an error with status 200": sample(200, exampleErrorBody("None found")),
    },
  });
}

/** An invalid value returns an error that names the parameter (§7.2, §7.6). */
export function refusedParameterValues<const N extends PrerequisiteNames & { readonly name: ParameterKey }>(
  key: ParameterKey,
  head: ClauseHead,
  needs: N,
  sending: (have: Inputs<N>) => Sending,
) {
  const { endpoint, values } = commonParameter(key);
  const twin = exampleResponse(endpoint, 200, SUCCESS[endpoint]);
  const name = OWN_NAMES[key] ?? "";
  return sequence({
    ...head,
    cites: [...parameterCites(key, "form"), "7 parameter error", 8, 10, 11],
    needs,
    given: () => ({ ...inTurns(values.invalid()), shared: endpoint !== "networkFees" }),
    run: async (t, { value, turn }) => {
      const responded = await sendFaulty(t, sending(t), [t.name, value], turn);
      const came = responded.refused;
      return lacksSignatures(came) ? unproven(came) : checkRefusal(responded, t);
    },
    recorded: refusedByName(shortKey(key)),
    last: twin,
    passes: [
      exampleResponse(endpoint, 400, invalidParameter(name)),
      exampleResponse(endpoint, 200, {
        ...exampleErrorBody("Busy", `Invalid parameter: ${name}`),
        requestId: 7,
      }),
    ],
    fails: {
      "status 200": twin,
      "another parameter": exampleResponse(endpoint, 400, invalidParameter("another")),
      "an HTML page": exampleResponse(endpoint, 500, "<html>Bad request</html>"),
    },
  });
}
