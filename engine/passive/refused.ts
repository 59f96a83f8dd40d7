import type { AskingClause } from "../clauses/clause.ts";
import { readAsk, type ReadRequest } from "../clauses/read-request.ts";
import { documentedMessages, speaksOfInvalidParameter } from "../message/classify.ts";
import type { Reply } from "../model/exchange.ts";
import type { ParameterNames } from "../model/settings.ts";

/** A well-formed value, with the exchange in which it was called invalid. */
interface Refused {
  readonly value: string;
  readonly request: ReadRequest;
  readonly reply: Reply;
}

/** Values of one parameter that are kept. */
const MOST = 4;

const PATH = "path";

/**
 * Keeps the well-formed values that a service calls invalid in the words of part 7, whichever clause sent them: the clause
 * on what is accepted sends them too (reading 7). `names`: those of the target.
 */
export function createRefused(names: ParameterNames) {
  const all = new Map<string, Refused[]>();

  function keep(place: string, refused: Refused): void {
    const kept = all.get(place) ?? [];
    all.set(place, kept);
    if (kept.length < MOST && kept.every(({ value }) => value !== refused.value)) {
      kept.push(refused);
    }
  }

  function note(reply: Reply): void {
    const { endpoint, expects, rooted } = reply.ask;
    const isMeant = (expected: string): boolean => expected === "success" || expected === "missing";
    if (!speaksOfInvalidParameter(reply) || rooted === true || !isMeant(expects)) {
      return;
    }
    const request = readAsk(reply.ask, names);
    if (!isMeant(request.expects)) {
      return;
    }
    const { path, query } = request;
    const messages = documentedMessages(reply) ?? [];
    query
      .filter(({ name, sure }) => sure === "valid" && messages.includes(`Invalid parameter: ${name}`))
      .forEach(({ key = "", value }) => keep(`${endpoint}.${key}`, { value, request, reply }));
    if (path?.sure === "valid" && query.length === 0) {
      keep(`${endpoint}.${PATH}`, { value: path.value, request, reply });
    }
  }

  /** The values of the parameter that a clause is on. */
  function of({ endpoint, admits = "", recorded }: AskingClause): readonly string[] {
    return (all.get(`${endpoint}.${admits}`) ?? [])
      .filter(({ request, reply }) => admits !== PATH || recorded?.when(request, reply) !== false)
      .map(({ value }) => value);
  }

  return { note, of };
}
