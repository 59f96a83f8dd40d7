import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { configuresRequestId, REQUEST_ID } from "../engine/http/headers.ts";
import { UNREACHABLE } from "../engine/message/errors.ts";
import type { Endpoint, Service, Settings } from "../engine/model/settings.ts";
import { SECOND } from "../engine/pacing/rate.ts";
import { operations, SERVICE_NAMES } from "../schemas/operations.ts";
import { CannotRun } from "./cannot-run.ts";

const PROBES: Readonly<Record<Service, readonly Endpoint[]>> = {
  status: ["statusSummary"],
  base: ["tokens", "networkFees"],
  verify: [],
};

const FLAGS: Readonly<Record<Service, string>> = {
  status: "status page service",
  base: "ledger query service",
  verify: "verification service",
};

/** Milliseconds for a connection, and for the beginning of an answer: the run itself waits longer. */
const PATIENCE = { connection: 8_000, answer: 3_000 };
const MOST_BYTES = 65_536;
type Answer = "html" | "other";

/**
 * Throws {@link CannotRun} where a service cannot be reached, or where all that is asked for is a web page. Gives
 * what was sent for that, by endpoint: it carries the same fields, keeps the same rate and stands on the same bill
 * as what comes after it.
 */
export async function preflight(settings: Settings): Promise<Readonly<Partial<Record<Endpoint, number>>>> {
  const { target, rps, userAgent, runId } = settings;
  const pause = rps === undefined ? 0 : SECOND / rps;
  const sent: Endpoint[] = [];
  const pages: string[] = [];
  let others = 0;
  for (const service of SERVICE_NAMES) {
    const url = target.urls[service];
    if (url === undefined) {
      continue;
    }
    await reach(service, url);
    const headers = {
      accept: "application/json",
      ...(userAgent === undefined ? {} : { "user-agent": userAgent }),
      ...target.headers[service],
    };
    for (const endpoint of PROBES[service]) {
      const { path } = operations[endpoint];
      sent.push(endpoint);
      const isOurs = runId !== undefined && !configuresRequestId(service, settings);
      const id = isOurs ? { [REQUEST_ID]: `${runId}-${sent.length}` } : {};
      const answer = await probe(service, url, path, { ...headers, ...id });
      await sleep(pause);
      if (answer === "other") {
        others += 1;
        break;
      }
      pages.push(url + path);
    }
  }
  if (pages.length > 0 && others === 0) {
    throw new CannotRun(
      `the target serves web pages instead of JSON: ${pages.join(", ")}: is the URL right?`,
    );
  }
  return Object.fromEntries(
    sent.map((endpoint) => [endpoint, sent.filter((other) => other === endpoint).length]),
  );
}

async function reach(service: Service, url: string): Promise<void> {
  const { hostname, port, protocol } = new URL(url);
  const wanted = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  await new Promise<void>((resolve, reject) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: wanted,
      timeout: PATIENCE.connection,
    });
    const settle = (code?: string): void => {
      socket.destroy();
      if (code === undefined) {
        resolve();
      } else {
        reject(unreachable(service, url, code));
      }
    };
    socket.once("connect", () => settle());
    socket.once("timeout", () => settle("ETIMEDOUT"));
    socket.once("error", (error) => settle(codeOf(error) ?? error.message));
  });
}

async function probe(
  service: Service,
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(PATIENCE.answer);
    const response = await fetch(url + path, { headers, redirect: "manual", signal });
    return (await firstSign(response)) === "<" ? "html" : "other";
  } catch (error) {
    const code = codeOf(error instanceof Error ? error.cause : undefined);
    if (code !== undefined && (UNREACHABLE[code] !== undefined || isTls(code))) {
      throw unreachable(service, url, code);
    }
    return "other"; // an answer that breaks off is judged by the run itself
  }
}

/** The first character of a body that is not blank, without reading more of it than needed. */
async function firstSign({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let read = 0;
  for await (const chunk of body ?? []) {
    const text = decoder.decode(chunk, { stream: true }).trimStart();
    read += chunk.length;
    if (text !== "" || read > MOST_BYTES) {
      return text.charAt(0);
    }
  }
  return "";
}

function unreachable(service: Service, url: string, code: string): CannotRun {
  const reason = UNREACHABLE[code] ?? (isTls(code) ? `no secure connection (${code})` : code);
  return new CannotRun(`the ${FLAGS[service]} cannot be reached at ${url}: ${reason}`, "unreachable");
}

function isTls(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/.test(code);
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code === "string") {
    return code;
  }
  // Several addresses were tried: the first failure tells enough.
  return error instanceof AggregateError ? codeOf(error.errors[0]) : undefined;
}
