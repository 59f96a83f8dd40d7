import { setTimeout as sleep } from "node:timers/promises";
import { configuresRequestId, createHeaders } from "../http/headers.ts";
import { noting } from "../http/connection.ts";
import { NoToken, Tokens } from "../http/tokens.ts";
import { openRoute, type Route } from "../http/route.ts";
import { insecure, isTls, UNREACHABLE } from "../message/errors.ts";
import { call } from "../model/call.ts";
import { Trouble } from "../model/exchange.ts";
import type { Endpoint, Reach, Service, Settings } from "../model/settings.ts";
import { SECOND } from "../pacing/rate.ts";
import { operations, SERVICE_NAMES } from "../../schemas/operations.ts";
import { codeOf, messageOf } from "../model/file-trouble.ts";
import { serviceInWords } from "../../reports/words/labels.ts";
import { CannotRun } from "./cannot-run.ts";
import { certificateAt } from "./certificate.ts";

const PROBES: Readonly<Record<Service, readonly Endpoint[]>> = {
  status: ["statusSummary"],
  base: ["tokens", "networkFees"],
  verify: [],
};

/** Milliseconds for a connection, and for the beginning of an answer: the run itself waits longer. */
const PATIENCE = { connection: 8_000, answer: 3_000 };
const MOST_BYTES = 65_536;

/**
 * Throws {@link CannotRun} where a service cannot be reached, or where all that is asked for is a web page. Gives
 * what was sent for that, by endpoint: it carries the same fields, keeps the same rate and stands on the same bill
 * as what comes after it.
 */
export async function preflight(settings: Settings): Promise<Readonly<Partial<Record<Endpoint, number>>>> {
  const sent: Sent = { ...settings.spent };
  const pages: (string | undefined)[] = [];
  for (const service of SERVICE_NAMES) {
    const url = settings.target.urls[service];
    pages.push(...(url === undefined ? [] : await pagesAt(service, url, settings, sent)));
  }
  if (pages.length > 0 && !pages.includes(undefined)) {
    throw new CannotRun(`the target serves web pages instead of JSON: ${pages.join(", ")}: check the URL`);
  }
  return sent;
}

type Sent = Partial<Record<Endpoint, number>>;

/** Where a service shows web pages, up to an undefined where anything else came. */
async function pagesAt(
  service: Service,
  url: string,
  settings: Settings,
  sent: Sent,
): Promise<readonly (string | undefined)[]> {
  const { target, rps, runId } = settings;
  const way = target.reach?.[service] ?? {};
  const { origin } = new URL(url);
  const route = openRoute(origin, way, {
    connections: 1,
    connectMs: PATIENCE.connection,
    http2: true,
    around: (connector) => noting({}, connector),
  });
  const isAway = async (error: unknown): Promise<never> => {
    throw await unreachable(service, url, way, error);
  };
  const pages: string[] = [];
  try {
    // A connection comes about, a secure one with its certificates too.
    await route.reach().catch(isAway);
    const token = await tokenFor(service, way, settings);
    const authorization = token === undefined ? [] : ["authorization", `Bearer ${token}`];
    // What may be elsewhere may well show a web page at the document's own path.
    for (const endpoint of PROBES[service].filter((each) => !Object.hasOwn(target.paths ?? {}, each))) {
      const { path } = operations[endpoint];
      sent[endpoint] = (sent[endpoint] ?? 0) + 1;
      const all = Object.values(sent).reduce((sum, times) => sum + times, 0);
      const isOurs = runId !== undefined && !configuresRequestId(service, settings);
      const fields = createHeaders(settings).of(call(endpoint), isOurs ? `${runId}-${all}` : undefined);
      const headers = [...fields, ...authorization];
      // An answer that breaks off is judged by the run itself.
      const sign = await firstSign(route, new URL(url + path).pathname, headers).catch((error: unknown) =>
        tellsAway(error) ? isAway(error) : "",
      );
      await sleep(rps === undefined ? 0 : SECOND / rps);
      if (sign !== "<") {
        return [undefined];
      }
      pages.push(url + path);
    }
    return pages;
  } finally {
    await route.close();
  }
}

/** A token that is granted here shows that one can be had; the run gets its own. */
async function tokenFor(
  service: Service,
  { token }: Reach,
  { secrets }: Settings,
): Promise<string | undefined> {
  try {
    return token && (await new Tokens(token, (granted) => secrets.push(granted)).current());
  } catch (error) {
    throw error instanceof NoToken
      ? new CannotRun(`the ${serviceInWords(service)} cannot be asked: ${error.message}`)
      : error;
  }
}

/** Whether an error says that the service is not there. */
function tellsAway(error: unknown): boolean {
  const code = codeIn(error);
  return error instanceof Trouble || UNREACHABLE[code] !== undefined || isTls(code);
}

/** The first character of a body that is not blank, without reading more of it than needed. */
async function firstSign(route: Route, path: string, headers: string[]): Promise<string> {
  const decoder = new TextDecoder();
  let read = 0;
  let timer: NodeJS.Timeout | undefined;
  const sign = new Promise<string>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no answer began in time")), PATIENCE.answer);
    route.dispatch(
      { path, method: "GET", headers, body: null },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, status) => {
          const refusal = route.refusal(status);
          if (refusal !== undefined) {
            reject(refusal);
          }
        },
        onResponseData: (controller, chunk) => {
          const text = decoder.decode(chunk, { stream: true }).trimStart();
          read += chunk.length;
          if (text !== "" || read > MOST_BYTES) {
            resolve(text.charAt(0));
            controller.abort(new Error("enough was read"));
          }
        },
        onResponseEnd: () => resolve(""),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
  return await sign.finally(() => clearTimeout(timer));
}

async function unreachable(service: Service, url: string, way: Reach, error: unknown): Promise<CannotRun> {
  const code = codeIn(error);
  const told = UNREACHABLE[code] ?? (isTls(code) ? insecure(code, await certificateAt(url, way)) : code);
  const reason = error instanceof Trouble || told === "" ? messageOf(error) : told;
  return new CannotRun(
    `the ${serviceInWords(service)} cannot be reached at ${url}: ${reason}`,
    "unreachable",
  );
}

/** The code of an error, or where several addresses were tried, of the first failure; empty where it has none. */
function codeIn(error: unknown): string {
  const code = codeOf(error);
  return code === "" && error instanceof AggregateError ? codeIn(error.errors[0]) : code;
}
