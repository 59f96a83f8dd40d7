// Interpretation 22: whether the target has the path of an endpoint at all
import { nameOf, operations } from "../../schemas/operations.ts";
import { documentedMessages } from "../message/classify.ts";
import { call, type Asker, type Reply } from "../model/exchange.ts";

/** A path below those of the contract, where no service has a resource. */
export const NOWHERE = `${operations.networkFees.path}/none/such`;

/** Malformed values of the parameters of the fees: a service that has the fees refuses them. */
const MALFORMED = operations.networkFees.query.map((parameter) => [nameOf(parameter), "none"] as const);

/**
 * Whether an error in place of the fees is the error that the service sends for every path that it does not have: a path that no
 * service has, and malformed parameters, get the same status and the same messages.
 */
export async function isRouteMissing(t: Asker, reply: Reply): Promise<boolean> {
  const others = await t.all([
    { ...call("networkFees", { expects: "open" }), target: NOWHERE },
    call("networkFees", { query: MALFORMED, expects: "open" }),
  ]);
  return reply.status >= 400 && others.every((other) => gist(other) === gist(reply));
}

const gist = (reply: Reply): string => JSON.stringify([reply.status, documentedMessages(reply)]);
