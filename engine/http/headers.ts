import { shownHeaders } from "./curl.ts";
import { present } from "../model/model.ts";
import type { Ask, Reply } from "../model/exchange.ts";
import type { Service, Settings } from "../model/settings.ts";

type SentBy = Pick<Settings, "target" | "placeholders" | "userAgent" | "runId">;

const REQUEST_ID = "x-request-id";

/** Of a header field: its name, its value, and what a report shows for that. */
type Field = readonly [name: string, value: string, shown: string];

/** The header fields of every request: those that the suite sends, and over them those that the user configured. */
export function createHeaders(settings: SentBy) {
  return {
    /** The x-request-id of the request of that number; undefined where the user configured one: then that stands. */
    idOf: (service: Service, number: number): string | undefined => {
      const own = Object.keys(settings.target.headers[service]);
      const isOurs = settings.runId !== undefined && !own.some((name) => name.toLowerCase() === REQUEST_ID);
      return isOurs ? `${settings.runId}-${number}` : undefined;
    },
    /** Names and values in turn, as they are sent; `id` is left out where none is wanted. */
    of: (ask: Ask, id: string | undefined): string[] => [
      ...fieldsFor(ask, settings).flatMap(([name, value]) => [name, value]),
      ...(id === undefined ? [] : [REQUEST_ID, id]),
    ],
    /** What a report may show of them: configured values stay out of it. */
    shown: ({ ask, requestId }: Pick<Reply, "ask" | "requestId">): Readonly<Record<string, string>> => ({
      ...Object.fromEntries(fieldsFor(ask, settings).map(([name, , shown]) => [name, shown])),
      ...(requestId === undefined ? {} : { [REQUEST_ID]: requestId }),
    }),
  };
}

function fieldsFor({ service, bare, body }: Ask, settings: SentBy): readonly Field[] {
  const { userAgent, target } = settings;
  const own = {
    accept: "application/json",
    "accept-encoding": "identity",
    ...present({
      "user-agent": userAgent,
      "content-type": body === undefined ? undefined : "application/json",
    }),
  };
  const shown = shownHeaders(settings, service);
  const fields = new Map(
    Object.entries(own).map(([name, value]): [string, Field] => [name, [name, value, value]]),
  );
  for (const [name, value] of Object.entries(bare === true ? {} : target.headers[service])) {
    fields.set(name.toLowerCase(), [name, value, shown[name] ?? "***"]);
  }
  return [...fields.values()];
}

/** Fields of one answer that are kept, and characters of each. */
const KEPT = { fields: 100, characters: 1_000 };
/** Fields that are judged, observed or told. */
const READ =
  /^(?:content-|(?:x-)?rate-?limit|(?:location|retry-after|www-authenticate|set-cookie|deprecation|sunset|warning)$)/;

/** What is kept of the header fields of an answer: those that are read first, each cut; a target may send thousands. */
export function keptFields(headers: Reply["headers"]): Reply["headers"] {
  const entries = Object.entries(headers);
  if (entries.length <= KEPT.fields && entries.every(([, value]) => value.length <= KEPT.characters)) {
    return headers;
  }
  const readFirst = entries.toSorted(([a], [b]) => Number(READ.test(b)) - Number(READ.test(a)));
  const kept = readFirst.slice(0, KEPT.fields);
  return Object.fromEntries(kept.map(([name, value]) => [name, value.slice(0, KEPT.characters)]));
}
