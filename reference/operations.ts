import { operations, type Service } from "../schemas/operations.ts";
import type { Endpoint } from "./exchange.ts";

/** Where an operation is found; `:value` stands for the parameter in the path. */
export type Operation = {
  readonly endpoint: Endpoint;
  readonly service: Service;
  readonly method: "GET" | "POST";
  readonly path: string;
};

export const OPERATIONS: readonly Operation[] = Object.values(operations).map((operation) => ({
  ...operation,
  path: operation.path.replace(/\{\w+\}/, ":value"),
}));
