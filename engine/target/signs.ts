import { textsAt } from "../discovery/recipes.ts";
import { createClient, type Client } from "../http/client.ts";
import { present } from "../model/model.ts";
import { Trouble, type Reply } from "../model/exchange.ts";
import type { Settings } from "../model/settings.ts";
import { ENDPOINT_NAMES, operations } from "../../schemas/operations.ts";
import type { Profile, Sign } from "./files/profile.ts";

/** A service that is slow to show a sign shows none. */
const PATIENCE = { requestMs: 8_000, retries: 0, outageMs: 0, runMs: 20_000 };

/**
 * The profiles whose signs services show that are judged without one: a request for each sign. `signal` ends it. Gives
 * what was sent for it, by endpoint, too.
 */
export async function signsShown(settings: Settings, profiles: readonly Profile[], signal?: AbortSignal) {
  const limits = { ...settings.limits, ...PATIENCE };
  const until = AbortSignal.any([
    AbortSignal.timeout(limits.runMs),
    ...(signal === undefined ? [] : [signal]),
  ]);
  const client = createClient({ ...settings, limits, spent: {} }, until);
  const taken = new Set(settings.profiles?.map(({ group }) => group));
  const shown: Profile[] = [];
  try {
    for (const profile of profiles) {
      const { group, signs = [] } = profile;
      const isWanted = settings.target.urls[group] !== undefined && !taken.has(group) && signs.length > 0;
      if (isWanted && (await showsAll(profile, client))) {
        taken.add(group);
        shown.push(profile);
      }
    }
    return { shown, sent: client.counts() };
  } finally {
    await client.close();
  }
}

async function showsAll({ group, signs = [] }: Profile, client: Client): Promise<boolean> {
  for (const sign of signs) {
    if (!isIn(await ask(sign, group, client), sign)) {
      return false;
    }
  }
  return true;
}

async function ask(
  { path, body }: Sign,
  service: Profile["group"],
  client: Client,
): Promise<Reply | undefined> {
  const endpoint = ENDPOINT_NAMES.find((name) => operations[name].service === service);
  if (endpoint === undefined) {
    return undefined;
  }
  try {
    return await client.send({
      endpoint,
      service,
      method: body === undefined ? "GET" : "POST",
      target: path,
      expects: "open",
      ...present({ body }),
    });
  } catch (error) {
    if (error instanceof Trouble) {
      return undefined; // the run itself tells what is wrong
    }
    throw error;
  }
}

function isIn(reply: Reply | undefined, { select, matches }: Sign): boolean {
  const pattern = new RegExp(matches, "u");
  return textsAt(select, reply?.body.value).some((text) => pattern.test(text));
}
