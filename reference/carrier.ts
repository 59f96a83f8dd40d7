import type { HttpBindings } from "@hono/node-server";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { notFound, type Answer, type Ask, type Endpoint, type Handler, type Query } from "./exchange.ts";
import { print } from "./json.ts";
import { operations, type Service } from "../schemas/operations.ts";

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

export type App = Hono<{ Bindings: HttpBindings }>;

function responseOf(answer: Answer): Response {
  const body = "raw" in answer ? answer.raw : print(answer.body);
  return new Response(body, { status: answer.status, headers: answer.headers });
}

function queryOf(url: string): Query {
  const start = url.indexOf("?");
  return start === -1 ? [] : [...new URLSearchParams(url.slice(start + 1))];
}

async function received(context: Context<{ Bindings: HttpBindings }>, operation: Operation): Promise<Ask> {
  const param = context.req.param("value") ?? "";
  return {
    endpoint: operation.endpoint,
    method: context.req.method,
    path: operation.path.replace(":value", () => encodeURIComponent(param)),
    param,
    query: queryOf(context.req.url),
    headers: context.env.incoming.headers,
    body: operation.method === "POST" ? await context.req.text() : "",
  };
}

/** Carries each operation over HTTP to the handler; what is no operation is not found. */
export function appFor(
  handler: Handler,
  prefixes: Readonly<Record<Service, string>>,
  before: readonly MiddlewareHandler[],
): App {
  const app: App = new Hono();
  for (const middleware of before) app.use("*", middleware);
  for (const operation of OPERATIONS) {
    app.on(operation.method, `${prefixes[operation.service]}${operation.path}`, async (context) =>
      responseOf(handler(await received(context, operation))),
    );
  }
  app.notFound(() => responseOf(notFound()));
  return app;
}
