import { nextIn } from "../engine/clauses/pagination.ts";
import type { Reply } from "../engine/model/exchange.ts";
import type { Operation } from "../schemas/operations.ts";

/** Links to further pages that answers have shown. */
export interface Links {
  remember(reply: Reply): void;
  /** Whether some answer led to this request. */
  has(operation: Operation, target: string): boolean;
}

/** Links that are remembered: more would only take memory. */
const MOST = 20_000;

export function createLinks(): Links {
  const queries = new Set<string>();
  return {
    remember: (reply) => {
      const next = nextIn(reply);
      const query = typeof next === "string" ? queryOf(next) : "";
      if (query !== "" && queries.size < MOST) {
        queries.add(`${reply.ask.endpoint} ${query}`);
      }
    },
    has: ({ endpoint }, target) => queries.has(`${endpoint} ${queryOf(target)}`),
  };
}

/** The query alone, decoded: links are written with a host and prefix or without, and signs are encoded at will. */
function queryOf(link: string): string {
  const at = link.indexOf("?");
  return at === -1
    ? ""
    : [...new URLSearchParams(link.slice(at + 1))].map((pair) => pair.join("=")).join("&");
}
