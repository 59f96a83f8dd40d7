import type { Endpoint } from "../schemas/operations.ts";
import type { Handler } from "./exchange.ts";
import type { Rewriting } from "./rewriting.ts";

/** A named deviation from one sentence, table cell or limit of the contract. */
export type Fault = {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** The id of the clause that must fail. */
  readonly clause: string;
  /** Makes a faulty handler of the conforming handler of the endpoint. */
  readonly apply: Rewriting;
};

/**
 * Faults of clauses. The key of one fault contains the ids of the clauses that must find it, then its name; that of several
 * faults the ids alone.
 */
export type Ways = Readonly<Record<string, Rewriting | Readonly<Record<string, Rewriting>>>>;

/** The endpoints of clauses, by their ids. */
const ENDPOINTS: readonly (readonly [ids: RegExp, endpoint: Endpoint])[] = [
  [/^(2\.2|4\.2|5)-/, "statusSummary"],
  [/^(2\.3|4\.4|[47]\.[12]-tokens)-/, "tokens"],
  [/^(2\.4|4\.3|4\.1-balances|7\.[12]-tokenBalances)-/, "tokenBalances"],
  [/^(2\.5|4\.5|7\.4|7\.[12]-networkFees)-/, "networkFees"],
  [/^(2\.6|4\.6|7\.[12]-topicMessage)-/, "topicMessage"],
  [/^[24]\.7-/, "contractResult"],
  [/^[24]\.8-/, "contract"],
  [/^4\.10-|^2\.9-result/, "verify"],
  [/^[24]\.9-/, "sessionVerify"],
];

export function clauseEndpoint(clause: string): Endpoint {
  const endpoint = ENDPOINTS.find(([ids]) => ids.test(clause))?.[1];
  if (endpoint === undefined) throw new Error(`no endpoint has the clause ${clause}`);
  return endpoint;
}

/** The prefix of the names of the faults of an endpoint. */
export const FAULT_PREFIXES: Readonly<Record<Endpoint, string>> = {
  statusSummary: "summary",
  tokens: "tokens",
  tokenBalances: "balances",
  networkFees: "fees",
  topicMessage: "message",
  contractResult: "result",
  contract: "contract",
  sessionVerify: "session",
  verify: "direct",
};

export function faultOf(clause: string, name: string, apply: Rewriting): Fault {
  const endpoint = clauseEndpoint(clause);
  return { name: `${FAULT_PREFIXES[endpoint]}-${name}`, endpoint, clause, apply };
}

export function faultsOf(ways: Ways): readonly Fault[] {
  return Object.entries(ways).flatMap(([key, faults]) => {
    const words = key.split(" ");
    const named = typeof faults === "function" ? { [words.pop() ?? ""]: faults } : faults;
    return words.flatMap((id) => Object.entries(named).map(([name, apply]) => faultOf(id, name, apply)));
  });
}

/** A parameter name as it is written in the name of a fault. */
export function slug(text: string): string {
  return text.replaceAll(/[ ._]/g, "-");
}

/** The handler with a fault in one endpoint; all other endpoints conform. */
export function withFault(honest: Handler, fault: Fault): Handler {
  const broken = fault.apply(honest);
  return (request) => (request.endpoint === fault.endpoint ? broken(request) : honest(request));
}
