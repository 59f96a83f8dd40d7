import { ENDPOINT_NAMES, type Endpoint } from "../schemas/operations.ts";
import type { Handler } from "./exchange.ts";
import type { Rewriting } from "./rewriting.ts";

/** A named deviation from one sentence, table cell or limit of the contract. */
export type Fault = {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly clause: string;
  readonly apply: Rewriting;
};

/**
 * Faults of clauses. A key contains the ids of the clauses that must find the fault: one id for each endpoint of the table, in the
 * order of the endpoints. The name of the fault follows the ids, unless the value lists several faults by name.
 */
export type ClauseFaults = Readonly<Record<string, Rewriting | Readonly<Record<string, Rewriting>>>>;

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

/** The endpoints whose rows have an order. A key of {@link ClauseFaults} with two ids is about the first two of them. */
export const ORDERED_ENDPOINTS: readonly Endpoint[] = ["tokens", "tokenBalances", "networkFees"];

export const forEachClause = (
  endpoints: readonly Endpoint[],
  ids: readonly string[],
  faultsIn: (endpoint: Endpoint, id: string) => readonly Fault[],
): readonly Fault[] =>
  ids.flatMap((id, index) => {
    const endpoint = endpoints[index];
    if (endpoint === undefined) throw new Error(`no endpoint is declared for the clause ${id}`);
    return faultsIn(endpoint, id);
  });

export const faultsOf = (endpoints: readonly Endpoint[], ways: ClauseFaults): readonly Fault[] =>
  Object.entries(ways).flatMap(([key, faults]) => {
    const ids = key.split(" ");
    const named = typeof faults === "function" ? { [ids.pop() ?? ""]: faults } : faults;
    return forEachClause(endpoints, ids, (endpoint, id) =>
      Object.entries(named).map(([name, apply]) => faultOf(endpoint, id, name, apply)),
    );
  });

export const faultsByEndpoint = (ways: Readonly<Partial<Record<Endpoint, ClauseFaults>>>): readonly Fault[] =>
  ENDPOINT_NAMES.flatMap((endpoint) => faultsOf([endpoint], ways[endpoint] ?? {}));

export const slug = (text: string): string => text.replaceAll(/[ ._]/g, "-");

export function withFault(handler: Handler, fault: Fault): Handler {
  const broken = fault.apply(handler);
  return (request) => (request.endpoint === fault.endpoint ? broken(request) : handler(request));
}
