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

/** Faults of one endpoint: by the id of the clause that must fail, then by name. */
export type Ways = Readonly<Record<string, Readonly<Record<string, Rewriting>>>>;

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

export function faultOf(endpoint: Endpoint, clause: string, name: string, apply: Rewriting): Fault {
  return { name: `${FAULT_PREFIXES[endpoint]}-${name}`, endpoint, clause, apply };
}

export function faultsOf(endpoint: Endpoint, ways: Ways): readonly Fault[] {
  return Object.entries(ways).flatMap(([clause, named]) =>
    Object.entries(named).map(([name, apply]) => faultOf(endpoint, clause, name, apply)),
  );
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
