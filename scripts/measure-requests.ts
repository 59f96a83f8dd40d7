// Measures what clauses ask of the embedded reference, for the plan of a run and for its split into shards.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  askerOf,
  measuredFile,
  OBSERVER,
  type Asker,
  type CountTexts,
  type MeasuredRequests,
  type MeasuredLevel,
} from "../cli/plan/requests.ts";
import { createClient } from "../engine/http/client.ts";
import { createCoverage } from "../engine/message/known-deviations.ts";
import type { Send } from "../engine/model/drive.ts";
import type { Reply } from "../engine/model/exchange.ts";
import { createGate } from "../engine/run/gate.ts";
import { judgeTogether } from "../engine/run/judge.ts";
import { loadCatalogue, type Catalogue } from "../engine/clauses/catalogue.ts";
import { createProvider, type Provider } from "../engine/discovery/provider.ts";
import type { Endpoint, Level, Settings } from "../engine/model/settings.ts";
import { ignoreUnavailable, SOURCES } from "../engine/clauses/prerequisites.ts";
import { startReference } from "../reference/server.ts";
import { ENDPOINT_NAMES } from "../schemas/operations.ts";
import { plainSettings } from "../engine/target/settings.ts";
import { groupBy } from "../reports/words/tally.ts";

/** The requests of each asker; where one request does for several of them, they have it by the same name. */
type Asked = ReadonlyMap<Asker, ReadonlyMap<string, Endpoint>>;

const SEED = 1;
/** Further generated cases, from which it is seen what one asks. */
const FURTHER = 10;

/** Asks what each asker asks, each as if it were alone. */
export async function measure(settings: Settings, catalogue: Catalogue): Promise<Asked> {
  const { signal } = new AbortController();
  const client = createClient(settings, signal);
  const answered = new Map<string, Promise<Reply>>();
  const all = new Map<Asker, ReadonlyMap<string, Endpoint>>();

  async function note(
    asker: Asker,
    use: (provider: Provider, send: Send) => Promise<unknown>,
  ): Promise<void> {
    const own = new Map<string, Endpoint>();
    all.set(asker, own);
    const sendFor = (source: string): Send => {
      let sent = 0;
      return (ask) => {
        const request = `${ask.expects} ${ask.service} ${ask.method} ${ask.target} ${ask.body ?? ""}`;
        sent += 1;
        own.set(ask.memo === true ? request : `${source} ${sent}`, ask.endpoint);
        // The reference answers the same again.
        const reply = answered.get(request) ?? client.send(ask);
        answered.set(request, reply);
        return reply;
      };
    };
    const provider = createProvider(settings, (key) => sendFor(`for ${key}`));
    await use(provider, sendFor(asker)).catch(ignoreUnavailable);
  }

  const again = createGate(settings.concurrency);
  for (const [asker, members] of groupBy(catalogue.asking, askerOf)) {
    await note(asker, (provider, send) => {
      const coverage = createCoverage([]);
      const bench = { provider, send, sendAgain: send, again, seed: SEED, signal, coverage };
      return judgeTogether(members, () => bench);
    });
  }
  for (const endpoint of ENDPOINT_NAMES) {
    await note(endpoint, (provider) => provider.resolve({ source: SOURCES[endpoint] }));
  }
  const probes = catalogue.matters.flatMap(({ probe }) => probe ?? []);
  await note(OBSERVER, (provider, send) =>
    Promise.all(
      probes.map(async ({ needs, asks }) => {
        const have = await provider.resolve(needs).catch(ignoreUnavailable);
        await Promise.all(
          have === undefined ? [] : asks(have).map((ask) => send({ ...ask, expects: "open" })),
        );
      }),
    ),
  );
  await client.close();
  return all;
}

/** How many requests some askers share, by endpoint and the indexes of these askers. */
type Counts = ReadonlyMap<string, number>;

function countsOf(asked: Asked): Counts {
  const sharers = new Map<string, string>();
  for (const [index, requests] of [...asked.values()].entries()) {
    for (const [request, endpoint] of requests) {
      sharers.set(request, `${sharers.get(request) ?? endpoint} ${index}`);
    }
  }
  return new Map(groupBy([...sharers.values()], (key) => key).map(([key, own]) => [key, own.length]));
}

/** How much one count is above another, divided by so many. */
function above(counts: Counts, others: Counts, divisor = 1): Counts {
  const keys = new Set([...counts.keys(), ...others.keys()]);
  const rise = (key: string): number => ((counts.get(key) ?? 0) - (others.get(key) ?? 0)) / divisor;
  return new Map([...keys].flatMap((key) => (rise(key) === 0 ? [] : [[key, rise(key)]])));
}

function textsOf(counts: Counts): CountTexts {
  const texts = ENDPOINT_NAMES.map((endpoint) => {
    const own = [...counts].filter(([key]) => key.startsWith(`${endpoint} `));
    return [endpoint, own.map(([key, count]) => `${count}${key.slice(endpoint.length)}`).join(", ")] as const;
  });
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}

/** Measures everything, and writes it down. */
export async function main(file = measuredFile()): Promise<void> {
  const catalogue = await loadCatalogue();
  const reference = await startReference();
  const counts = async (level: Level, more: Partial<Settings> = {}): Promise<Counts> =>
    countsOf(await measure({ ...usual(level), ...more }, catalogue));
  const usual = (level: Level): Settings => plainSettings(reference.target, level, SEED, []);
  const measured = async (level: Level): Promise<MeasuredLevel> => {
    const sampled = await counts(level);
    const bare = await counts(level, { target: { ...usual(level).target, samples: {} } });
    const counted = above(await counts(level, { cases: 1 }), sampled);
    return { sampled: textsOf(sampled), bare: textsOf(bare), counted: textsOf(counted) };
  };
  try {
    const [one, more] = [
      await counts("standard", { cases: 1 }),
      await counts("standard", { cases: 1 + FURTHER }),
    ];
    const all: MeasuredRequests = {
      askers: [...new Set(catalogue.asking.map(askerOf)), ...ENDPOINT_NAMES, OBSERVER],
      levels: {
        smoke: await measured("smoke"),
        standard: await measured("standard"),
        thorough: await measured("thorough"),
      },
      further: textsOf(above(more, one, FURTHER)),
    };
    writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
  } finally {
    await reference.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main();
}
