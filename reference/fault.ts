import type { Endpoint } from "../schemas/operations.ts";
import type { Handler } from "./exchange.ts";
import type { Rewriting } from "./rewriting.ts";

/** A way to break one sentence, cell or limit of the contract. Its name says what is wrong. */
export type Fault = {
  readonly name: string;
  readonly endpoint: Endpoint;
  /** The clause that has to fail. */
  readonly clause: string;
  /** Turns the honest handler of the endpoint into a faulty one. */
  readonly apply: Rewriting;
};

/** Faults of one endpoint by name, under the clause that each has to fail. */
export type Ways = Readonly<Record<string, Readonly<Record<string, Rewriting>>>>;

/** What goes before the names of the faults of an endpoint. */
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

/** Words as they stand in the name of a fault. */
export function slug(text: string): string {
  return text.replaceAll(/[ ._]/g, "-");
}

/** The handler with the fault in it; the other endpoints stay honest. */
export function withFault(honest: Handler, fault: Fault): Handler {
  const broken = fault.apply(honest);
  return (request) => (request.endpoint === fault.endpoint ? broken(request) : honest(request));
}
