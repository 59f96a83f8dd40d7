import { IncomingMessage } from "node:http";
import { Hono } from "hono";
import { isObject } from "../../../engine/message/classify.ts";
import { print, type Json } from "../../../reference/json.ts";
import type { Change } from "../change.ts";
import { serve, type Served } from "../serve.ts";
import { listBalances, listFees, listTokens } from "./lists.ts";
import { otherList } from "./other-lists.ts";
import { INTERNAL, invalid, NOT_FOUND, readQuery, Refused, type Answer, type Query } from "./query.ts";
import { contract, contractResult, topicMessage } from "./records.ts";
import { RELEASES, type Release } from "./releases.ts";

/** A request as the service reads it. */
export interface Asked {
  /** Steps of the path behind the version, without their escapes. */
  readonly steps: readonly string[];
  readonly path: string;
  readonly query: Query;
}

/** A fault in one place: requests are read wrongly, or answers are spoiled. */
export interface Breakage {
  readonly asked?: (asked: Asked) => Asked;
  readonly answered?: (answer: Answer, asked: Asked) => Answer;
}

/** How the mirror node is to be served. */
export interface MirrorNodeOptions {
  /** Release whose answers it gives: 0.152 has no fees, 0.160 sends access lists as arrays, with fees of another service. */
  readonly release?: Release["name"];
  /** Plants a fault in bodies. */
  readonly change?: Change;
  /** Plants any other fault. */
  readonly breakage?: Breakage;
  /** A beginning of values that this deployment refuses. */
  readonly refuses?: string;
  /** Paths of lists that only the implementation has, and that this deployment does not. */
  readonly without?: readonly string[];
}

/** Serves a mirror node rebuilt from recordings, on loopback. */
export async function startMirrorNode(options: MirrorNodeOptions = {}): Promise<Served> {
  return await serve(appFor(options));
}

const HEADERS = { "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" };

function appFor({
  release: name = "0.123",
  change = (_path, body) => body,
  breakage = {},
  without = [],
  refuses,
}: MirrorNodeOptions): Hono {
  const release = RELEASES[name];
  const app = new Hono();
  const { asked: read = asIs, answered = asIs } = breakage;
  app.get("*", (context) => {
    const [path = "", search = ""] = rawTarget(context.env).split("?");
    const { status, body, headers } = turned(() => {
      const asked = read({ steps: stepsOf(path), path, query: readQuery(search) });
      const answer = turned(() => answerTo(asked, { without, release, refuses }));
      return answered({ ...answer, body: change(path, newer(asked.steps, answer.body, release)) }, asked);
    });
    return new Response(typeof body === "string" ? body : print(body), {
      status,
      headers: { ...HEADERS, ...headers },
    });
  });
  app.notFound(() => new Response(print(NOT_FOUND.answer.body), { status: 404, headers: HEADERS }));
  return app;
}

/** The target as it was sent: two dots in a path are a name here. */
function rawTarget(env: unknown): string {
  const incoming = isObject(env) ? env["incoming"] : undefined;
  return incoming instanceof IncomingMessage ? (incoming.url ?? "") : "";
}

function asIs<T>(value: T): T {
  return value;
}

/** What comes of a request, a refusal too. */
function turned(answer: () => Answer): Answer {
  try {
    return answer();
  } catch (error) {
    if (error instanceof Refused) {
      return error.answer;
    }
    throw error;
  }
}

/** Names of resources are read in any letter case, and a slash at the end counts for nothing. */
function stepsOf(path: string): readonly string[] {
  const [, steps = ""] = /^\/api\/v1\/(.+?)\/?$/i.exec(path) ?? [];
  if (path === "" || steps.includes("//") || steps.endsWith("/")) {
    throw NOT_FOUND;
  }
  return steps.split("/").map((step) => {
    try {
      const text = decodeURIComponent(step);
      return WORDS.has(text.toLowerCase()) ? text.toLowerCase() : text;
    } catch {
      throw INTERNAL;
    }
  });
}

const WORDS = new Set([
  "tokens",
  "balances",
  "network",
  "fees",
  "topics",
  "messages",
  "contracts",
  "results",
]);

interface Deployment {
  readonly without: readonly string[];
  readonly release: Release;
  readonly refuses: string | undefined;
}

function answerTo(asked: Asked, { without, release, refuses }: Deployment): Answer {
  const { steps, path, query } = asked;
  if (without.includes(path)) {
    throw NOT_FOUND;
  }
  const bad = query.find(([, value]) => refuses !== undefined && value.startsWith(refuses));
  if (bad !== undefined) {
    throw invalid(bad[0]);
  }
  return documented(asked, release) ?? otherList(steps, query);
}

function documented({ steps, path, query }: Asked, release: Release): Answer | undefined {
  const [first, second = "", third = ""] = steps;
  const shape = `${steps.length}/${first ?? ""}`;
  if (shape === "1/tokens") {
    return listTokens(path, query, release);
  }
  if (shape === "3/tokens" && third === "balances") {
    return listBalances(path, second, query, release);
  }
  if (shape === "2/network" && second === "fees" && release.fees !== "nobody") {
    return listFees(query, release);
  }
  if (shape === "3/topics" && second === "messages") {
    return topicMessage(third, query);
  }
  if (shape === "3/contracts" && second === "results" && third !== "logs") {
    return contractResult(third, query, release);
  }
  return shape === "2/contracts" && second !== "results" ? contract(second, query, release) : undefined;
}

/** What later releases send in place of the older form. */
function newer(steps: readonly string[], body: Json, release: Release): Json {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return body;
  }
  if (release.listsAccess && "access_list" in body) {
    return { ...body, access_list: [], authorization_list: [] };
  }
  if (release.fees === "another service" && steps.join("/") === "network/fees" && "_status" in body) {
    const [message, detail] = print(body).includes("Not found")
      ? ["Not Found", "File 0.0.111 not found"]
      : ["Bad Request", "Invalid parameter"];
    return { _status: { messages: [{ message, detail }] } };
  }
  return body;
}
