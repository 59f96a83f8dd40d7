import type { Catalogue } from "../clauses/catalogue.ts";
import type { PassiveClause } from "../clauses/clause.ts";
import { isNameStated, type ReadRequest } from "../clauses/read-request.ts";
import { isObject } from "../message/classify.ts";
import type { ApiResponse } from "../model/exchange.ts";
import { getOrInsert } from "../model/model.ts";
import type { Reason } from "../model/reason.ts";
import type { ParameterNames } from "../model/settings.ts";
import { operations, type Endpoint, type ParameterKey } from "../../schemas/operations.ts";

/** Notes what is recorded of each endpoint, for the reasons why clauses could not be tested with it. */
export function createUntestedReasons({ passive }: Pick<Catalogue, "passive">, names: ParameterNames) {
  const succeeded = new Set<Endpoint>();
  /** Endpoints with a success that is a JSON object. */
  const readable = new Set<Endpoint>();
  /** Endpoints with a 2xx response without a readable body, with the reason. */
  const withoutBody = new Map<Endpoint, string>();
  /** Keys of parameters that may have been sent under an assumed name (`tokens.limit`): an unknown name may be that of any parameter. */
  const assumed = new Set<string>();

  return {
    noteRequest: (endpoint: Endpoint, { query }: ReadRequest): void => {
      const all = operations[endpoint].query.map(({ key }) => key);
      const sent = query.filter((one) => !one.nameStated).flatMap(({ key = all }) => key);
      sent.forEach((key) => assumed.add(`${endpoint}.${key}`));
    },
    noteSuccess: ({ request: { endpoint }, body }: ApiResponse): void => {
      succeeded.add(endpoint);
      if (isObject(body.value)) readable.add(endpoint);
    },
    noteMissingBody: (endpoint: Endpoint, missing: string): void => {
      getOrInsert(withoutBody, endpoint, () => missing);
    },
    /** Why no response of the endpoint has the part that a clause reads. */
    ofEndpoint: (endpoint: Endpoint, reads: PassiveClause["reads"] = "record"): Reason => {
      const missing = withoutBody.get(endpoint);
      if (!succeeded.has(endpoint)) {
        const reason = "no successful response of this endpoint was recorded";
        const why = missing === undefined ? "" : ` with a readable body: ${missing}`;
        return { code: "notRecorded", reason: reason + why };
      }
      if (!readable.has(endpoint) && (reads === "record" || reads === "request")) {
        const onBody = passive.filter((clause) => clause.endpoint === endpoint && clause.reads === "body");
        const dependsOn = [...onBody.map(({ id }) => id), { endpoint, needs: "success" } as const];
        const reason = "no recorded success of this endpoint is a JSON object";
        return { code: "notRecorded", reason, dependsOn };
      }
      const lacking = "the request, the status or the header fields are missing";
      return { code: "notRecorded", reason: `no recorded exchange is complete enough: ${lacking}` };
    },
    /** Why a parameter may be unknown to the service; undefined if its name is stated, or if no request may have had it. */
    ofParameter: (parameter: ParameterKey): Reason | undefined => {
      if (!assumed.has(parameter) || isNameStated(parameter, names)) return undefined;
      const reason = `the name of ${parameter} is assumed: give it in parameters of a target file`;
      return { code: "parameterAssumed", remedy: { kind: "giveParameterName", of: parameter }, reason };
    },
    succeeded,
  };
}
