import { Hono } from "hono";
import type { Json } from "../../../reference/json.ts";
import type { Change } from "../change.ts";
import { serve, type Served } from "../serve.ts";
import { accountKeys, contracts, executions, messages } from "./data.ts";
import { listBalances, listFees, listTokens } from "./lists.ts";
import {
  invalid,
  limitOf,
  NOT_FOUND,
  Refused,
  RELEASES,
  valuesOf,
  type Answer,
  type Query,
  type Release,
} from "./query.ts";
import { contract, contractResult, topicMessage } from "./records.ts";

/** How the mirror node is to be served. */
export interface MirrorNodeOptions {
  /** Release whose answers it gives: 0.160 sends access lists as arrays, and fees come from another service. */
  readonly release?: Release["name"];
  /** Plants a fault. */
  readonly change?: Change;
  /** A beginning of values that this deployment refuses. */
  readonly refuses?: string;
  /** Paths of lists that only the implementation has, and that this deployment does not. */
  readonly without?: readonly string[];
}

/** Serves a mirror node rebuilt from recordings, on loopback. */
export async function startMirrorNode(options: MirrorNodeOptions = {}): Promise<Served> {
  return await serve(appFor(options));
}

function appFor({
  release: name = "0.123",
  change = (_path, body) => body,
  without = [],
  refuses,
}: MirrorNodeOptions): Hono {
  const release = RELEASES[name];
  const app = new Hono();
  app.get("/api/v1/*", (context) => {
    const { pathname, search } = new URL(context.req.url);
    const query: Query = [...new URLSearchParams(search)];
    const steps = pathname.replace(/\/$/, "").split("/").slice(3).map(decodeURIComponent);
    const { status, body } = answerTo(steps, pathname, query, { without, release, refuses });
    const headers = { "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" };
    return new Response(JSON.stringify(change(pathname, name === "0.160" ? newer(steps, body) : body)), {
      status,
      headers,
    });
  });
  app.notFound(
    () => new Response(JSON.stringify(NOT_FOUND.answer.body), { status: 404, headers: JSON_TYPE }),
  );
  return app;
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

interface Deployment {
  readonly without: readonly string[];
  readonly release: Release;
  readonly refuses: string | undefined;
}

function answerTo(
  steps: readonly string[],
  path: string,
  query: Query,
  { without, release, refuses }: Deployment,
): Answer {
  try {
    if (without.includes(path)) {
      throw NOT_FOUND;
    }
    const bad = query.find(([, value]) => refuses !== undefined && value.startsWith(refuses));
    if (bad !== undefined) {
      throw invalid(bad[0]);
    }
    return documented(steps, path, query, release) ?? others(steps, query);
  } catch (error) {
    if (error instanceof Refused) {
      return error.answer;
    }
    throw error;
  }
}

function documented(
  steps: readonly string[],
  path: string,
  query: Query,
  release: Release,
): Answer | undefined {
  const [first, second, third] = steps;
  const shape = `${steps.length}/${first ?? ""}`;
  if (shape === "1/tokens") {
    return listTokens(path, query, release);
  }
  if (shape === "3/tokens" && third === "balances") {
    return listBalances(path, second ?? "", query, release);
  }
  if (shape === "2/network" && second === "fees") {
    return listFees(query);
  }
  if (shape === "3/topics" && second === "messages") {
    return topicMessage(third ?? "", query);
  }
  if (shape === "3/contracts" && second === "results") {
    return contractResult(third ?? "", query, release);
  }
  return shape === "2/contracts" && second !== "results" ? contract(second ?? "", query, release) : undefined;
}

/** Lists that the contract does not know and recipes read. */
function others(steps: readonly string[], query: Query): Answer {
  const path = steps.join("/");
  const page = (rows: readonly Json[], member: string): Answer => ({
    status: 200,
    body: { [member]: rows.slice(0, limitOf(query)), links: { next: null } },
  });
  if (path === "contracts") {
    return page(
      contracts.map(({ bytecode: _code, runtime_bytecode: _runtime, ...row }) => row),
      "contracts",
    );
  }
  if (path === "contracts/results") {
    return page(
      executions.filter(({ nonce }) => nonce === 0).map(({ record }) => record),
      "results",
    );
  }
  if (path === "transactions") {
    return page(transactions(query), "transactions");
  }
  if (path === "accounts") {
    return page(
      accountKeys.map(({ account, key }) => ({ account, key: { _type: "ED25519", key } })),
      "accounts",
    );
  }
  const topic = /^topics\/([\d.]+)\/messages$/.exec(path)?.[1];
  if (topic !== undefined) {
    return page(
      messages.filter(({ topic_id: id }) => id === topic),
      "messages",
    );
  }
  throw NOT_FOUND;
}

function transactions(query: Query): readonly Json[] {
  const calls = executions.map(({ transactionId, nonce, record }) => ({
    consensus_timestamp: record.timestamp,
    entity_id: record["contract_id"] ?? null,
    name: "CONTRACTCALL",
    nonce,
    result: record["result"] ?? null,
    transaction_id: transactionId,
  }));
  const submissions = messages.map(({ consensus_timestamp: at, topic_id: topic }) => ({
    consensus_timestamp: at,
    entity_id: topic,
    name: "CONSENSUSSUBMITMESSAGE",
    nonce: 0,
    result: "SUCCESS",
    transaction_id: `0.0.2001-${at.replace(".", "-")}`,
  }));
  const type = valuesOf(query, "transactiontype").at(-1)?.toUpperCase();
  return [...submissions, ...calls].filter(({ name }) => type === undefined || name === type);
}

/** What later releases send in place of the older form. */
function newer(steps: readonly string[], body: Json): Json {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return body;
  }
  if ("access_list" in body) {
    return { ...body, access_list: [], authorization_list: [] };
  }
  if (steps.join("/") === "network/fees" && "_status" in body) {
    const text = JSON.stringify(body);
    const [message, detail] = text.includes("Not found")
      ? ["Not Found", "File 0.0.111 not found"]
      : ["Bad Request", "Invalid parameter"];
    return { _status: { messages: [{ message, detail }] } };
  }
  return body;
}
