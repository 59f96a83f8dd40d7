import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { encodingsOf } from "./encodings.ts";

/** A server that says back whatever it is told, in every encoding it can think of. */
export interface EchoServer {
  readonly url: string;
  readonly close: () => void;
}

interface Told {
  /** Everything that the request said. */
  readonly values: readonly string[];
  readonly path: string;
  readonly body: string;
  readonly turn: number;
}

/** Answers with bodies that break every rule, and hold what the request said. */
export async function serveBroken(): Promise<EchoServer> {
  return await serve((told, response) => {
    const echo = echoOf(told);
    response.setHeader("location", `https://elsewhere.test/?echo=${encodeURIComponent(echo.slice(0, 500))}`);
    const answer = brokenAnswer(told, echo);
    response.statusCode = answer.status;
    response.statusMessage = `told ${told.values[0] ?? ""}`.replace(/[^\x20-\x7e]/g, "?");
    response.setHeader("content-type", answer.html ? "text/html" : "application/json");
    response.end(answer.text);
  });
}

/** Passes requests on to a good service, and puts what they said where the contract does not look. */
export async function serveGood(upstream: string): Promise<EchoServer> {
  return await serve((told, response, request) => {
    void passOn(upstream, told, response, request);
  });
}

async function passOn(
  upstream: string,
  told: Told,
  response: ServerResponse,
  { method = "GET" }: IncomingMessage,
): Promise<void> {
  const body = method === "POST" ? { body: told.body, headers: { "content-type": "application/json" } } : {};
  const answer = await fetch(upstream + told.path.replace(/^\/prefix-[^/]*/, ""), { method, ...body });
  const content: unknown = await answer.json();
  response.statusCode = answer.status;
  response.setHeader("content-type", "application/json");
  const member = { [`echo ${told.values[0] ?? ""}`]: echoOf(told) };
  response.end(JSON.stringify(typeof content === "object" ? { ...content, ...member } : content));
}

/** All that was said, long enough that every cut comes to stand in the middle of something. */
function echoOf({ values, turn }: Told): string {
  const padding = "x".repeat(turn % 97);
  const all = values.flatMap((value) => Object.values(encodingsOf(value)));
  const longer = values.map((value) =>
    Buffer.from(`${padding.slice(0, turn % 3)}user:${value}`).toString("base64"),
  );
  return [padding, ...rotated([...values, ...all, ...longer], turn)].join(" ");
}

function rotated(items: readonly string[], by: number): readonly string[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function brokenAnswer(
  { path, turn }: Told,
  echo: string,
): { readonly status: number; readonly text: string; readonly html: boolean } {
  const json = (status: number, value: unknown): ReturnType<typeof brokenAnswer> => ({
    status,
    text: JSON.stringify(value),
    html: false,
  });
  if (turn % 7 === 3) {
    return { status: 500, text: `<html><title>${echo}</title><body>${echo}</body></html>`, html: true };
  }
  if (turn % 7 === 4) {
    return json(302, { moved: echo });
  }
  if (turn % 7 === 5) {
    return json(400, {
      _status: { messages: [{ message: `Invalid parameter: ${echo}` }, { message: 7, echo }] },
    });
  }
  if (path.includes("/summary.json")) {
    return json(200, {
      page: { id: echo, name: 7, url: echo },
      components: [{ id: echo, status: echo }],
      status: echo,
    });
  }
  if (path.includes("/balances")) {
    return json(200, {
      timestamp: echo,
      balances: [{ account: echo, balance: echo }],
      links: { next: next(path, echo) },
    });
  }
  if (path.includes("/tokens")) {
    const tokens = [
      { token_id: "0.0.1001", name: echo, symbol: 7, decimals: echo, type: echo, admin_key: echo },
    ];
    return json(200, { tokens, links: { next: next(path, echo) } });
  }
  if (path.includes("/fees")) {
    return json(200, { fees: [{ gas: echo, transaction_type: echo }], timestamp: echo });
  }
  return json(200, {
    contract_id: echo,
    result: echo,
    hash: echo,
    topic_id: echo,
    contracts: echo,
    message: echo,
  });
}

function next(path: string, echo: string): string {
  return `${path.split("?")[0]}?limit=1&token.id=gt:0.0.1001&echo=${encodeURIComponent(echo.slice(0, 300))}`;
}

type Answer = (told: Told, response: ServerResponse, request: IncomingMessage) => void;

async function serve(answer: Answer): Promise<EchoServer> {
  let turn = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      turn += 1;
      const told = toldBy(request, Buffer.concat(chunks).toString("utf8"), turn);
      for (const [index, value] of told.values.entries()) {
        response.setHeader(
          `x-echo-${index}`,
          Buffer.from(value)
            .toString("latin1")
            .replace(/[^\x20-\x7e]/g, "?"),
        );
        response.setHeader(`x-encoded-${index}`, encodeURIComponent(value));
        response.setHeader(`x-basic-${index}`, Buffer.from(`user:${value}`).toString("base64"));
      }
      answer(told, response, request);
    });
  });
  return { url: await listen(server), close: () => server.close() && server.closeAllConnections() };
}

function toldBy({ headers, url = "" }: IncomingMessage, body: string, turn: number): Told {
  const own = new Set(["host", "connection", "user-agent", "accept", "accept-encoding", "content-type"]);
  const values = Object.entries(headers)
    .filter(([name]) => !own.has(name))
    .map(([, value]) => String(value));
  const key = /"apiKey":\s*("(?:[^"\\]|\\.)*")/.exec(body)?.[1];
  const keys = key === undefined ? [] : [String(JSON.parse(key))];
  return {
    values: [...values, ...keys, decodeURIComponent(url.replace(/%(?![0-9A-F]{2})/gi, "")), body],
    path: url,
    body,
    turn,
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
}
