import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { startReference, type Reference, type ReferenceOptions } from "../../reference/server.ts";
import { listening, type Listening } from "./listening.ts";

export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "conformance-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
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
