// The reference behind a proxy that changes what it answers.
import { request } from "undici";
import { serve } from "../tools/own.ts";
import type { Reference } from "../../reference/server.ts";

/** A body of a success in place of the one that came; undefined: the response for what is missing. */
export type Edit = (body: string, path: string, query?: string) => string | undefined;
const NOT_FOUND = JSON.stringify({ _status: { messages: [{ message: "Not found" }] } });

/** The reference, for one test, with successes of some paths changed, or with the response for what is missing in their place. */
export async function changed(
  { target }: Reference,
  paths: RegExp,
  edit: Edit,
): Promise<Reference["target"]> {
  const { port } = new URL(target.baseUrl);
  const started = await serve((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const sent = method === "POST" ? ({ method, body: incoming } as const) : {};
    const onward = { headers: { ...headers, "accept-encoding": "" }, ...sent };
    void request(`http://127.0.0.1:${port}${url}`, onward).then(async (came) => {
      const [path = "", query] = url.split("?").map(decodeURIComponent);
      const text = await came.body.text();
      const body = came.statusCode < 300 && paths.test(path) ? edit(text, path, query) : text;
      const type = { "content-type": came.headers["content-type"] ?? "application/json" };
      outgoing.writeHead(body === undefined ? 404 : came.statusCode, type).end(body ?? NOT_FOUND);
    });
  });
  const moved: Reference["target"] = JSON.parse(
    JSON.stringify(target).replaceAll(`:${port}/`, `:${started.port}/`),
  );
  return moved;
}
