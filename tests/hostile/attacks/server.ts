import { createServer, type Socket } from "node:net";
import { startReference } from "../../../reference/server.ts";
import type { TargetFile } from "../../../reference/target.ts";
import { readRequests } from "../client.ts";
import type { Act, IncomingRequest, Honest } from "./attack.ts";
import { listening } from "../../tools/own.ts";

export interface Attacker {
  /** The target file of an attacked run: that of the reference, with the URLs of the attacking server. */
  readonly target: TargetFile;
  readonly requests: () => number;
  readonly elsewhere: () => number;
  readonly close: () => Promise<void>;
}

/** Header fields that every request has: an attack echoes the others. */
const USUAL = /^(?:host|connection|accept|accept-encoding|content-type|content-length|user-agent)$/i;

export async function startAttacker(act: Act): Promise<Attacker> {
  const reference = await startReference({});
  const { origin } = new URL(reference.baseUrl);
  let elsewhere = 0;
  const canary = await listening(
    createServer((socket) => {
      elsewhere += 1;
      socket.destroy();
    }),
  );
  let count = 0;
  const respondTo = (socket: Socket, head: string, body: string): void => {
    count += 1;
    const incoming = { ...requestOf(head, body, origin), count, elsewhere: canary.url };
    // A closed socket or a missing response of the reference is ignored.
    void Promise.resolve(act(socket, incoming)).catch(() => socket.destroy());
  };
  const server = await listening(
    createServer((socket) => readRequests(socket, (head, body) => respondTo(socket, head, body))),
  );
  const target: TargetFile = JSON.parse(JSON.stringify(reference.target).replaceAll(origin, server.url));
  return {
    target,
    requests: () => count,
    elsewhere: () => elsewhere,
    close: async () => {
      await Promise.all([server.close(), canary.close(), reference.close()]);
    },
  };
}

function requestOf(head: string, body: string, origin: string): Omit<IncomingRequest, "count" | "elsewhere"> {
  const [line = "", ...fields] = head.split("\r\n");
  const [method = "", path = ""] = line.split(" ");
  const own = fields.map((field) => /^([^:]+): *(.*)$/.exec(field) ?? []);
  const said = own.flatMap(([, name = "", value = ""]) => (USUAL.test(name) ? [] : [value]));
  const key = /"apiKey":\s*("(?:[^"\\]|\\.)*")/.exec(body)?.[1];
  return {
    method,
    path,
    body,
    said: key === undefined ? said : [...said, String(JSON.parse(key))],
    honest: async (): Promise<Honest> => {
      const sent = method === "POST" ? { body, headers: { "content-type": "application/json" } } : {};
      const response = await fetch(origin + path, { method, ...sent });
      return { status: response.status, text: await response.text() };
    },
  };
}
