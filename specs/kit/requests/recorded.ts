// Predicates on requests: to which exchanges of a recording a clause over one exchange applies
import { ROW_OPERATORS, type Operator } from "../../../engine/model/compare.ts";
import type { ReadParameter, ReadRequest } from "../../../engine/clauses/read-request.ts";

/** Whether a clause applies to a request that it did not send. */
type Fits = (request: ReadRequest) => boolean;

const parameter = ({ query }: ReadRequest, key: string): ReadParameter | undefined =>
  query.find((one) => one.key === key);

export const valueOf = (key: string) => (request: ReadRequest) => parameter(request, key)?.value ?? "";

/** Whether the request is valid: a record may be returned or be missing. */
export const legal: Fits = ({ expects }) => expects === "success" || expects === "missing";

export const hasNoQuery: Fits = (request) => request.query.length === 0 && legal(request);

/** The plain request of an endpoint that must succeed. */
export const isPlainRequest: Fits = ({ query, path, expects }) =>
  query.length === 0 && path === undefined && expects === "success";

/** Whether a parameter of the contract has a value that is valid by every interpretation. */
const hasValidValue =
  (key: string): Fits =>
  (request) =>
    parameter(request, key)?.validity === "valid" && parameter(request, key)?.promised === true;

export const legalWith =
  (key: string): Fits =>
  (request) =>
    legal(request) && hasValidValue(key)(request);

/** A request with this query parameter alone, with a valid value. */
export const onlyWith =
  (key: string): Fits =>
  (request) =>
    request.query.length === 1 && legalWith(key)(request);

/** The path is meant as a hash: it contains no hyphen, as a transaction id does. */
export const byHash: Fits = ({ path }) => path?.value.includes("-") !== true;

export const fitsAll =
  (...all: readonly Fits[]): Fits =>
  (request) =>
    all.every((fits) => fits(request));

export const aboveMaximum: Fits = (request) =>
  request.query.length === 1 &&
  request.query.some(
    ({ key, value, promised }) => key === "limit" && promised && /^[1-9]\d{2,}$/.test(value),
  ) &&
  parameter(request, "limit")?.validity === "ambiguous";

/** The operator and the bound of the value of a filter. */
export function filterIn(text: string): readonly [Operator, string] {
  const [before, behind] = text.split(":");
  const operator = ROW_OPERATORS.find((one) => one === before);
  return behind === undefined || operator === undefined ? ["none", text] : [operator, behind];
}
