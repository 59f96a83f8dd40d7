import { clausesOf, type Catalogue } from "../clauses/catalogue.ts";
import { noUrl, SIZES } from "../clauses/prerequisites.ts";
import { createProvider } from "../discovery/provider.ts";
import { createCook } from "../discovery/recipes.ts";
import { createScribe } from "../evidence/violation.ts";
import { Client } from "../http/client.ts";
import { sendingOnce } from "../http/request-cache.ts";
import { createCoverage } from "../message/known-deviations.ts";
import { operations } from "../../schemas/operations.ts";
import { type Ask, type Reply, type Send, Trouble } from "../model/exchange.ts";
import { named } from "../model/reason.ts";
import type { Endpoint, MovedPath, Settings } from "../model/settings.ts";
import { createGate, createGates } from "../pacing/turns.ts";
import { createWatch, type Watch } from "../passive/observer.ts";
import { createObservations } from "../passive/unspecified.ts";
import { createRefused } from "../passive/refused.ts";
import { createUsable, type Usable } from "../passive/usable.ts";
import { createGrowingRedact } from "../secrets/redact.ts";
import { createEarlyRequests } from "./early-requests.ts";
import type { Bench } from "./judge.ts";

/** What a run is made of: one client, one limiter, one memory of what was found. */
export type Wiring = ReturnType<typeof wire>;

/** Puts the parts of a run together; nothing is sent, and nothing will be once `signal` is aborted. */
export function wire(
  settings: Settings,
  catalogue: Catalogue,
  signal: AbortSignal,
  onRequest?: (endpoint: Endpoint) => void,
) {
  const { target, seed } = settings;
  const client = new Client(settings, signal, onRequest);
  const redact = createGrowingRedact(settings.secrets);
  const selected: ReadonlySet<string> = new Set(settings.clauseIds);
  const scribe = createScribe(settings, client, redact);
  const coverage = createCoverage(settings.known);
  const watch = createWatch(catalogue, (id) => selected.has(id), scribe, {
    seed,
    coverage,
    names: target.parameters,
  });
  const isWhole = clausesOf(catalogue, target.urls).every(({ id }) => selected.has(id));
  const observations = isWhole
    ? createObservations(catalogue.unspecified, (response) => scribe.curl(response))
    : undefined;
  const usable = createUsable();
  const refused = createRefused(target.parameters);
  const early = createEarlyRequests();
  const cases = createGates(settings.concurrency);
  /** A request that no clause looks at. */
  const readAside: Send = (ask) => client.send(ask);
  const cook = createCook(target.recipes ?? [], readAside);
  const timedOut: Ask[] = [];
  const { send, sendAgain } = createSends(settings, {
    client,
    watch,
    observations,
    usable,
    refused,
    early,
    timedOut,
  });
  // What is read again must not come from memory: it tells whether the data stood still. Clauses wait for either.
  const sendFor = (isAnew: boolean): Send => {
    const through = isAnew ? sendAgain : send;
    return (ask) => through({ ...ask, ahead: true });
  };
  const provider = createProvider(settings, sendFor, cook);
  const bench: Bench = { provider, send, sendAgain, cases, seed, signal, coverage };
  return {
    ...bench,
    client,
    timedOut,
    redact,
    scribe,
    watch,
    observations,
    usable,
    refused,
    early,
    cook,
    selected,
  };
}

interface Parts {
  readonly client: Client;
  readonly watch: Watch;
  /** Observes unspecified behaviour; undefined unless all clauses are tested. */
  readonly observations: ReturnType<typeof createObservations> | undefined;
  readonly usable: Usable;
  readonly refused: ReturnType<typeof createRefused>;
  /** Collects the requests that got no complete response in time, at any attempt. */
  readonly timedOut: Ask[];
  readonly early: ReturnType<typeof createEarlyRequests>;
}

/**
 * Walks whose links may all be new, as each answer may hold one that nobody has seen: most links are asked for once, so
 * that long lists take a dozen of such walks, and thirty where most of their pages are empty.
 */
const WALKS = 60;

/** The ways in which requests are sent; each answer is seen. */
function createSends(
  { target, level }: Settings,
  { client, watch, observations, usable, refused, early, timedOut }: Parts,
) {
  const mostLinks = SIZES[level].pages * WALKS;
  let followed = 0;
  /** Verifications cost the target a compiler run and must not meet each other: one at a time. Broken bodies cost less. */
  const alone = createGate(1);
  const broken = createGate(2);

  function sendInTurn(ask: Ask): Promise<Reply> {
    const gate = ask.expects === "refusal" ? broken : alone;
    return ask.service === "verify" ? gate(() => client.send(ask)) : client.send(ask);
  }

  /** Without answering from memory. */
  async function sendLed(ask: Ask): Promise<Reply> {
    if (target.urls[ask.service] === undefined) {
      throw noUrl(ask.service);
    }
    if (ask.rooted === true) {
      followed += 1;
      if (followed > mostLinks) {
        const reason = `${mostLinks} links to next pages were followed in this run, and more came`;
        throw new Trouble(reason, "run", { obstacle: "level", remedy: { kind: "walkFurther" } });
      }
    }
    try {
      const reply = await sendInTurn(ask);
      usable.note(ask, reply);
      refused.note(reply);
      early.note(reply);
      watch.see(reply);
      observations?.see(reply);
      return reply;
    } catch (error) {
      if (!(error instanceof Trouble)) {
        throw error;
      }
      usable.note(ask, error);
      if (error.reply !== undefined) {
        refused.note(error.reply);
      }
      if (error.isTimeOut) {
        timedOut.push(ask);
      }
      throw named(ask, error);
    }
  }

  const sendOnce = sendingOnce(sendLed);
  const sendAgain: Send = (ask) => sendLed(led(ask, target.paths));
  const send: Send = (ask) => (ask.fresh === true ? sendLed : sendOnce)(led(ask, target.paths));
  return { send, sendAgain };
}

/** Leads a request to where the target has its operation, where that is another path than the one of the document. */
function led(ask: Ask, paths: Readonly<Partial<Record<Endpoint, MovedPath>>> = {}): Ask {
  const { endpoint, target, ownPath } = ask;
  const moved = ownPath === true ? undefined : paths[endpoint];
  return moved === undefined
    ? ask
    : { ...ask, target: target.replace(operations[endpoint].path, moved.path) };
}
