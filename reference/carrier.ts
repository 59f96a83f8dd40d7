import type { HttpBindings } from "@hono/node-server";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { notFound, type Answer, type Ask, type Endpoint, type Handler } from "./exchange.ts";
import { print } from "./json.ts";
import { operations, type Operation, type Service } from "../schemas/operations.ts";

/** Where a path has its parameter. */
const PLACE = /\{\w+\}/;

/** What a server of web pages has at a path that it does not know. */
const NO_SUCH_PAGE: Answer = {
  status: 404,
  headers: { "content-type": "text/html; charset=utf-8" },
  raw: "<!DOCTYPE html>\n<title>Not found</title>\n",
};

type App = Hono<{ Bindings: HttpBindings }>;

function responseOf(answer: Answer): Response {
  const body = "raw" in answer ? answer.raw : print(answer.body);
  return new Response(body, { status: answer.status, headers: answer.headers });
}

type Received = Context<{ Bindings: HttpBindings }>;

async function received(context: Received, { endpoint, method, path }: Operation): Promise<Ask> {
  const param = context.req.param("value") ?? "";
  return {
    endpoint,
    method: context.req.method,
    path: path.replace(PLACE, () => encodeURIComponent(param)),
    param,
    query: [...new URL(context.req.url).searchParams],
    headers: context.env.incoming.headers,
    body: method === "POST" ? await context.req.text() : "",
  };
}

/** Carries each operation over HTTP to the handler; what is no operation is not found. */
export function appFor(
  handler: Handler,
  prefixes: Readonly<Record<Service, string>>,
  before: readonly MiddlewareHandler[],
  moved: Partial<Readonly<Record<Endpoint, string>>> = {},
): App {
  const app: App = new Hono();
  for (const middleware of before) app.use("*", middleware);
  for (const operation of Object.values(operations)) {
    const { service, endpoint, method } = operation;
    const elsewhere = moved[endpoint];
    const documented = prefixes[service] + operation.path.replace(PLACE, ":value");
    if (elsewhere !== undefined) app.on(method, documented, () => responseOf(NO_SUCH_PAGE));
    const path = elsewhere === undefined ? documented : prefixes[service] + elsewhere;
    app.on(method, path, async (context) => responseOf(handler(await received(context, operation))));
  }
  app.notFound(() => responseOf(notFound()));
  return app;
}
