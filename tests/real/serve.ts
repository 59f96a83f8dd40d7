import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";

/** A server on loopback. */
export interface Served {
  /** Origin, without a slash at the end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves an application on a free port of the loopback until it is closed. */
export async function serve(app: Hono): Promise<Served> {
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) {
    throw new Error("the server does not listen");
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        if ("closeAllConnections" in server) {
          server.closeAllConnections();
        }
      }),
  };
}
