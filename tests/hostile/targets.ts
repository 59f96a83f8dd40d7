import { createServer, type Socket } from "node:net";
import { listening, type Listening } from "../tools/listening.ts";

/** A request on a raw connection. */
export interface Received {
  readonly head: string;
  readonly path: string;
  /** 1 for the first request of all, whatever its connection. */
  readonly count: number;
}

export interface Target extends Listening {
  readonly received: readonly Received[];
}

/** A target whose responses a test controls byte by byte. */
export async function rawTarget(response: (socket: Socket, request: Received) => void): Promise<Target> {
  const received: Received[] = [];
  const server = createServer((socket) => {
    readRequests(socket, (head) => {
      const request = { head, path: head.split(" ")[1] ?? "", count: received.length + 1 };
      received.push(request);
      response(socket, request);
    });
  });
  return { ...(await listening(server)), received };
}

/** Calls back for each complete request on a connection. */
export function readRequests(socket: Socket, onRequest: (head: string, body: string) => void): void {
  let text = "";
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1");
    for (let end = text.indexOf("\r\n\r\n"); end !== -1; end = text.indexOf("\r\n\r\n")) {
      const head = text.slice(0, end);
      const start = end + 4;
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      if (text.length < start + length) return;
      const body = text.slice(start, start + length);
      text = text.slice(start + length);
      onRequest(head, body);
    }
  });
}

/** A page without rows, the last of its list. */
export const EMPTY_PAGE = '{"tokens":[],"links":{"next":null}}';
