import { HttpClient } from "../http/client.ts";
import { isFailure } from "../message/errors.ts";
import type { Settings } from "../model/settings.ts";
import { SERVICE_NAMES, SERVICE_WORDS } from "../../schemas/operations.ts";
import { remedyOf } from "../model/reason.ts";
import { CannotRun } from "../model/cannot-run.ts";
import { textsAt } from "../discovery/recipes.ts";
import { anySignal, present, uniqueBy } from "../model/model.ts";
import { ignoreUnusable } from "../clauses/prerequisites.ts";
import type { Profile, Sign } from "./files/profile.ts";

/** Milliseconds for one connection: less than in the run, because a wrong URL has to be reported quickly. */
const REQUEST_MS = 5_000;

/** Connects to each service without sending a request. Throws {@link CannotRun} if a service cannot be reached. */
export async function preflight(settings: Settings, signal: AbortSignal): Promise<void> {
  const { target, limits } = settings;
  const client = new HttpClient({ ...settings, limits: { ...limits, requestMs: REQUEST_MS } }, signal);
  try {
    for (const service of SERVICE_NAMES.filter((name) => target.urls[name] !== undefined)) {
      await client.connect(service).catch((error: unknown) => {
        if (!isFailure(error)) throw error;
        const place = `the ${SERVICE_WORDS[service]} service at ${target.urls[service]}`;
        throw new CannotRun(`${place} ${error.message}`, remedyOf(error.why));
      });
    }
  } finally {
    await client.close();
  }
}

/** Limits for the requests that identify an implementation. If a service is slow, no profile is suggested for it. */
const SIGN_LIMITS = { requestMs: 8_000, retries: 0, outageMs: 0, runMs: 20_000 };

/** The endpoint of each service to which the identifying requests are attributed. */
const SIGN_ENDPOINTS = { status: "statusSummary", base: "tokenBalances", verify: "sessionVerify" } as const;

/** The profile whose signs a service without a profile shows. Sends one request for each sign; `signal` aborts them. */
export async function matchingProfiles(
  settings: Settings,
  profiles: readonly Profile[],
  signal?: AbortSignal,
) {
  const limits = { ...settings.limits, ...SIGN_LIMITS };
  const bounded = anySignal(AbortSignal.timeout(limits.runMs), signal);
  const client = new HttpClient({ ...settings, limits }, bounded);
  const withProfile = new Set(settings.profiles?.map(({ group }) => group));
  const isWanted = ({ group, signs = [] }: Profile): boolean =>
    settings.target.urls[group] !== undefined && !withProfile.has(group) && signs.length > 0;
  const candidates = profiles.filter(isWanted);
  try {
    const checks = candidates.map(async (profile) => {
      const { signs = [], group } = profile;
      const shown = await Promise.all(signs.map((sign) => showsSign(sign, group, client)));
      return shown.includes(false) ? [] : [profile];
    });
    return uniqueBy((await Promise.all(checks)).flat(), ({ group }) => group);
  } finally {
    await client.close();
  }
}

async function showsSign(
  { path, body, select, matches }: Sign,
  service: Profile["group"],
  client: HttpClient,
): Promise<boolean> {
  const method = body === undefined ? "GET" : "POST";
  const [endpoint, target] = [SIGN_ENDPOINTS[service], path];
  const request = { endpoint, service, method, target, expects: "open" } as const;
  // The run itself reports unusable responses.
  const response = await client.send({ ...request, ...present({ body }) }).catch(ignoreUnusable);
  return textsAt(select, response?.body.value).some((text) => new RegExp(matches, "u").test(text));
}
