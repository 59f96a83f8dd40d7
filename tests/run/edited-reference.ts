// The reference with edited responses
import type { Middleware, Reference, ReferenceOptions } from "../../reference/server.ts";
import { testReference } from "../tools/own.ts";

/** A body of a success in place of the one that was served; undefined: the response for a missing record. */
export type Edit = (body: string, path: string, query: string) => string | undefined;
const NOT_FOUND = { _status: { messages: [{ message: "Not found" }] } };

/** The target of a reference for one test, with edited successes of some paths. */
export async function changed(
  paths: RegExp,
  edit: Edit,
  served: ReferenceOptions = {},
): Promise<Reference["target"]> {
  const middleware: Middleware = async (context, next) => {
    await next();
    const [path = "", query = ""] = context.req.url.split("?").map(decodeURIComponent);
    if (context.res.status >= 300 || !paths.test(path)) return;
    const body = edit(await context.res.text(), path, query);
    context.res = body === undefined ? context.json(NOT_FOUND, 404) : new Response(body, context.res);
  };
  return (await testReference({ ...served, middleware })).target;
}
