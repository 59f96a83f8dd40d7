import { textsAt } from "../discovery/recipes.ts";
import { HttpClient } from "../http/client.ts";
import { present } from "../model/model.ts";
import { UnusableResponse } from "../model/exchange.ts";
import type { Settings } from "../model/settings.ts";
import type { Profile, Sign } from "./files/profile.ts";

/** A service that is slow to show a sign shows none. */
const PATIENCE = { requestMs: 8_000, retries: 0, outageMs: 0, runMs: 20_000 };

/** An endpoint of each service, among whose requests signs are. */
const SIGN_ENDPOINTS = { status: "statusSummary", base: "tokenBalances", verify: "sessionVerify" } as const;

/** The profiles whose signs services show that are checked without one: a request for each sign. `signal` ends it. */
export async function signsShown(settings: Settings, profiles: readonly Profile[], signal?: AbortSignal) {
  const limits = { ...settings.limits, ...PATIENCE };
  const time = AbortSignal.timeout(limits.runMs);
  const until = signal === undefined ? time : AbortSignal.any([time, signal]);
  const client = new HttpClient({ ...settings, limits }, until);
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

async function showsAll({ group, signs = [] }: Profile, client: HttpClient): Promise<boolean> {
  const seen = await Promise.all(signs.map((sign) => showsSign(sign, group, client)));
  return seen.every((isThere) => isThere);
}

async function showsSign(
  { path, body, select, matches }: Sign,
  service: Profile["group"],
  client: HttpClient,
): Promise<boolean> {
  const method = body === undefined ? "GET" : "POST";
  const request = {
    endpoint: SIGN_ENDPOINTS[service],
    service,
    method,
    target: path,
    expects: "open",
  } as const;
  try {
    const response = await client.send({ ...request, ...present({ body }) });
    const pattern = new RegExp(matches, "u");
    return textsAt(select, response.body.value).some((text) => pattern.test(text));
  } catch (error) {
    if (error instanceof UnusableResponse) {
      return false; // the run itself tells what is wrong
    }
    throw error;
  }
}
