import { faultsOf, type Fault } from "../fault.ts";
import { replaceRequest } from "../rewriting.ts";

/** Imitates a cache in front of the service that ignores the query. */
const ignoredParameter = { "query-ignored": replaceRequest({ query: [] }) };

/** Faults that affect every query parameter of an endpoint (4.3 to 4.5). */
export const queryFaults: readonly Fault[] = [
  ...faultsOf("tokens", { "4.4-token-id-eq": ignoredParameter }),
  ...faultsOf("tokenBalances", { "4.3-account-id-eq": ignoredParameter }),
  ...faultsOf("networkFees", { "4.5-order-sorted": ignoredParameter }),
];
