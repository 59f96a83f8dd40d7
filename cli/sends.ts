// For `clauses ID`: what a clause sends
import {
  type AskingClause,
  type Case,
  casesOf,
  type Have,
  type Needs,
  seedFor,
} from "../engine/clauses/clause.ts";
import { ignoreUnavailable } from "../engine/clauses/prerequisites.ts";
import { createProvider } from "../engine/discovery/provider.ts";
import { Client } from "../engine/http/client.ts";
import { curlOf } from "../engine/http/curl.ts";
import { type Ask, asking, type Expectation, isUndecided } from "../engine/model/exchange.ts";
import type { Level, Service } from "../engine/model/settings.ts";
import type { RunOptions } from "../engine/target/options.ts";
import { resolve } from "../engine/target/resolve.ts";
import { operations } from "../schemas/operations.ts";
import { withReference } from "./reference.ts";

const SEED = 1;
/** Characters of a made-up body that are shown of its begin, and of its end. */
const BEGIN = 160;
const END = 30;
/** Hosts that stand for yours. */
const HOSTS: Readonly<Record<Service, string>> = {
  status: "https://status.example.test",
  base: "https://ledger.example.test",
  verify: "https://verify.example.test",
};

/**
 * What a clause sends to the embedded reference in some of its cases, as lines to copy, and how many cases a run of level
 * standard has, and one of smoke. Pages behind a link are left out: their addresses are the service's own.
 */
export const requestsOf = (clause: AskingClause) =>
  withReference({}, async (target) => {
    const counted = atLevel(clause, { target, level: "smoke" }, (_client, _have, cases) => cases.length);
    const atSmoke = (await counted.catch(ignoreUnavailable)) ?? 0;
    const sent = await atLevel(clause, { target, level: "standard" }, requestsIn);
    return { ...sent, atSmoke };
  });

/** What is made of the cases of a clause at a level. */
async function atLevel<T>(
  clause: AskingClause,
  options: { readonly target: RunOptions; readonly level: Level },
  use: (client: Client, have: Have<Needs>, cases: readonly Case[], clause: AskingClause) => T | Promise<T>,
): Promise<T> {
  const { target, level } = options;
  const { settings } = await resolve({ target, options: { seed: SEED, level }, env: {} });
  const client = new Client(settings, new AbortController().signal);
  try {
    const provider = createProvider(settings, () => (ask) => client.send(ask));
    const { size } = await provider.resolve({ size: "size" });
    const have = await provider.resolve(clause.needs);
    const cases = casesOf(clause.given?.(have), size, seedFor(SEED, clause.family ?? clause.id));
    return await use(client, have, cases, clause);
  } finally {
    await client.close();
  }
}

async function requestsIn(
  client: Client,
  have: Have<Needs>,
  cases: readonly Case[],
  clause: AskingClause,
): Promise<ReturnType<typeof told>> {
  const sent = new Set<string>();
  const tried: Tried[] = [];
  for (const { name, value } of cases) {
    const asks: Ask[] = [];
    const asker = asking((ask) => {
      asks.push(...(ask.rooted === true ? [] : [ask]));
      return client.send(ask);
    });
    const judgement = clause.check(await clause.ask({ ...have, ...asker }, value), value);
    // Walks send last what the case is; before it, what they need to know.
    const own = clause.family === undefined ? asks.filter((ask) => !sent.has(curlTo(ask))) : asks.slice(-1);
    asks.forEach((ask) => sent.add(curlTo(ask)));
    tried.push({ name, asks, own, isDecided: !isUndecided(judgement) });
  }
  return told(tried);
}

/** A case, with what it sends without pages behind links, and what of that is its own: no case before sent it. */
interface Tried {
  readonly name: string;
  readonly asks: readonly Ask[];
  readonly own: readonly Ask[];
  readonly isDecided: boolean;
}

/** The requests of three cases, and a line on each; on those that show nothing, where others do, only how many they are. */
function told(tried: readonly Tried[]) {
  const decided = tried.filter(({ isDecided }) => isDecided);
  const telling = decided.length > 0 ? decided : tried;
  // An odd place in the middle: every second case may stand beside another parameter.
  const last = telling.length - 1;
  const shown = [0, Math.min(Math.floor(telling.length / 2) | 1, Math.max(last - 1, 0)), last];
  const curls = shown.flatMap((at) => telling[at]?.asks ?? []).map(curlTo);
  const texts = [...new Set(telling.map(({ name, own }) => caseText(name, mostTelling(own))))];
  const silent = tried.length - telling.length;
  const left =
    silent > 0 ? [`${silent} of ${tried.length} decide nothing on a healthy service, the others are`] : [];
  return {
    requests: [...new Set(curls)],
    cases: tried.length > 1 ? [...left, ...texts] : [],
    caseCount: tried.length,
  };
}

const curlTo = (ask: Ask): string => curlOf({ ask, url: HOSTS[ask.service] + ask.target }, {});

/** What tells more of a case than any number of parameters: what is sent to be refused, then what need not succeed. */
const WEIGHTS: Readonly<Record<Expectation, number>> = { refusal: 200, missing: 100, open: 100, success: 0 };

/**
 * Of the requests that a case has of its own, the one that tells most of it: by {@link WEIGHTS}, then by its parameters; of
 * equal ones the first of a list, for others sort and select for it, else the last, for others are what it is compared with.
 */
function mostTelling(asks: readonly Ask[]): string {
  const weight = ({ expects, target }: Ask): number =>
    WEIGHTS[expects] + (target.match(/[?&]/g)?.length ?? 0);
  const most = Math.max(...asks.map(weight));
  const best = asks.filter((ask) => weight(ask) === most);
  const [first] = best;
  const isOfList = first !== undefined && operations[first.endpoint].list !== undefined;
  const telling = isOfList ? first : best.at(-1);
  return telling === undefined ? "" : sentBy(telling);
}

/** The address of a request in the service, or its body. */
const sentBy = ({ target, body = "" }: Ask): string => (body === "" ? decodeURIComponent(target) : body);

/** The name of a case, with the request that tells most of it, unless that has the value of the name alone. */
function caseText(name: string, own: string): string {
  const value = name.slice(name.lastIndexOf(": ") + 1).trim();
  const isTold = /\d|:/.test(name) && own.includes(value) && !own.includes("&");
  return own === "" || isTold ? name : `${name}: ${shortened(own)}`;
}

/** A text without what it repeats, and without its middle where it is long. */
export function shortened(text: string): string {
  const once = text.replace(
    /(.{2,9}?)\1{9,}/g,
    (run, unit: string) => `${unit}…×${run.length / unit.length}`,
  );
  return once.length > BEGIN + END ? `${once.slice(0, BEGIN)}…${once.slice(-END)}` : once;
}
