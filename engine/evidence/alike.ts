import { describe } from "../message/classify.ts";
import { inShort, pathOf } from "../message/known-deviations.ts";
import type { Finding, Found, Reply } from "../model/exchange.ts";
import { present } from "../model/model.ts";
import type { Redact } from "../secrets/redact.ts";
import type { Alike } from "../model/clause-results.ts";

/** Different requests that are told of one cause (of more, that it was any), and different values of each. */
const MOST_REQUESTS = 16;
const MOST_VALUES = 128;
/** A longer value is told by its kind: a report cuts it. */
const LONGEST = 1_500;

/** Whether a path is that of a case which fast-check generated, and no name. */
export const isGenerated = (path: string): boolean => /^\d+(:\d+)*$/.test(path);

/** So many digits in a row stand for any of so many. */
const LONG_NUMBERS = /\d{4,}/g;

type Shown = Pick<Found, "finding" | "reply" | "path">;

/** What a finding of a clause that asks has in common with the same one in another run: its very request. */
export function alikeOf({ finding, reply, path }: Shown, redact: Redact): Alike {
  const exact = literal(redact(sent(reply)));
  // Another seed makes other values of the same form.
  const request = isGenerated(path) ? exact.replace(LONG_NUMBERS, ({ length }) => `\\d{${length}}`) : exact;
  return [{ request, ...kept([textOf(finding, reply)], redact) }];
}

/** Values of one cause; of those that are too many, or too long to be told, only that it was any. */
interface Values {
  readonly texts: Set<string>;
  isAny: boolean;
}

/** What the findings of a clause that watches have in common: secrets are taken out when it is told. */
export interface Sights {
  note(finding: Finding, reply: Reply): void;
  told(redact: Redact): Alike;
}

export function createSights(): Sights {
  const byPath = new Map<string, Values>();
  const anywhere = noValues();
  return {
    note: (finding, reply) => {
      // Which requests show its answers, others and chance decide: their paths alone are told.
      const path = sent(reply).split("?", 1)[0] ?? "";
      const text = textOf(finding, reply);
      // One more than are told tells that there are too many.
      if (byPath.size <= MOST_REQUESTS) {
        const values = byPath.get(path) ?? noValues();
        byPath.set(path, values);
        addValue(values, text);
      }
      addValue(anywhere, text);
    },
    told: (redact) =>
      byPath.size > MOST_REQUESTS
        ? [{ request: "", ...keptOf(anywhere, redact) }]
        : [...byPath].map(([path, values]) => ({
            request: `${literal(redact(path))}(?:\\?.*)?`,
            ...keptOf(values, redact),
          })),
  };
}

function noValues(): Values {
  return { texts: new Set(), isAny: false };
}

function addValue(values: Values, text: string): void {
  if (values.isAny) {
    return;
  }
  values.texts.add(text);
  if (text.length > LONGEST || values.texts.size > MOST_VALUES) {
    values.isAny = true;
    values.texts.clear();
  }
}

function keptOf({ texts, isAny }: Values, redact: Redact): ReturnType<typeof kept> {
  return isAny ? {} : kept([...texts], redact);
}

/** What two sets of findings with one cause have in common. */
export function alikeTogether(a: Alike, b: Alike): Alike {
  const all = new Map(a.map(({ request, values }) => [request, values]));
  for (const { request, values } of b) {
    all.set(request, all.has(request) ? united([all.get(request), values]) : values);
  }
  const told =
    all.size > MOST_REQUESTS || all.has("") ? [["", united([...all.values()])] as const] : [...all];
  return told.map(([request, values]) => ({ request, ...present({ values }) }));
}

function united(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const all = new Set(lists.flatMap((list) => list ?? []));
  return lists.includes(undefined) || all.size > MOST_VALUES ? undefined : [...all];
}

function textOf({ actual }: Finding, reply: Reply): string {
  return actual === "" ? describe(reply) : actual;
}

function kept(values: readonly string[], redact: Redact): { readonly values?: readonly string[] } {
  return values.length > MOST_VALUES || values.some((text) => text.length > LONGEST || redact(text) !== text)
    ? {}
    : { values: values.map(inShort) };
}

/** Path and query below the URL of the service. */
function sent({ url, prefix }: Reply): string {
  const path = pathOf(url);
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

/** A regular expression for just this text, of a very long one for its beginning; what hides a secret stands for anything. */
function literal(whole: string): string {
  const text = whole.slice(0, LONGEST);
  return text === whole ? escaped(text) : `${escaped(text)}.*`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("\\*\\*\\*", ".*");
}
