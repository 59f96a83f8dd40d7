import { textsAt } from "../discovery/recipes.ts";
import { Client } from "../http/client.ts";
import { present } from "../model/model.ts";
import { Trouble } from "../model/exchange.ts";
import type { Settings } from "../model/settings.ts";
import type { Profile, Sign } from "./files/profile.ts";

/** A service that is slow to show a sign shows none. */
const PATIENCE = { requestMs: 8_000, retries: 0, outageMs: 0, runMs: 20_000 };

/** An endpoint of each service, among whose requests signs are. */
const ENDPOINTS = { status: "statusSummary", base: "tokenBalances", verify: "sessionVerify" } as const;

/** The profiles whose signs services show that are judged without one: a request for each sign. `signal` ends it. */
export async function signsShown(settings: Settings, profiles: readonly Profile[], signal?: AbortSignal) {
  const limits = { ...settings.limits, ...PATIENCE };
  const time = AbortSignal.timeout(limits.runMs);
  const until = signal === undefined ? time : AbortSignal.any([time, signal]);
  const client = new Client({ ...settings, limits }, until);
  const taken = new Set(settings.profiles?.map(({ group }) => group));
  const wanted = profiles.filter(
    ({ group, signs = [] }) =>
      settings.target.urls[group] !== undefined && !taken.has(group) && signs.length > 0,
  );
  try {
    const looks = wanted.map(async (profile) => ((await showsAll(profile, client)) ? [profile] : []));
    const shown = (await Promise.all(looks)).flat();
    return shown.filter(({ group }, at) => shown.findIndex((other) => other.group === group) === at);
  } finally {
    await client.close();
  }
}

async function showsAll({ group, signs = [] }: Profile, client: Client): Promise<boolean> {
  const seen = await Promise.all(signs.map((sign) => shows(sign, group, client)));
  return seen.every((isThere) => isThere);
}

async function shows(
  { path, body, select, matches }: Sign,
  service: Profile["group"],
  client: Client,
): Promise<boolean> {
  const method = body === undefined ? "GET" : "POST";
  const ask = { endpoint: ENDPOINTS[service], service, method, target: path, expects: "open" } as const;
  try {
    const reply = await client.send({ ...ask, ...present({ body }) });
    const pattern = new RegExp(matches, "u");
    return textsAt(select, reply.body.value).some((text) => pattern.test(text));
  } catch (error) {
    if (error instanceof Trouble) {
      return false; // the run itself tells what is wrong
    }
    throw error;
  }
}
