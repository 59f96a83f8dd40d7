import { exec } from "node:child_process";
import { promisify } from "node:util";
import { Agent, fetch as undiciFetch, ProxyAgent, type Dispatcher } from "undici";
import { Failure, insecure, UNREACHABLE } from "../message/errors.ts";
import type { Reach, TokenGrant, TokenSource } from "../model/settings.ts";
import { present } from "../model/model.ts";
import type { Wire } from "./connection.ts";
import { straightTo, tlsOptions } from "./route.ts";

/** Milliseconds until a token has to be there. */
const PATIENCE = { server: 10_000, command: 30_000 };
/** Bytes of an answer of the authorization server, and of what a command prints. */
const MOST_BYTES = 256 * 1024;
/** A token is renewed so many milliseconds before it ends; a short one when nine tenths of its time are over. */
const EARLY_MS = 30_000;

/** No token could be got: what the user reads. */
export class NoToken extends Error {
  override readonly name = "NoToken";
}

interface Token {
  readonly value: string;
  /** By `performance.now()`. */
  readonly renewAt: number;
}

interface Fetched {
  readonly value: string;
  /** Seconds that it holds, where that is known. */
  readonly seconds?: number | undefined;
}

/** The access token of a service: got when it is first wanted, renewed before it ends, and once where it is refused. */
export class Tokens {
  readonly #source: TokenSource;
  /** Told of each token before it is used: no output may hold it. */
  readonly #hide: (token: string) => void;
  readonly #closed = new AbortController();
  #token: Promise<Token> | undefined;
  /** The token came because another was refused, and was not accepted yet. */
  #onTrial = false;

  constructor(source: TokenSource, hide: (token: string) => void) {
    this.#source = source;
    this.#hide = hide;
  }

  /** The token to send now; throws {@link NoToken} where there is none. All who wait share one renewal. */
  async current(): Promise<string> {
    const held = (this.#token ??= this.#renew());
    const { value, renewAt } = await held;
    if (performance.now() < renewAt) {
      return value;
    }
    if (this.#token === held) {
      this.#token = undefined;
    }
    return (await (this.#token ??= this.#renew())).value;
  }

  /** Says that a token was refused (RFC 6750, 3.1); gives whether another one is worth a try. */
  async refused(token: string): Promise<boolean> {
    const held = await this.#token?.catch(() => undefined);
    if (held?.value === token && !this.#onTrial) {
      this.#onTrial = true;
      this.#token = undefined;
      return true;
    }
    return held?.value !== token;
  }

  /** Says that the service takes the tokens of this source. */
  accepted(): void {
    this.#onTrial = false;
  }

  close(): void {
    this.#closed.abort();
  }

  #renew(): Promise<Token> {
    const renewed = this.#fetch();
    // Who asks next tries again.
    renewed.catch(() => {
      if (this.#token === renewed) {
        this.#token = undefined;
      }
    });
    return renewed;
  }

  async #fetch(): Promise<Token> {
    const { command, grant } = this.#source;
    const signal = this.#closed.signal;
    const got = grant === undefined ? printed(command ?? "", signal) : granted(grant, signal);
    const { value, seconds } = await got.catch((error: unknown) => {
      const why = grant === undefined ? whyNotPrinted(error) : whyNotGranted(error);
      throw new NoToken(`no access token: ${why}`);
    });
    this.#hide(value);
    const holds = (seconds ?? Infinity) * 1_000;
    return { value, renewAt: performance.now() + Math.max(holds - EARLY_MS, holds * 0.9) };
  }
}

/** Sends the token with every request that carries header fields of the user; a token that is refused is renewed once. */
export function withTokens(wire: Wire, tokens: Tokens): Wire {
  return {
    ...wire,
    send: async (request) => {
      if (request.ask.bare === true) {
        return await wire.send(request);
      }
      const token = await tokens.current().catch((error: unknown) => {
        request.onSent();
        throw error instanceof NoToken ? new Failure("unreachable", error.message, 0) : error;
      });
      const headers = [...request.headers, "authorization", `Bearer ${token}`];
      const answer = await wire.send({ ...request, headers });
      if (answer.status !== UNAUTHORIZED) {
        tokens.accepted();
      } else if (await tokens.refused(token)) {
        throw new Failure("busy", `answered ${UNAUTHORIZED}, and again with another access token`, 1);
      }
      return answer;
    },
    close: async () => {
      tokens.close();
      await wire.close();
    },
  };
}

const UNAUTHORIZED = 401;

/** The client credentials grant (RFC 6749, 4.4). */
async function granted(grant: TokenGrant, closed: AbortSignal): Promise<Fetched> {
  // Most runs need none of it.
  const oauth = await import("oauth4webapi");
  const { tokenUrl, clientId, clientSecret, clientAuthMethod, scope, audience, reach } = grant;
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const authentication =
    clientAuthMethod === "client_secret_post" ? oauth.ClientSecretPost : oauth.ClientSecretBasic;
  const dispatcher = dispatcherFor(reach);
  try {
    const answer = await oauth.clientCredentialsGrantRequest(
      server,
      { client_id: clientId },
      authentication(clientSecret),
      present({ scope, audience }),
      {
        // The user decides where the secret goes.
        [oauth.allowInsecureRequests]: true,
        signal: AbortSignal.any([closed, AbortSignal.timeout(PATIENCE.server)]),
        [oauth.customFetch]: async (url, { method, headers, body, redirect, signal }) => {
          const came = await undiciFetch(url, {
            method,
            headers,
            body: String(body),
            redirect,
            dispatcher,
            ...present({ signal }),
          });
          return new Response(await came.arrayBuffer(), {
            status: came.status,
            headers: [...came.headers],
          });
        },
      },
    );
    const came = await oauth.processClientCredentialsResponse(server, { client_id: clientId }, answer);
    return { value: came.access_token, seconds: came.expires_in };
  } finally {
    dispatcher.destroy().catch(() => undefined);
  }
}

function dispatcherFor(reach: Reach): Dispatcher {
  const { proxy } = reach;
  const connect = straightTo(reach, PATIENCE.server);
  return proxy === undefined
    ? new Agent({ connect, maxResponseSize: MOST_BYTES })
    : new ProxyAgent({
        uri: proxy.origin,
        requestTls: tlsOptions(reach.tls),
        maxResponseSize: MOST_BYTES,
        ...present({ token: proxy.authorization }),
      });
}

/** What a command prints: the token alone, or the answer of an authorization server (RFC 6749, 5.1). */
async function printed(command: string, signal: AbortSignal): Promise<Fetched> {
  const { stdout } = await promisify(exec)(command, {
    timeout: PATIENCE.command,
    maxBuffer: MOST_BYTES,
    signal,
  });
  const text = stdout.trim();
  const fetched = text.startsWith("{") ? ofJson(text) : { value: text };
  if (!/^[\w.~+/-]+=*$/.test(fetched.value)) {
    throw new NoToken(
      fetched.value === "" ? "its command printed none" : "what its command printed is no token",
    );
  }
  return fetched;
}

function ofJson(text: string): Fetched {
  const { access_token: value, expires_in: seconds }: Readonly<Record<string, unknown>> = JSON.parse(text);
  return {
    value: typeof value === "string" ? value : "",
    ...(typeof seconds === "number" ? { seconds } : {}),
  };
}

/** Why the authorization server gave none; no word of its own is shown but the error code of the protocol. */
function whyNotGranted(error: unknown): string {
  const { name, message, cause, ...told }: Told = error instanceof Error ? error : {};
  if (typeof told.error === "string" && /^\w{1,60}$/.test(told.error)) {
    return `the authorization server says ${told.error} (status ${String(told.status)})`;
  }
  if (cause instanceof Response) {
    return `the authorization server answered ${cause.status}, and no token`;
  }
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  if (code !== undefined) {
    return `the authorization server cannot be reached: ${UNREACHABLE[code] ?? insecure(code)}`;
  }
  const says = name === "OperationProcessingError" ? message : name;
  return name === "TimeoutError"
    ? "the authorization server did not answer in time"
    : `the grant failed: ${says}`;
}

/** What a command says when it fails may be anything. */
function whyNotPrinted(error: unknown): string {
  const { name, message, killed, code }: Told = error instanceof Error ? error : {};
  if (killed === true) {
    return "its command did not end in time";
  }
  return name === NoToken.name ? String(message) : `its command failed with ${String(code)}: run it by hand`;
}

type Told = Partial<Error> & Readonly<Partial<Record<"error" | "status" | "killed" | "code", unknown>>>;
