import { documentedMessages, isObject, looksLikeSuccess } from "../message/classify.ts";
import { createSights, type Sights } from "../evidence/alike.ts";
import { coverageOf, type Coverage } from "../message/known-deviations.ts";
import type { Finding, Reply } from "../model/exchange.ts";
import {
  causeIn,
  kept,
  sampleExchange,
  violationOf,
  type SampleExchange,
  type Scribe,
} from "../evidence/violation.ts";
import { inspectBody, type RowSink } from "../schema/check-fields.ts";
import { oncePer } from "../model/memo.ts";
import type { Violation } from "../model/clause-results.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import { operations, type Endpoint } from "../../schemas/operations.ts";
import { createLooks, createTally, type Tally } from "./looks.ts";
import { bump, countsFor, noSightings, rowSight, sumOf, type Sightings } from "./counters.ts";
import { compareTexts, compareUrls, VALUES, type Examples, type Seen } from "./verdicts.ts";

/** Causes kept per clause and known deviation; more of the same add to the count alone. */
const CAUSES = 200;

/** Whether an answer is whole enough for a clause or an open matter, by its id. */
type Fits = (id: string) => boolean;

/** Looks at every answer that any clause gets. */
export interface Watch {
  /**
   * `source`: what the request was sent for. What each source showed is counted apart. `fits`: which clauses and
   * open matters the answer is whole enough for; all where nothing is said.
   */
  see(reply: Reply, source: string, fits?: Fits): void;
  /** What all sources together have shown so far. */
  seen(): Seen;
  /** What each source has shown so far. */
  bySource(): ReadonlyMap<string, Sightings>;
  /** An exchange that was judged by a clause. */
  sampleOf(id: string): SampleExchange | undefined;
}

/** What is told later is made at once: an answer that was kept would keep all of its body. */
interface Kept {
  readonly causes: Map<string, { readonly url: string; readonly violation: Violation }>;
  sample?: Sample;
}

interface Sample {
  readonly exchange: SampleExchange;
  readonly told: ReturnType<typeof kept>;
}

/** Watches with the clauses that were selected. */
export function createWatch(
  { tables, watching, matters }: Pick<Catalogue, "tables" | "watching" | "matters">,
  selected: (id: string) => boolean,
  scribe: Scribe,
  seed: number,
  coverage: Coverage = () => -1,
): Watch {
  const sources = new Map<string, Tally>();
  const records = new Map<string, Kept>();
  const curls = new Map<string, Map<string, string>>();
  /** By clause and cause. */
  const sights = new Map<string, Sights>();
  const watchers = byEndpoint(watching.filter(({ id }) => selected(id)));
  const bodies = byEndpoint(tables.map(({ body }) => body));
  const observers = byEndpoint(matters.filter(({ observe }) => observe !== undefined));
  const ofExchanges = byEndpoint(matters.filter(({ observeExchange }) => observeExchange !== undefined));
  const ofOpen = byEndpoint(matters.filter(({ observeOpen }) => observeOpen !== undefined));
  const looks = createLooks();
  const sampleFrom = oncePer((reply: Reply): Sample => ({
    exchange: sampleExchange(reply, scribe),
    told: kept(reply, scribe),
  }));

  function tallyOf(source: string): Tally {
    const known = sources.get(source);
    if (known !== undefined) {
      return known;
    }
    const fresh = createTally();
    sources.set(source, fresh);
    return fresh;
  }

  function recordOf(id: string): Kept {
    const known = records.get(id);
    if (known !== undefined) {
      return known;
    }
    const fresh: Kept = { causes: new Map() };
    records.set(id, fresh);
    return fresh;
  }

  function keep(to: Sightings, id: string, finding: Finding, reply: Reply): void {
    const { causes } = recordOf(id);
    const cause = `${coverageOf(id, coverage)({ finding, reply })} ${causeIn(finding, reply)}`;
    const known = causes.get(cause);
    if (known === undefined && causes.size >= CAUSES) {
      return;
    }
    bump(countsFor(to.found, id), cause);
    const own = sights.get(`${id} ${cause}`) ?? createSights();
    sights.set(`${id} ${cause}`, own);
    own.note(finding, reply);
    if (known === undefined || compareUrls(reply.url, known.url) < 0) {
      const violation = violationOf({ finding, reply, path: "", seed }, scribe);
      causes.set(cause, { url: reply.url, violation });
    }
  }

  function sinkFor(to: Sightings, reply: Reply): RowSink {
    return {
      count: ({ id }) => {
        const known = to.rows.get(id);
        if (known !== undefined) {
          return known;
        }
        recordOf(id).sample ??= sampleFrom(reply);
        return rowSight(to, id);
      },
      finding: ({ id }, finding) => {
        if (finding.actual === "absent") {
          rowSight(to, id).absent += 1;
        }
        keep(to, id, finding, reply);
      },
    };
  }

  /** Of all values the first ones by their characters are kept: the same ones, whatever comes first. */
  function note(to: Sightings, id: string, value: string, reply: Reply): void {
    const values = curls.get(id) ?? new Map<string, string>();
    curls.set(id, values);
    if (!values.has(value)) {
      const last = values.size < VALUES ? undefined : [...values.keys()].toSorted(compareTexts).at(-1);
      if (last !== undefined) {
        if (last < value) {
          return;
        }
        values.delete(last);
      }
      values.set(value, scribe.curl(reply));
    }
    bump(countsFor(to.observed, id), value);
  }

  function examplesOf(id: string, { causes, sample }: Kept): Examples {
    const violations = [...causes].map(([cause, { violation }]) => {
      const alike = sights.get(`${id} ${cause}`)?.told(scribe.redact) ?? [];
      return [cause, { ...violation, alike }] as const;
    });
    return { violations: new Map(violations), ...sample?.told };
  }

  function noteAll(to: Sightings, id: string, reply: Reply, values: readonly string[] = []): void {
    for (const value of values) {
      note(to, id, value, reply);
    }
  }

  /** What an answer shows together with its request and its header fields. */
  function lookAtExchange(to: Sightings, reply: Reply, fits: Fits | undefined, isJudged: boolean): void {
    const { endpoint, expects } = reply.ask;
    for (const { id, observeExchange } of fitting(ofExchanges(endpoint), fits)) {
      noteAll(to, id, reply, observeExchange?.(reply));
    }
    for (const { id, observeOpen } of expects === "open" ? fitting(ofOpen(endpoint), fits) : []) {
      noteAll(to, id, reply, observeOpen?.(reply));
    }
    for (const { id, check } of isJudged ? fitting(watchers(endpoint), fits) : []) {
      bump(to.cases, id);
      recordOf(id).sample ??= sampleFrom(reply);
      for (const finding of check(reply)) {
        keep(to, id, finding, reply);
      }
    }
  }

  /** What an answer shows by itself. */
  function lookAtAnswer(reply: Reply, fits: Fits | undefined, isJudged: boolean): Sightings {
    const { endpoint } = reply.ask;
    const shown = noSightings();
    for (const { id, observe } of fitting(observers(endpoint), fits)) {
      noteAll(shown, id, reply, observe?.(reply));
    }
    for (const body of isJudged ? bodies(endpoint) : []) {
      inspectBody(body, reply, sinkFor(shown, reply));
    }
    return shown;
  }

  return {
    see: (reply, source, fits) => {
      const tally = tallyOf(source);
      const isJudged = isWatched(reply);
      lookAtExchange(tally.now, reply, fits, isJudged);
      const kind = isJudged ? "judged" : "observed";
      const known = fits === undefined ? looks.of(reply, kind) : undefined;
      if (known !== undefined) {
        tally.add(known);
        return;
      }
      const shown = lookAtAnswer(reply, fits, isJudged);
      tally.add(shown);
      // What is wrong is looked at each time: the request that shows it best may come later.
      if (fits === undefined && shown.found.size === 0) {
        looks.keep(reply, kind, shown);
      }
    },
    seen: () => ({
      sums: sumOf([...sources.values()].map((tally) => tally.total())),
      examples: new Map([...records].map(([id, record]) => [id, examplesOf(id, record)])),
      curls,
    }),
    bySource: () => new Map([...sources].map(([source, tally]) => [source, tally.total()])),
    sampleOf: (id) => records.get(id)?.sample?.exchange,
  };
}

/** Those that an answer is whole enough for. */
function fitting<T extends { readonly id: string }>(
  items: readonly T[],
  fits: Fits | undefined,
): readonly T[] {
  return fits === undefined ? items : items.filter(({ id }) => fits(id));
}

/** What concerns each endpoint; what names none concerns all. */
function byEndpoint<T extends { readonly endpoint?: Endpoint | undefined }>(
  items: readonly T[],
): (endpoint: Endpoint) => readonly T[] {
  const known = new Map<Endpoint, readonly T[]>();
  return (endpoint) => {
    const mine = known.get(endpoint) ?? items.filter((item) => (item.endpoint ?? endpoint) === endpoint);
    known.set(endpoint, mine);
    return mine;
  };
}

/** Whether what need not succeed did: by rows under another status, or by a verification with entries. */
function isTaken(reply: Reply): boolean {
  const { service, list } = operations[reply.ask.endpoint];
  const told = reply.status === 200 ? service === "verify" && hasEntries(reply) : list !== undefined;
  return told && looksLikeSuccess(reply);
}

/** An error of its own shape may have a member of the success body, but hardly an array with something in it. */
function hasEntries({ ask, body }: Reply): boolean {
  const { value } = body;
  const members = Object.keys(operations[ask.endpoint].success.properties ?? {});
  return (
    isObject(value) && members.some((member) => Array.isArray(value[member]) && value[member].length > 0)
  );
}

/** Success answers to requests that the document answers with a record or a list. */
export function isWatched(reply: Reply): boolean {
  const { expects, endpoint } = reply.ask;
  if (reply.status < 200 || reply.status > 299) {
    return false;
  }
  if (expects === "open" || (expects === "missing" && operations[endpoint].service === "verify")) {
    return isTaken(reply);
  }
  if (expects !== "success" && expects !== "missing") {
    return false;
  }
  if (documentedMessages(reply) !== undefined) {
    return false;
  }
  const always = operations[endpoint].list !== undefined || endpoint === "statusSummary";
  return looksLikeSuccess(reply) || (always && expects === "success");
}
