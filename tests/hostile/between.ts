import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { startReference } from "../../reference/server.ts";
import type { TargetFile } from "../../reference/target.ts";
import { listening } from "./targets.ts";

/** What stands between the suite and the reference: it may answer in its place. Gives whether it did. */
export type Between = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/** The reference, with something in front of it. */
export interface Fronted {
  readonly target: TargetFile;
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Starts the reference, and in front of it what misbehaves. */
export async function startBetween(between: Between): Promise<Fronted> {
  const reference = await startReference({});
  const { hostname, port, origin } = new URL(reference.baseUrl);
  const front = await listening(
    createServer((incoming, outgoing) => {
      outgoing.on("error", () => undefined);
      if (between(incoming, outgoing)) {
        return;
      }
      const { url: path, method, headers } = incoming;
      const onward = request({ hostname, port, path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on("error", () => outgoing.destroy());
      incoming.pipe(onward);
    }),
  );
  const there = (url: string): string => url.replace(origin, front.url);
  const { target } = reference;
  return {
    target: {
      ...target,
      statusUrl: there(target.statusUrl),
      baseUrl: there(target.baseUrl),
      verifyUrl: there(target.verifyUrl),
    },
    origin: front.url,
    close: async () => {
      await front.close();
      await reference.close();
    },
  };
}
