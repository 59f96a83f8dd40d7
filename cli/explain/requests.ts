import { Client } from "../../engine/http/client.ts";
import { casesOf, seedFor } from "../../engine/clauses/cases.ts";
import type { AskingClause } from "../../engine/clauses/clause.ts";
import { curlOf } from "../../engine/http/curl.ts";
import { asking } from "../../engine/model/asking.ts";
import type { Ask } from "../../engine/model/exchange.ts";
import { createProvider } from "../../engine/discovery/provider.ts";
import type { Service } from "../../engine/model/settings.ts";
import { firstMiddleLast } from "../../engine/model/model.ts";
import { resolve } from "../../engine/target/resolve.ts";
import type { RunOptions } from "../../engine/target/options.ts";
import { withReference } from "../reference.ts";

/** What a clause sends in some of its cases, as lines to copy, and how many cases a run of level standard has. */
interface Asked {
  /** The pages behind a link are left out: their addresses are the service's own. */
  readonly requests: readonly string[];
  readonly cases: number;
  /** What is special about the generated values, each name once, those of the requests first. */
  readonly caseNames: readonly string[];
}

/** Hosts that stand for yours. */
const HOSTS: Readonly<Record<Service, string>> = {
  status: "https://status.example.test",
  base: "https://ledger.example.test",
  verify: "https://verify.example.test",
};
const SEED = 1;

/**
 * What clauses ask of the embedded reference: the very requests of a run, with the records of the reference in the
 * place of yours.
 */
export async function requestsOf(clauses: readonly AskingClause[]): Promise<ReadonlyMap<string, Asked>> {
  return clauses.length === 0
    ? new Map()
    : await withReference({}, async (target) => await requestsTo(target, clauses));
}

async function requestsTo(
  target: RunOptions,
  clauses: readonly AskingClause[],
): Promise<ReadonlyMap<string, Asked>> {
  const asked = new Map<string, Asked>();
  const { settings } = await resolve({ target, options: { seed: SEED }, env: {} });
  const client = new Client(settings, new AbortController().signal);
  try {
    const provider = createProvider(settings, () => (ask) => client.send(ask));
    const { size } = await provider.resolve({ size: "size" });
    for (const clause of clauses) {
      const have = await provider.resolve(clause.needs);
      const cases = [...casesOf(clause.given?.(have), size, seedFor(SEED, clause.family ?? clause.id))];
      const shown = firstMiddleLast(cases);
      const asks: Ask[] = [];
      for (const { value } of shown) {
        const asker = asking((ask) => {
          asks.push(ask);
          return client.send(ask);
        });
        await clause.ask({ ...asker, have }, value);
      }
      const curls = asks
        .filter(({ rooted }) => rooted !== true)
        .map((ask) => curlOf({ ask, url: HOSTS[ask.service] + ask.target }, {}));
      const caseNames = new Set([...shown, ...cases].flatMap(({ name }) => (name === "" ? [] : [name])));
      asked.set(clause.id, {
        requests: [...new Set(curls)],
        cases: cases.length,
        caseNames: [...caseNames],
      });
    }
  } finally {
    await client.close();
  }
  return asked;
}
