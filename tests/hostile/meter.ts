import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Measured {
  /** Milliseconds at which each request arrived. */
  readonly times: readonly number[];
  /** The most requests that were in flight together. */
  readonly most: number;
  readonly agents: readonly string[];
}

/** The script of the process: `RESPONSE` is the body of a function (count, path) that returns a status. */
const PROGRAM = `
const { createServer, request } = require("node:http");
const status = new Function("count", "path", process.env.RESPONSE);
const times = [], agents = new Set();
let inFlight = 0, most = 0;
const server = createServer((incoming, outgoing) => {
  times.push(performance.now());
  agents.add(incoming.headers["user-agent"] ?? "");
  inFlight += 1;
  most = Math.max(most, inFlight);
  outgoing.on("close", () => { inFlight -= 1; });
  const code = status(times.length, incoming.url);
  if (process.env.BEHIND && code === 200) {
    const there = new URL(process.env.BEHIND);
    const options = { host: there.hostname, port: there.port, path: incoming.url, method: incoming.method, headers: incoming.headers };
    incoming.pipe(request(options, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    }));
    return;
  }
  setTimeout(() => {
    outgoing.writeHead(code, { "content-type": "application/json", "retry-after": "0" });
    outgoing.end('{"tokens":[],"links":{"next":null}}');
  }, 5);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.on("data", () => {
  console.log(JSON.stringify({ times, most, agents: [...agents] }));
  process.exit(0);
});
`;

/** Starts a server in a process of its own that records arrivals, and responds itself or forwards to the origin `behind`. */
export async function startMeter(response = "return 200", behind = "") {
  const child = spawn(process.execPath, ["-e", PROGRAM], {
    env: { ...process.env, RESPONSE: response, BEHIND: behind },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => String((await lines.next()).value);
  const port = Number(await next());
  return {
    url: `http://127.0.0.1:${port}`,
    read: async (): Promise<Measured> => {
      child.stdin.write("\n");
      const measured: Measured = JSON.parse(await next());
      return measured;
    },
  };
}

/** The maximum number of requests in any interval of one second. */
export function mostInASecond(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= 1_000) {
      first += 1;
    }
    most = Math.max(most, last - first + 1);
  }
  return most;
}
