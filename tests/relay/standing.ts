import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { JudgedFile, RunResult } from "../../engine/model/results.ts";
import { resultIn } from "../valid-results.ts";
import { start, type Ended, type Running } from "../cli/program.ts";

/** A proxy that runs as a process of its own. */
export interface Standing {
  readonly origin: string;
  readonly port: number;
  readonly out: string;
  readonly running: Running;
  /** Ends it with a signal, and gives what it left. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<Left>;
}

/** What a proxy left. */
export interface Left extends Ended {
  readonly result: RunResult;
  readonly traffic: JudgedFile | undefined;
  readonly clause: (id: string) => ClauseResult | undefined;
  /** Everything that it wrote. */
  readonly outputs: string;
}

const FOLDER = mkdtempSync(join(tmpdir(), "relay-"));
let count = 0;

export function removeFolders(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

/** Starts `proxy`, and waits until it listens. */
export async function stand(...argv: readonly string[]): Promise<Standing> {
  count += 1;
  const out = join(FOLDER, `out-${count}`);
  const running = start(["proxy", ...argv, "--out", out]);
  const said = await running.says("Nothing is asked by itself");
  const [origin = "", port = ""] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said) ?? [];
  return {
    origin,
    port: Number(port),
    out,
    running,
    stop: async (signal = "SIGINT") => {
      running.process.kill(signal);
      const ended = await running.ended;
      const result = resultIn(out);
      const names = ["results.json", "results.jsonl", "index.html", "summary.md", "junit.xml"];
      const files = names.map((name) => readFileSync(join(out, name), "utf8"));
      return {
        ...ended,
        result,
        traffic: result.files?.[0],
        clause: (id) => result.clauses.find((one) => one.id === id),
        outputs: [ended.out, ended.err, ...files].join("\n"),
      };
    },
  };
}

/** A service made of sockets alone, which knows nothing of HTTP. */
export interface Sockets {
  readonly url: string;
  /** All bytes that came, by connection. */
  readonly came: readonly Buffer[][];
  readonly close: () => Promise<void>;
}

/** Answers each piece that comes on a connection. */
export async function sockets(
  answer: (socket: Socket, sofar: Buffer, piece: Buffer) => void,
): Promise<Sockets> {
  const came: Buffer[][] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const pieces: Buffer[] = [];
    came.push(pieces);
    open.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => open.delete(socket));
    socket.on("data", (piece) => {
      pieces.push(piece);
      answer(socket, Buffer.concat(pieces), piece);
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    came,
    close: async () => {
      open.forEach((socket) => socket.destroy());
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Sends bytes, and gives all that comes until it is enough, or until the other side ends. */
export async function send(
  port: number,
  bytes: string | Buffer,
  isEnough: (sofar: Buffer) => boolean = () => false,
): Promise<Buffer> {
  return await new Promise((resolve) => {
    const pieces: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const done = (): void => {
      socket.destroy();
      resolve(Buffer.concat(pieces));
    };
    socket.on("data", (piece) => {
      pieces.push(piece);
      if (isEnough(Buffer.concat(pieces))) {
        done();
      }
    });
    socket.on("error", done);
    socket.on("close", done);
  });
}

/** The head of a message, and what follows it. */
export function parted(message: Buffer): { readonly head: readonly string[]; readonly body: Buffer } {
  const end = message.indexOf("\r\n\r\n");
  return { head: message.toString("latin1", 0, end).split("\r\n"), body: message.subarray(end + 4) };
}

/** The bytes of a chunked body. */
export function unchunked(body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const line = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.toString("latin1", at, line), 16);
    if (line === -1 || !(size > 0)) {
      return Buffer.concat(pieces);
    }
    pieces.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

export async function until(isSo: () => boolean, what: string): Promise<void> {
  const started = performance.now();
  while (!isSo()) {
    if (performance.now() - started > 20_000) {
      throw new Error(`it took too long: ${what}`);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}
