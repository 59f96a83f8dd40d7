import { setTimeout as sleep } from "node:timers/promises";
import { textsAt } from "../discovery/recipes.ts";
import { createClient, type Client } from "../http/client.ts";
import { Trouble, type Reply } from "../model/exchange.ts";
import type { Service, Settings } from "../model/settings.ts";
import { SECOND } from "../pacing/rate.ts";
import { serviceInWords, serviceOf } from "../../reports/words/labels.ts";
import { ENDPOINT_NAMES, SERVICE_NAMES } from "../../schemas/operations.ts";
import type { Chosen } from "./choose-target.ts";
import { present } from "../model/model.ts";
import { bundledProfiles, endpointsOf, type Profile, type Sign } from "./files/profile.ts";
import type { RunFlags } from "./options.ts";
import { prepareRun, readOrder, type PreparedRun, type Ordered } from "./prepare.ts";

/** The word that stands for the profiles whose signs the services show. */
export const AUTO = "auto";

/** A service that is slow to show a sign shows none. */
const PATIENCE = { requestMs: 8_000, retries: 0, outageMs: 0 };

/**
 * Reads what the options name. Where `auto` is among the profiles, each service without one of its own is asked for the
 * signs of the bundled ones, unless nothing may be asked; what that takes is on the bill of the run. Gives the order in
 * which they have taken the place of `auto`, and what each service was taken for, a line each.
 */
export async function recognisedOrder<Flags extends RunFlags, Target extends Chosen | undefined>(
  flags: Flags,
  chosen: Target,
  asks = true,
  known: Ordered["known"] = flags.known,
) {
  const profile = flags.profile.filter((name) => name !== AUTO);
  const named = { ...flags, profile };
  const order = await readOrder({ ...named, ...present({ known }) });
  if (profile.length === flags.profile.length) {
    return { flags, order, chosen, told: [] };
  }
  if (!asks || chosen === undefined) {
    const told = [`--profile ${AUTO} is left out: nothing is asked of a service`];
    return { flags: named, order, chosen, told };
  }
  const { settings } = prepareRun(order, named, chosen);
  const taken = new Set(order.profiles.map(({ group }) => group));
  const asked = SERVICE_NAMES.filter(
    (service) => settings.target.urls[service] !== undefined && !taken.has(service),
  );
  const { shown, spent } = await shownBy(settings, asked, order);
  return {
    flags: { ...flags, profile: [...profile, ...shown.map(({ name }) => name)] },
    order: { ...order, profiles: [...order.profiles, ...shown] },
    chosen: { ...chosen, spent },
    told: asked.map((service) => taking(service, shown)),
  };
}

function taking(service: Service, shown: readonly Profile[]): string {
  const profile = shown.find(({ group }) => group === service);
  return profile === undefined
    ? `the ${serviceInWords(service)} shows the signs of no profile: it is judged without one`
    : `the ${serviceInWords(service)} is taken for ${profile.title}: --profile ${profile.name}`;
}

async function shownBy(settings: Settings, asked: readonly Service[], { catalogue }: PreparedRun) {
  const bundled = bundledProfiles(endpointsOf(catalogue));
  const limits = { ...settings.limits, ...PATIENCE };
  const client = createClient({ ...settings, limits }, new AbortController().signal);
  const shown: Profile[] = [];
  // Profiles of one service look for their signs in the same answers.
  const answers = new Map<string, Promise<Reply | undefined>>();
  const answerTo = (sign: Sign, service: Service): Promise<Reply | undefined> => {
    const key = JSON.stringify([service, sign.path, sign.body]);
    const answer = answers.get(key) ?? ask(sign, service, client);
    answers.set(key, answer);
    return answer;
  };
  const showsAll = async ({ group, signs = [] }: Profile): Promise<boolean> => {
    for (const sign of signs) {
      if (!isIn(await answerTo(sign, group), sign)) {
        return false;
      }
    }
    return signs.length > 0;
  };
  try {
    for (const profile of asked.flatMap((service) => bundled.filter(({ group }) => group === service))) {
      if (!shown.some(({ group }) => group === profile.group) && (await showsAll(profile))) {
        shown.push(profile);
      }
    }
    return { shown, spent: client.counts() };
  } finally {
    await client.close();
    // The next request belongs to the same second.
    await sleep(settings.rps === undefined ? 0 : SECOND / settings.rps);
  }
}

async function ask({ path, body }: Sign, service: Service, client: Client): Promise<Reply | undefined> {
  const endpoint = ENDPOINT_NAMES.find((name) => serviceOf(name) === service);
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
