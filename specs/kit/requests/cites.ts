// Places of the contract that clauses on an endpoint (§4) or on a query parameter (§2.1, §8) cite
import type { ContractPlaces } from "../../../engine/clauses/clause.ts";
import type { ParameterKey } from "../../../engine/clauses/prerequisites.ts";
import type { Endpoint, Operation, QueryFormat, Service } from "../../../schemas/operations.ts";
import { ENDPOINT_NAMES, operations } from "../../../schemas/operations.ts";
import { contractPlace, type ContractPlace } from "../../../schemas/places.ts";
import { shortKey, type ListName } from "../lists/lists.ts";

/** Places that promise a success, by service. */
const SERVICE_PLACES: Readonly<Record<Service, readonly ContractPlace[]>> = {
  status: ["1 status API", "4 GET without a body", "9 status API path"],
  base: ["1 ledger API", "4 GET without a body", "9 ledger API path"],
  verify: ["1 verification API", "9 verification API path"],
};

/** Places that promise a success for the plain request of an endpoint, or for a sample. */
export function successCites(endpoint: Endpoint): ContractPlaces {
  const { section, service } = operations[endpoint];
  return [
    contractPlace(`${section} path`),
    contractPlace(`${section} response`),
    ...SERVICE_PLACES[service],
    ...(service === "verify" ? [contractPlace(`${section} request header`)] : []),
    ...(endpoint === "tokens" ? (["4.4 all optional"] as const) : []),
    ...(endpoint === "contract" ? (["4.8 timestamp optional"] as const) : []),
  ];
}

/** Places that say that the body of a response is JSON. */
export function jsonCites(endpoint: Endpoint): ContractPlaces {
  const { section, service } = operations[endpoint];
  return [
    contractPlace(`${section} response`),
    "1 JSON responses",
    ...(service === "verify" ? [] : (["4 JSON body"] as const)),
    ...(service === "status" ? (["1 status API"] as const) : []),
  ];
}

/** Places that say that a list is sorted, apart from those on its order parameter. */
export function sortedCites(list: ListName): readonly ContractPlace[] {
  return list === "balances" ? ["4.3 sorted"] : [];
}

/** Places on the form of a parameter and on its effect, by format. */
const PARAMETER_FORMATS: Readonly<
  Record<QueryFormat, { readonly form: readonly ContractPlace[]; readonly effect: readonly ContractPlace[] }>
> = {
  EntityIdFilter: {
    form: ["2.1 EntityIdFilter form", "8 entity id parts"],
    effect: ["2.1 EntityIdFilter effect"],
  },
  BalanceFilter: { form: ["2.1 BalanceFilter form"], effect: ["2.1 BalanceFilter effect"] },
  TimestampFilter: {
    form: ["2.1 TimestampFilter form", "8 timestamp"],
    effect: ["2.1 TimestampFilter effect"],
  },
  limit: { form: ["8 item count"], effect: ["8 item count"] },
  name: { form: ["8 name length"], effect: [] },
  nonce: { form: ["8 nonce range"], effect: [] },
  order: { form: [], effect: [] },
  publicKey: { form: [], effect: [] },
};

/** The operation that a parameter belongs to. */
export function citedOperation(key: ParameterKey): Operation {
  return operations[ENDPOINT_NAMES.find((name) => key.startsWith(`${name}.`)) ?? "tokens"];
}

/** Places on how a parameter is written (`form`) or on what it does (`effect`). */
export function parameterCites(key: ParameterKey, aspect: "form" | "effect"): ContractPlaces {
  const operation = citedOperation(key);
  const format = operation.query.find((parameter) => parameter.key === shortKey(key))?.format;
  return [
    contractPlace(`${operation.section} ${shortKey(key)} ${aspect}`),
    ...(format === undefined ? [] : PARAMETER_FORMATS[format][aspect]),
  ];
}
