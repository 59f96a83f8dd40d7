import { arrayOf, record, type JsonSchema } from "../../schemas/json-schema.ts";
import { ENDPOINT_NAMES, operations } from "../../schemas/operations.ts";
import { exactBody, type ExactBody } from "../message/body.ts";
import { documentedMessages, isObject, looksLikeSuccess } from "../message/classify.ts";
import { queryOf } from "../model/call.ts";
import type { Ask, Reply } from "../model/exchange.ts";
import { rowsIn, type ListRow } from "./pagination.ts";

/** What one response shows of the choices that the document leaves open: its body is looked at once for all of them. */
export interface Sighting
  extends Pick<Reply, "status" | "headers">, Pick<Ask, "endpoint" | "service" | "expects"> {
  readonly reply: Reply;
  /** The body is that of a success, whatever the status. */
  readonly succeeds: boolean;
  /** The different values at a path of members of a success. */
  readonly at: (path: string) => ReadonlySet<unknown>;
  /** Members that no table names, behind the title of their record: of a success, or of an error that is shown. */
  readonly more: readonly string[];
  /** The body of a success as it was written, where `JSON.parse` lost something. */
  readonly exact: ExactBody | undefined;
  readonly rows: readonly ListRow[];
  readonly messages: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
  /** What became of the request, without the body. */
  readonly outcome: string;
  /** Takes secrets out of what is to be taken apart: they are not known again in the parts. */
  readonly redact: (text: string) => string;
}

/** Makes the sightings of a run; `paths`: what is looked for in the bodies of successes. */
export function createSightings(
  paths: readonly string[],
  redact: Sighting["redact"],
): (reply: Reply) => Sighting {
  const places = new Map(
    ENDPOINT_NAMES.map((endpoint) => [endpoint, placeOf(operations[endpoint].success, paths)]),
  );

  return (reply) => {
    const { endpoint, service, expects, target } = reply.ask;
    const succeeds = looksLikeSuccess(reply);
    const messages = documentedMessages(reply) ?? [];
    const seen: Seen = { values: new Map(), more: new Set() };
    const place = succeeds ? places.get(endpoint) : messages.length > 0 ? ERROR : undefined;
    if (place !== undefined) {
      look(place, reply.body.value, seen);
    }
    const { list } = operations[endpoint];
    return {
      endpoint,
      service,
      expects,
      reply,
      status: reply.status,
      headers: reply.headers,
      redact,
      succeeds,
      messages,
      at: (path) => seen.values.get(path) ?? NONE,
      more: [...seen.more],
      exact: succeeds ? exactBody(reply.body) : undefined,
      rows: succeeds && list !== undefined ? rowsIn(reply, list.rows) : [],
      query: [...queryOf(target)],
      outcome: `status ${reply.status}${succeeds ? ", a success" : ""}`,
    };
  };
}

const NONE: ReadonlySet<unknown> = new Set();
/** Elements of an array that are looked at. */
const ELEMENTS = 200;
/** Different texts kept of one response. */
const MOST = 12;
/** Longest text that is told. */
const LONGEST = 400;

/** A record or a value in a body, with what is inside of it. */
interface Place {
  readonly path: string;
  readonly title: string;
  readonly isSought: boolean;
  readonly members?: ReadonlyMap<string, Place>;
}

function placeOf(schema: JsonSchema, sought: readonly string[], path = ""): Place {
  const { properties, title = "" } = schema.items ?? schema;
  const inside = Object.entries(properties ?? {}).map(
    ([name, member]) => [name, placeOf(member, sought, path === "" ? name : `${path}.${name}`)] as const,
  );
  return { path, title, isSought: sought.includes(path), ...(properties && { members: new Map(inside) }) };
}

/** An error as part 7 shows it. */
const ERROR = placeOf(
  record("beside _status", {
    _status: record("beside messages", { messages: arrayOf(record("beside message", { message: {} })) }),
  }),
  [],
);

interface Seen {
  readonly values: Map<string, Set<unknown>>;
  readonly more: Set<string>;
}

function look(place: Place, value: unknown, seen: Seen): void {
  const { path, title, isSought, members } = place;
  if (Array.isArray(value) && members !== undefined) {
    for (let index = 0; index < value.length && index < ELEMENTS; index += 1) {
      look(place, value[index], seen);
    }
    return;
  }
  if (isSought) {
    const values = seen.values.get(path) ?? new Set();
    seen.values.set(path, values.add(value));
  }
  if (members !== undefined && isObject(value)) {
    for (const name of Object.keys(value)) {
      const member = members.get(name);
      if (member !== undefined) {
        look(member, value[name], seen);
      } else if (seen.more.size < MOST) {
        seen.more.add(`${title}: ${shown(name)}`);
      }
    }
  }
}

/** Each text once, those that are too long left out, and no more than a dozen. */
export function distinct(told: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const text of Array.isArray(told) ? told : [told]) {
    if (typeof text === "string" && text.length <= LONGEST && texts.size < MOST) {
      texts.add(text);
    }
  }
  return texts;
}

/** A value in a few words. A long text is not cut, for a part of a secret would not be recognised as one. */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    const text = JSON.stringify(value);
    return text.length > 40 ? `a text of ${value.length} characters` : text;
  }
  if (Array.isArray(value)) {
    return `an array of ${value.length}`;
  }
  return isObject(value) ? `an object of ${Object.keys(value).length} members` : String(value);
}
