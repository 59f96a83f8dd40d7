// The reference behind a proxy that changes what it answers.
import { createServer, request } from "node:http";
import { listening, type Listening } from "../tools/listening.ts";
import type { Reference } from "../../reference/server.ts";

const servers: Listening[] = [];

/** Ends all proxies. */
export function closeChanged(): void {
  servers.forEach((server) => void server.close());
}

/** A body of a success in place of the one that came; undefined: the answer for what is missing. */
export type Edit = (body: string, path: string, query?: string) => string | undefined;
const NOT_FOUND = JSON.stringify({ _status: { messages: [{ message: "Not found" }] } });

/** The reference with successes of some paths changed, or with the answer for what is missing in their place. */
export async function changed(
  { target }: Reference,
  paths: RegExp,
  edit: Edit,
): Promise<Reference["target"]> {
  const { port } = new URL(target.baseUrl);
  const server = createServer((incoming, outgoing) => {
    const { method, url = "", headers } = incoming;
    const options = {
      host: "127.0.0.1",
      port,
      method,
      path: url,
      headers: { ...headers, "accept-encoding": "" },
    };
    const onward = request(options, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const { statusCode = 500 } = answer;
        const [path = "", query] = url.split("?").map(decodeURIComponent);
        const text = String(Buffer.concat(parts));
        const body = statusCode < 300 && paths.test(path) ? edit(text, path, query) : text;
        const type = { "content-type": answer.headers["content-type"] ?? "application/json" };
        outgoing.writeHead(body === undefined ? 404 : statusCode, type).end(body ?? NOT_FOUND);
      });
    });
    incoming.pipe(onward);
  });
  const started = await listening(server);
  servers.push(started);
  const own = String(started.port);
  const moved = (url: string): string => url.replace(port, own);
  const { baseUrl, verifyUrl, statusUrl } = target;
  return { ...target, baseUrl: moved(baseUrl), verifyUrl: moved(verifyUrl), statusUrl: moved(statusUrl) };
}
