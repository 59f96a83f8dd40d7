import { request, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import { serve, listening, type Listening } from "../tools/own.ts";

export interface Front extends Listening {
  readonly seen: readonly IncomingMessage[];
}

/** Passes requests on to the origin of a URL, with the path that they have. */
export function passingOn(url: string, seen: IncomingMessage[]): RequestListener {
  const { hostname: named, port } = new URL(url);
  const hostname = named.replace(/^\[|\]$/g, "");
  return (incoming, outgoing) => {
    seen.push(incoming);
    const { method, url: path = "", headers } = incoming;
    const own = path.replace(/^http:\/\/[^/]*/, "");
    const onwards = request({ hostname, port, method, path: own, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    onwards.on("error", () => outgoing.destroy());
    incoming.pipe(onwards);
  };
}

export async function openFront(options: ServerOptions, url: string, host = "127.0.0.1"): Promise<Front> {
  const seen: IncomingMessage[] = [];
  const server = createServer(options, passingOn(url, seen));
  return { ...(await listening(server, host)), seen };
}

/** Sends a response, instead of the service behind a server. */
export type Respond = (response: ServerResponse) => void;

export const jsonResponse =
  (status: number, body: unknown): Respond =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

/** Sends a web page, as a gateway does. */
export const webPage =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = "<html>Bad gateway"): Respond =>
  (response) =>
    void response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);

/** Starts a server, for one test, in front of a ledger query service; it responds itself where `isMeant` accepts path, number and request. */
export async function behind(
  baseUrl: string,
  isMeant: (url: string, count: number, request: IncomingMessage) => boolean,
  respond: Respond,
) {
  let count = 0;
  const forward = passingOn(baseUrl, []);
  const { url } = await serve((incoming, outgoing) => {
    count += 1;
    const isOwn = isMeant(incoming.url?.replaceAll(/%3a/gi, ":") ?? "", count, incoming);
    return isOwn ? respond(outgoing) : forward(incoming, outgoing);
  });
  return { origin: url, baseUrl: url + new URL(baseUrl).pathname, requests: () => count };
}
