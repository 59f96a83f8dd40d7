import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { startReference, type Reference, type ReferenceOptions } from "../../reference/server.ts";
import type { Server, Socket } from "node:net";

export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a text, or another value as JSON, to a file in a folder; returns its path. */
export function writeIn(folder: string, name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** The text of each file below a folder. */
export function filesUnder(dir: string): ReadonlyMap<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [relative(dir, path), readFileSync(path, "utf8")]));
}

/** Closes a server in a hook of vitest. */
const closedBy =
  (atEnd: (close: () => Promise<void>) => void) =>
  async <T extends { readonly close: () => Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const server = await starting;
    atEnd(() => server.close());
    return server;
  };

/** A server for the tests of a file, closed after them. */
export const ownServer = closedBy(afterAll);
export const testServer = closedBy(onTestFinished);

export const serve = (listener: RequestListener, host?: string): Promise<Listening> =>
  testServer(listening(createServer(listener), host));

export const testReference = (options?: ReferenceOptions): Promise<Reference> =>
  testServer(startReference(options));

export const ownReference = (options?: ReferenceOptions): Promise<Reference> =>
  ownServer(startReference(options));

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Ends the server and its connections. */
  readonly close: () => Promise<void>;
}

/** Starts a server on a free port. */
export async function listening(server: Server, host = "127.0.0.1"): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server does not listen");
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}
