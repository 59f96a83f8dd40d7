import type { Reference } from "../../reference/server.ts";
import { sockets, type Standing } from "./standing.ts";

/** What a client of a service asks, through the address of the proxy. */
export async function askAround({ origin }: Standing, { target, ...service }: Reference): Promise<void> {
  const at = (url: string): string => origin + new URL(url).pathname;
  const [base, status, verify] = [at(service.baseUrl), at(service.statusUrl), at(service.verifyUrl)];
  const { contracts, contractResults, topicMessageTimestamps, tokenIds, verifications } = target.samples;
  const paths = [
    "tokens",
    "tokens?limit=2&order=desc",
    "tokens?token.id=abc",
    `tokens/${tokenIds[0]}/balances`,
    "network/fees",
    `topics/messages/${topicMessageTimestamps[0]}`,
    "topics/messages/9999999999.000000001",
    `contracts/results/${contractResults[0]}`,
    `contracts/${contracts[0]}`,
  ];
  for (const url of [`${status}/api/v2/summary.json`, ...paths.map((path) => `${base}/api/v1/${path}`)]) {
    await (await fetch(url)).text();
  }
  const [first] = verifications;
  const posted = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(first),
  };
  await (await fetch(`${verify}/session/verify/explorer`, posted)).text();
}

export function urlsOf({ statusUrl, baseUrl, verifyUrl }: Reference): readonly string[] {
  return ["--status-url", statusUrl, "--base-url", baseUrl, "--verify-url", verifyUrl];
}

/** A service that has one answer to everything. */
export async function answering(fields: string, body: Buffer, status = "200 OK"): ReturnType<typeof sockets> {
  const head = `HTTP/1.1 ${status}\r\n${fields}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return await sockets((socket, _sofar, piece) => {
    if (piece.includes("\r\n\r\n")) {
      socket.write(Buffer.concat([Buffer.from(head), body]));
    }
  });
}
