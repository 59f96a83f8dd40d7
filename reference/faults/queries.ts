import { faultsOf, type Fault } from "../fault.ts";
import { replaceRequest } from "../rewriting.ts";

/** A cache in front of the service goes by the path alone. */
const ignoredParameter = { "query-ignored": replaceRequest({ query: [] }) };

/** Faults that each show in every parameter of an endpoint (4.3 to 4.5). */
export const queryFaults: readonly Fault[] = [
  ...faultsOf("tokens", { "4.4-token-id-eq": ignoredParameter }),
  ...faultsOf("tokenBalances", { "4.3-account-id-eq": ignoredParameter }),
  ...faultsOf("networkFees", { "4.5-order-sorted": ignoredParameter }),
];
