import { setTimeout } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import type { Variants } from "../variant.ts";

const CREDENTIALS = "Bearer let-me-in";
const PER_SECOND = 150;
const MOST_SIMULTANEOUS = 3;
const ERROR_INTERVAL = 31;

const credentials: MiddlewareHandler = async (context, next) => {
  const open = context.req.path.startsWith("/status/");
  if (open || context.req.header("authorization") === CREDENTIALS) return next();
  return context.json({ message: "credentials are missing" }, 401);
};

function rateLimit(): MiddlewareHandler {
  let window = 0;
  let count = 0;
  return async (context, next) => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== window) [window, count] = [now, 0];
    count += 1;
    if (count <= PER_SECOND) return next();
    context.header("retry-after", "1");
    return context.json({ _status: { messages: [{ message: "Too many requests" }] } }, 429);
  };
}

/** Returns 503 while {@link MOST_SIMULTANEOUS} other requests are being served, each of which takes 5 ms. */
function busy(): MiddlewareHandler {
  let underWay = 0;
  return async (context, next) => {
    if (underWay >= MOST_SIMULTANEOUS) {
      context.res = context.text("busy", 503);
    } else {
      underWay += 1;
      await setTimeout(5);
      await next();
      underWay -= 1;
    }
  };
}

/** Returns a page with status 500 to one in {@link ERROR_INTERVAL} requests: a repeated request succeeds. */
function serverErrors(): MiddlewareHandler {
  let count = 0;
  return async (context, next) => {
    count += 1;
    return count % ERROR_INTERVAL === 0 ? context.html("<html>Error</html>", 500) : next();
  };
}

const encodedColon: MiddlewareHandler = async (context, next) => {
  const [, name = ""] = /[?&]([^=&]*)=[a-z]{2,3}%3A/i.exec(context.req.url) ?? [];
  if (name === "") return next();
  return context.json({ _status: { messages: [{ message: `Invalid parameter: ${name}` }] } }, 400);
};

export const loadVariants: Variants = {
  gzip: {
    description: "responses are compressed if the request accepts gzip",
    carrier: () => compress({ encoding: "gzip", threshold: 0 }),
  },
  "needs-authorization": {
    description:
      "the ledger and verification services require an authorization header; the status page does not",
    carrier: () => credentials,
    target: (target) => {
      const authorization = { authorization: CREDENTIALS };
      return { ...target, headers: { status: {}, base: authorization, verify: authorization } };
    },
  },
  "rate-limit": {
    description: `more than ${PER_SECOND} requests in a second get status 429 with Retry-After`,
    carrier: () => rateLimit(),
  },
  "busy-at-times": {
    description: `more than ${MOST_SIMULTANEOUS} requests at the same time get status 503`,
    carrier: () => busy(),
  },
  "accidental-errors": {
    description: `one in ${ERROR_INTERVAL} requests gets a page with status 500`,
    carrier: () => serverErrors(),
  },
  "encoded-colon-refused": {
    description: "a percent-encoded colon after an operator is refused",
    carrier: () => encodedColon,
  },
};
