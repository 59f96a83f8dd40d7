import { Client } from "../../engine/http/client.ts";
import { casesOf, seedFor } from "../../engine/clauses/cases.ts";
import type { AskingClause } from "../../engine/clauses/clause.ts";
import { curlOf } from "../../engine/http/curl.ts";
import { drive } from "../../engine/model/drive.ts";
import type { Ask } from "../../engine/model/exchange.ts";
import { createProvider } from "../../engine/discovery/provider.ts";
import type { Service } from "../../engine/model/settings.ts";
import { call } from "../../engine/model/call.ts";
import { validVerificationBody } from "../../generators/verification-body.ts";
import { operations, type Endpoint, type PathFormat } from "../../schemas/operations.ts";
import { firstMiddleLast, present } from "../../engine/model/model.ts";
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

/** A request as a line to copy, to a host that stands for yours. */
function curlFor(ask: Ask, prefix = ""): string {
  const path =
    ask.rooted === true && ask.target.startsWith(prefix) ? ask.target.slice(prefix.length) : ask.target;
  return curlOf({ ask, url: HOSTS[ask.service] + path }, {});
}

/** Records that stand for yours. */
const RECORDS: Readonly<Record<PathFormat, string>> = {
  EntityId: "0.0.1001",
  TopicTimestamp: "1700000000.000000001",
  TransactionIdOrHash: "0.0.10-1700000000-000000001",
  ContractIdOrAddress: "0.0.5001",
};

/** The plain request of an endpoint, for a record that stands for yours. */
export function plainRequest(endpoint: Endpoint): string {
  const { pathParameter, requestBody } = operations[endpoint];
  const [body] = validVerificationBody(`0x${"00".repeat(18)}13d9`, "295").boundaries;
  return curlFor(
    call(
      endpoint,
      present({
        path: pathParameter && RECORDS[pathParameter.format],
        body: requestBody === undefined ? undefined : body?.value,
      }),
    ),
  );
}

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
  const prefix = new URL(settings.target.urls.base ?? "").pathname;
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
        await drive(clause.ask(have, value), (ask) => {
          asks.push(ask);
          return client.send(ask);
        });
      }
      const first = asks.filter(({ rooted }) => rooted !== true);
      const requests = [...new Set(first.map((ask) => curlFor(ask, prefix)))];
      const names = [...shown, ...cases].map(({ name }) => name);
      const caseNames = [...new Set(names)].filter((name) => name !== "");
      asked.set(clause.id, { requests, cases: cases.length, caseNames });
    }
  } finally {
    await client.close();
  }
  return asked;
}
