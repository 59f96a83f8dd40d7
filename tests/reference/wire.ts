import type { Answer } from "../../reference/exchange.ts";
import { print } from "../../reference/json.ts";

/** What goes over the wire for an answer, as text. */
export function wire(answer: Answer): string {
  const body = "raw" in answer ? answer.raw : print(answer.body);
  const text = typeof body === "string" ? body : Buffer.from(body).toString("latin1");
  return `${answer.status} ${answer.headers["content-type"] ?? ""} ${text}`;
}
