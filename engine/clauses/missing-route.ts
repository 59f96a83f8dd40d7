// Interpretation 22: whether the target has the path of an endpoint at all
import { schemaNameOf, operations } from "../../schemas/operations.ts";
import { documentedMessages } from "../message/classify.ts";
import { requestTo, type RequestSender, type ApiResponse } from "../model/exchange.ts";

/** A path below those of the contract, where no service has a resource. */
export const NO_SUCH_PATH = `${operations.networkFees.path}/none/such`;

/** Malformed values of the parameters of the fees: a service that has the fees refuses them. */
const MALFORMED_PATH = operations.networkFees.query.map(
  (parameter) => [schemaNameOf(parameter), "none"] as const,
);

/**
 * Whether an error in place of the fees is the error that the service sends for every path that it does not have: a path that no
 * service has, and malformed parameters, get the same status and the same messages.
 */
export async function isRouteMissing(t: RequestSender, response: ApiResponse): Promise<boolean> {
  const others = await t.all([
    { ...requestTo("networkFees", { expects: "open" }), target: NO_SUCH_PATH },
    requestTo("networkFees", { query: MALFORMED_PATH, expects: "open" }),
  ]);
  return response.status >= 400 && others.every((other) => bodyGist(other) === bodyGist(response));
}

const bodyGist = (response: ApiResponse): string =>
  JSON.stringify([response.status, documentedMessages(response)]);
