import { arrayOf, type JsonSchema, record } from "../../schemas/json-schema.ts";
import { type Endpoint, operations } from "../../schemas/operations.ts";
import { exactBody, type ExactBody } from "../message/body.ts";
import { documentedMessages, isObject, looksLikeSuccess } from "../message/classify.ts";
import { type Ask, queryOf, type Reply } from "../model/exchange.ts";
import { countOf } from "../model/model.ts";
import { type ListRow, rowsIn } from "./pagination.ts";
import type { ClauseId, Have, Needs, OpenMatter, Places, Probe } from "./clause.ts";
import { sectionOf } from "./clause.ts";

/** What one response shows of the choices that the document leaves open. */
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

/** What is to be seen of a response. */
export function sightingOf(reply: Reply, redact: Sighting["redact"]): Sighting {
  const { endpoint, service, expects, target } = reply.ask;
  const { value } = reply.body;
  const succeeds = looksLikeSuccess(reply);
  const messages = documentedMessages(reply) ?? [];
  const schema = succeeds ? operations[endpoint].success : messages.length > 0 ? ERROR : undefined;
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
    at: (path) => (succeeds ? valuesAt(value, path) : new Set()),
    more: [...namesBeside(schema, value)],
    exact: succeeds ? exactBody(reply.body) : undefined,
    rows: succeeds ? rowsIn(reply) : [],
    query: [...queryOf(target)],
    outcome: `status ${reply.status}${succeeds ? ", a success" : ""}`,
  };
}

/** Elements of an array that are looked at. */
const ELEMENTS = 200;
/** Different texts kept of one response. */
const MOST = 12;
/** Longest text that is told. */
const LONGEST = 400;

/** An error as part 7 shows it. */
const ERROR = record("beside _status", {
  _status: record("beside messages", { messages: arrayOf(record("beside message", { message: {} })) }),
});

const elementsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, ELEMENTS) : [value];

// Every response is looked at in some twenty ways: loops, since what makes lists of lists takes most of a run's time.
function valuesAt(value: unknown, path: string): ReadonlySet<unknown> {
  let found = new Set(elementsOf(value));
  for (const name of path.split(".")) {
    const next = new Set<unknown>();
    for (const item of found) {
      if (isObject(item) && Object.hasOwn(item, name)) {
        elementsOf(item[name]).forEach((element) => next.add(element));
      }
    }
    found = next;
  }
  return found;
}

/** Members that a schema does not name, behind the titles of their records. */
function namesBeside(
  schema: JsonSchema | undefined,
  value: unknown,
  found = new Set<string>(),
): ReadonlySet<string> {
  const { properties, title = "" }: JsonSchema = schema?.items ?? schema ?? {};
  if (properties === undefined) {
    return found;
  }
  for (const item of elementsOf(value).filter(isObject)) {
    for (const name of Object.keys(item)) {
      const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (member !== undefined) {
        namesBeside(member, item[name], found);
      } else if (found.size < MOST) {
        found.add(`${title}: ${shown(name)}`);
      }
    }
  }
  return found;
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
  return isObject(value) ? `an object of ${countOf(Object.keys(value).length, "member")}` : String(value);
}

/** How one value of a success is told, and where it stands; undefined: not at all. */
export type View = (value: unknown, path: string, seen: Sighting) => string | undefined;

type Observe = NonNullable<OpenMatter["observe"]>;

/** An open matter, of which can be added how it is seen. */
export interface LeftOpen extends OpenMatter {
  /** By the values at some paths of a success, with spaces between these. */
  readonly shows: (view: View, paths: string) => LeftOpen;
  /** By anything else that a response tells. */
  readonly told: (observe: Observe) => LeftOpen;
  /** By what becomes of values in a query of which the document says nothing. */
  readonly tried: (
    isSought: (value: string, name: string, seen: Sighting) => boolean,
    tell?: (seen: Sighting) => string,
  ) => LeftOpen;
  /** By what is sent to see it. */
  readonly sends: <const N extends Needs>(needs: N, asks: (have: Have<N>) => readonly Ask[]) => LeftOpen;
  /** In responses of these endpoints; else of those of its section, or of all where it is of none. */
  readonly of: (...endpoints: readonly Endpoint[]) => LeftOpen;
  /** Each observation is a warning of the run. */
  readonly warns: () => LeftOpen;
}

/** Declares what the document leaves open, the places that this is about, and what a run takes for granted of it. */
export const left = (id: ClauseId, statement: string) => ({
  cites: (...cites: Places) => ({
    assumes: (assumes: OpenMatter["assumes"]) =>
      leftOpen({ kind: "open", id, statement, cites, assumes, endpoints: endpointsOf(sectionOf(id)) }),
  }),
});

function endpointsOf(part: string): readonly Endpoint[] {
  const all = Object.values(operations);
  const own = all.filter(({ section, recordSection }) => section === part || recordSection === part);
  return (own.length === 0 ? all : own).map(({ endpoint }) => endpoint);
}

function leftOpen(matter: OpenMatter): LeftOpen {
  const told: LeftOpen["told"] = (observe) => leftOpen({ ...matter, observe });
  return {
    ...matter,
    told,
    shows: (view, paths) => {
      const tell = (path: string, seen: Sighting) =>
        Array.from(seen.at(path), (value) => view(value, path, seen));
      const each = paths.split(" ");
      return told((seen) => seen.succeeds && each.flatMap((path) => tell(path, seen)));
    },
    tried: (isSought, tell) =>
      told((seen) =>
        seen.query
          .filter(([name, value]) => seen.expects === "open" && isSought(value, name, seen))
          .map(
            ([name, value]) => tell?.(seen) ?? `${seen.endpoint} ${name}=${shown(value)}: ${seen.outcome}`,
          ),
      ),
    // As with clauses: the engine hands over only what `needs` names.
    sends: (needs, asks) => leftOpen({ ...matter, probe: { needs, asks } as unknown as Probe }),
    of: (...endpoints) => leftOpen({ ...matter, endpoints }),
    warns: () => leftOpen({ ...matter, warning: true }),
  };
}
