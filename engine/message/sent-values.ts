// The values that a request sends, as messages show them
import { OPERATORS } from "../../schemas/grammars.ts";
import { operations } from "../../schemas/operations.ts";
import { beforeQuery, queryOf, type ApiRequest } from "../model/exchange.ts";

/** A value of a query parameter as a request contains it, or the path of a record, whose name is empty. */
export interface SentValue {
  readonly name: string;
  /** The operator of a filter; empty for a value without one. */
  readonly operator: string;
  readonly value: string;
}

type Sent = Pick<ApiRequest, "endpoint" | "target">;

const OPERATOR_PREFIX = new RegExp(`^(${OPERATORS.join("|")}):`);

/** The values of a request: those in its query or, without a query, the path if it identifies a record. */
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

/** A value as in messages: the path of a record, or the name of a parameter and its value. */
export const sentText = ({ name, operator, value }: SentValue): string =>
  name === "" ? value : `${name}=${operator === "" ? value : `${operator}:${value}`}`;

/** The values of a request and its path, as in the message on an error that every request with one of them gets. */
export const valuesIn = (request: Sent): readonly string[] =>
  [request.target, beforeQuery(request.target)]
    .flatMap((target) => sentValues({ ...request, target }))
    .flatMap((sent) => [sentText(sent), sentText({ ...sent, value: "…" })]);
