import type { Reply } from "./exchange.ts";

/** A value as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The request as a command line to copy; configured headers stand as place-holders, never with their values. */
export function curlOf(reply: Pick<Reply, "ask" | "url">, headerNames: readonly string[]): string {
  const { ask, url } = reply;
  const parts = ["curl", "-i"];
  if (ask.method === "POST") {
    parts.push("-X POST", "-H 'content-type: application/json'");
  }
  for (const name of ask.bare === true ? [] : headerNames) {
    parts.push("-H", quote(`${name}: ***`));
  }
  if (ask.body !== undefined) {
    parts.push("--data-raw", quote(ask.body));
  }
  return [...parts, quote(url)].join(" ");
}
