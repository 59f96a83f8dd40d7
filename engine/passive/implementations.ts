import type { Reply } from "../model/exchange.ts";
import type { RunResult } from "../model/results.ts";
import { isObject } from "../message/classify.ts";
import { operations, type Service } from "../../schemas/operations.ts";

/** Notes what a service calls itself, and of which version it is, as far as its answers tell. */
export interface Implementations {
  see(reply: Reply): void;
  told(): NonNullable<RunResult["implementations"]>;
}

/** Header fields that tell a version: `x-version`, `x-app-version`. */
const VERSION_FIELD = /^(?:x-)?(?:[a-z]+-){0,3}version$/;
/** A version begins like one, and is short: a token, which no page is to show, is neither. */
const VERSION = /^v?\d+(?:\.\w+)+[\w.+-]*$/i;
const NAME = /^[a-z][\w.-]*(?:\/[\w.+-]+)?(?: \([\w .+-]+\))?$/i;
const LONGEST = 40;

/** The first success of each service tells. */
export function createImplementations(): Implementations {
  const found = new Map<Service, string>();
  return {
    see: (reply) => {
      const { service } = operations[reply.ask.endpoint];
      const name = reply.status === 200 && !found.has(service) ? nameIn(reply) : "";
      if (name !== "") {
        found.set(service, name);
      }
    },
    told: () => Object.fromEntries(found),
  };
}

function nameIn({ headers, body: { value } }: Reply): string {
  const server = headers["server"] ?? "";
  const versions = Object.entries(headers).filter(([name]) => VERSION_FIELD.test(name));
  const inBody =
    isObject(value) && typeof value["version"] === "string" ? [["version", value["version"]]] : [];
  const told = [...versions, ...inBody].flatMap(([name = "", text = ""]) =>
    VERSION.test(text) && text.length <= LONGEST ? [`${name} ${text}`] : [],
  );
  return [...(NAME.test(server) && server.length <= LONGEST ? [server] : []), ...told].join(", ");
}
