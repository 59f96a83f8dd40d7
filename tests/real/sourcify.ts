// Bodies and rules of ethereum/sourcify at 9c0dd549, the commit that hashgraph/hedera-sourcify pins, as a run on loopback
// with a stub explorer and a stub chain showed them. Addresses and sources are our own.
import { randomUUID } from "node:crypto";
import { Hono, type Context } from "hono";
import { hex, hexDigits } from "../../reference/data/made-up.ts";
import { isObject } from "../../engine/message/classify.ts";
import type { Json } from "../../reference/json.ts";
import type { Change } from "./change.ts";
import { serve, type Served } from "./serve.ts";

/** How the verification server is to be served. */
export interface SourcifyOptions {
  /** Behind a gateway that gives the operations the names of the document. */
  readonly documentedPaths?: boolean;
  /** Requests that are let through until one is told to wait for a second. */
  readonly limit?: number;
  /** Plants a fault. */
  readonly change?: Change;
}

/** Contracts that the explorer knows, in the case that their checksum demands, with the match that they give. */
const CONTRACTS: ReadonlyMap<string, "perfect" | "partial"> = new Map([
  ["0x00000000000000000000000000000000000000A1", "perfect"],
  ["0x00000000000000000000000000000000000000Ad", "perfect"],
  ["0x00000000000000000000000000000000000000A2", "partial"],
]);

/** Chains with an import from an explorer, and those of Hedera, which have none. */
const IMPORTS = new Set(["1"]);
const OTHERS = new Set(["295", "296", "297", "298"]);

class Refused extends Error {
  readonly status: number;
  readonly body: Json;
  constructor(status: number, body: Json) {
    super("refused");
    this.status = status;
    this.body = body;
  }
}

/** One of the four envelopes: error and message, with the same text. */
function sorry(status: number, text: string): Refused {
  return new Refused(status, { error: text, message: text });
}

/** Another: message and errors, from the validation of the request. */
function unfit(member: string, rule: string, code: string): Refused {
  const errors = [{ path: `/body/${member}`, message: rule, errorCode: `${code}.openapi.validation` }];
  const message = `request/body${code === "required" ? "" : `/${member}`} ${rule}`;
  return new Refused(400, { message, errors });
}

interface Wanted {
  /** In checksum case. */
  readonly address: string;
  readonly chainId: string;
  readonly match: "perfect" | "partial";
}

function read(text: string): Wanted {
  const body = parse(text);
  for (const member of ["address", "chainId"]) {
    if (!Object.hasOwn(body, member)) {
      throw unfit(member, `must have required property '${member}'`, "required");
    }
  }
  for (const member of ["address", "chainId", "apiKey"].filter((name) => Object.hasOwn(body, name))) {
    if (typeof body[member] !== "string") {
      throw unfit(member, "must be string", "type");
    }
  }
  const [address, chainId] = [String(body["address"]), String(body["chainId"])];
  demandAddress(address);
  demandChain(chainId);
  const known = [...CONTRACTS].find(([own]) => bare(own) === bare(address));
  if (known === undefined) {
    throw sorry(404, "This contract is not verified on Etherscan");
  }
  return { address: known[0], chainId, match: known[1] };
}

function parse(text: string): Record<string, unknown> {
  const value = ((): unknown => {
    try {
      return JSON.parse(text === "" ? "{}" : text);
    } catch (error) {
      throw sorry(400, error instanceof Error ? error.message : "");
    }
  })();
  if (Array.isArray(value)) {
    throw new Refused(400, {
      message: "request/body must be object",
      errors: [{ path: "/body", message: "must be object", errorCode: "type.openapi.validation" }],
    });
  }
  if (!isObject(value)) {
    throw sorry(400, `Unexpected token ${text.slice(0, 1)}, "#" is not valid JSON`);
  }
  return value;
}

/** A mixed case has to be that of the checksum. */
function demandAddress(address: string): void {
  const digits = address.replace(/^0x/, "");
  const isMixed = /[a-f]/.test(digits) && /[A-F]/.test(digits);
  const sums = [...CONTRACTS.keys()].some((own) => own.slice(2) === digits);
  if (!/^[0-9a-fA-F]{40}$/.test(digits) || (isMixed && !sums)) {
    throw sorry(400, `Invalid address: ${address}`);
  }
}

function demandChain(chainId: string): void {
  if (OTHERS.has(chainId)) {
    throw sorry(400, `Requested chain ${chainId} is not supported for importing from Etherscan`);
  }
  if (!IMPORTS.has(chainId)) {
    throw sorry(400, `Chain ${chainId} not supported for verification!`);
  }
}

function bare(address: string): string {
  return address.toLowerCase().replace(/^0x/, "");
}

/** What is stored; a partial match is not stored again. */
interface Store {
  readonly times: Map<string, string>;
  readonly busy: Set<string>;
}

/** Verifies one contract; two at once for the same one are too many. */
async function verify({ times, busy }: Store, { address, match }: Wanted): Promise<string | undefined> {
  if (busy.has(address)) {
    throw sorry(429, "The contract is already being verified, please wait");
  }
  const stored = times.get(address);
  if (stored !== undefined && match === "partial") {
    throw sorry(500, `The contract ${address} on chainId 1 is already partially verified.`);
  }
  busy.add(address);
  await new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
  busy.delete(address);
  times.set(address, stored ?? "2026-11-20T10:35:04.020Z");
  return stored;
}

/** An entry of a session; the time is there only when the contract was stored before. */
function entry({ address, chainId, match }: Wanted, stored: string | undefined): Json {
  return {
    verificationId: hexDigits(`source of ${address}`, 20),
    compiledPath: "Storage.sol",
    name: "Storage",
    address,
    chainId,
    files: { found: ["Storage.sol"], missing: {}, invalid: {} },
    status: match,
    ...(stored === undefined ? {} : { storageTimestamp: stored }),
  };
}

function directBody({ address, chainId, match }: Wanted): Json {
  const result = {
    address,
    chainId,
    runtimeTransformations: [],
    creationTransformations: [],
    runtimeTransformationValues: {},
    creationTransformationValues: {},
    onchainRuntimeBytecode: hex(`code of ${address}`, 40),
    libraryMap: {},
    status: match,
    immutableReferences: {},
  };
  return { result: [result] };
}

/** Serves a verification server rebuilt from recordings, on loopback. */
export async function startSourcify(options: SourcifyOptions = {}): Promise<Served> {
  const { documentedPaths = false, limit, change = (_path, body) => body } = options;
  const store: Store = { times: new Map(), busy: new Set() };
  const sessions = new Map<string, readonly Json[]>();
  const name = documentedPaths ? "explorer" : "etherscan";
  const app = new Hono();
  let requests = 0;

  function answer(context: Context, status: number, body: Json, headers: Record<string, string>): Response {
    const type = { "content-type": "application/json; charset=utf-8" };
    const sent = JSON.stringify(change(context.req.path, body));
    return new Response(sent, { status, headers: { ...type, ...headers } });
  }

  /** The third envelope: error alone. */
  function slowDown(context: Context): Response {
    const error = "You are sending too many verification requests, please slow down.";
    return answer(context, 429, { error }, { "retry-after": "1", "ratelimit-remaining": "0" });
  }

  async function handle(
    context: Context,
    work: (wanted: Wanted) => Promise<Json>,
    headers: Record<string, string>,
  ): Promise<Response> {
    requests += 1;
    if (limit !== undefined && requests % (limit + 1) === 0) {
      return slowDown(context);
    }
    const { path } = context.req;
    const type = context.req.header("content-type");
    try {
      if (type?.startsWith("application/json") !== true) {
        const message = `unsupported media type ${type}`;
        throw new Refused(415, { message, errors: [{ path, message }] });
      }
      return answer(context, 200, await work(read(await context.req.text())), headers);
    } catch (error) {
      if (error instanceof Refused) {
        const validated = typeof error.body === "object" && error.body !== null && "error" in error.body;
        return answer(context, error.status, error.body, validated ? headers : {});
      }
      throw error;
    }
  }

  app.post(`/verify/${name}`, (context) =>
    handle(
      context,
      async (wanted) => {
        await verify(store, wanted);
        return directBody(wanted);
      },
      { "access-control-allow-origin": "*" },
    ),
  );
  app.post(`/session/verify/${name}`, (context) => {
    const known = /sourcify_vid=([^;]+)/.exec(context.req.header("cookie") ?? "")?.[1] ?? "";
    const id = sessions.has(known) ? known : randomUUID();
    return handle(
      context,
      async (wanted) => {
        const before = sessions.get(id) ?? [];
        if (before.length > 0) {
          throw sorry(400, "The contract didn't add any new file");
        }
        const contracts = [...before, entry(wanted, await verify(store, wanted))];
        sessions.set(id, contracts);
        return { contracts, unused: [], files: ["Storage.sol", "metadata.json"] };
      },
      { "set-cookie": `sourcify_vid=${id}; Path=/; HttpOnly; SameSite=Lax`, vary: "Origin" },
    );
  });
  // The fourth envelope is a page.
  app.notFound((context) => {
    const page = `<!DOCTYPE html>\n<pre>Cannot ${context.req.method} ${context.req.path}</pre>\n`;
    return new Response(page, { status: 404, headers: { "content-type": "text/html; charset=utf-8" } });
  });
  return await serve(app);
}

/** Contracts of the server that match perfectly, for a target file: as the explorer shows them, and in lower case. */
export const SAMPLES = [
  { address: "0x00000000000000000000000000000000000000A1", chainId: "1" },
  { address: "0x00000000000000000000000000000000000000ad", chainId: "1" },
] as const;
