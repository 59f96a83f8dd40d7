import { createServer, type Socket } from "node:net";
import { listening, type Listening } from "../tools/listening.ts";
import { response as whole } from "./attacks/attack.ts";

/** A request on a raw connection. */
export interface Received {
  /** Request line and header fields. */
  readonly head: string;
  readonly path: string;
  /** 1 for the first request of all, whatever its connection. */
  readonly count: number;
}

/** A target on loopback. */
export interface Target extends Listening {
  /** The requests received so far. */
  readonly received: readonly Received[];
}

/** A target whose responses a test controls byte by byte. */
export async function rawTarget(response: (socket: Socket, request: Received) => void): Promise<Target> {
  const received: Received[] = [];
  const server = createServer((socket) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (let end = text.indexOf("\r\n\r\n"); end !== -1; end = text.indexOf("\r\n\r\n")) {
        const head = text.slice(0, end);
        text = text.slice(end + 4);
        const request = { head, path: head.split(" ")[1] ?? "", count: received.length + 1 };
        received.push(request);
        response(socket, request);
      }
    });
  });
  return { ...(await listening(server)), received };
}

/** A whole response: status line, header fields, content-length and body. */
export function responseOf(
  status: number,
  body: string | Buffer,
  fields: Readonly<Record<string, string>> = {},
): Buffer {
  return whole(body, fields, `${status} X`);
}

/** A page without rows, the last of its list. */
export const EMPTY_PAGE = '{"tokens":[],"links":{"next":null}}';
