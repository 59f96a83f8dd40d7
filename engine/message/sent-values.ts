// The values that a request sends, as messages show them
import { OPERATORS } from "../../schemas/grammars.ts";
import { operations } from "../../schemas/operations.ts";
import { beforeQuery, queryOf, type ApiRequest } from "../model/exchange.ts";

/** A query parameter of a request with its decoded value; or, with an empty `name`, the path of a record. */
export interface SentValue {
  readonly name: string;
  /** The operator of a filter; empty for a value without one. */
  readonly operator: string;
  readonly value: string;
}

type Sent = Pick<ApiRequest, "endpoint" | "target">;

const OPERATOR_PREFIX = new RegExp(`^(${OPERATORS.join("|")}):`);

/** The values of the query or, without a query, the path of a record. */
export function sentValues({ endpoint, target }: Sent): readonly SentValue[] {
  if (!target.includes("?")) {
    const isOfRecord = operations[endpoint].pathParameter !== undefined;
    return isOfRecord ? [{ name: "", operator: "", value: target }] : [];
  }
  return Array.from(queryOf(target), ([name, text]) => {
    const operator = OPERATOR_PREFIX.exec(text)?.[1] ?? "";
    return { name, operator, value: operator === "" ? text : text.slice(operator.length + 1) };
  });
}

/** A value as in messages: `account.id=gte:0.0.5`, or the path of a record. */
export const sentText = ({ name, operator, value }: SentValue): string =>
  name === "" ? value : `${name}=${operator === "" ? value : `${operator}:${value}`}`;

/** The texts by which the symptom `unserved …` can name a value of a request, which may have `…` in place of the value. */
export const valuesIn = (request: Sent): readonly string[] =>
  [request.target, beforeQuery(request.target)]
    .flatMap((target) => sentValues({ ...request, target }))
    .flatMap((sent) => [sentText(sent), sentText({ ...sent, value: "…" })]);
