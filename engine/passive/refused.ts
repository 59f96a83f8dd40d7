import type { AskingClause } from "../clauses/clause.ts";
import { hasEncodedOperator, readRequest, type ReadRequest } from "../clauses/read-request.ts";
import { documentedMessages, speaksOfInvalidParameter } from "../message/classify.ts";
import type { ApiResponse } from "../model/exchange.ts";
import type { ParameterNames } from "../model/settings.ts";

/** A well-formed value, with the exchange in which it was called invalid, or got an error. */
export interface Refused {
  /** The name of its parameter; empty for the value in a path. */
  readonly name: string;
  readonly value: string;
  readonly request: ReadRequest;
  readonly response: ApiResponse;
}

/** Values of one parameter that are kept. */
const MOST_REFUSED_VALUES = 4;

const PATH_KEY = "path";
/** Before the place of values that got an error. */
const ERRORS = "error ";

/**
 * Keeps the well-formed values that a service calls invalid in the words of part 7, and those that get an error of the server,
 * whichever clause sent them: the clause on what is accepted sends them too (interpretations 7, 22). `names`: those of the target.
 */
export function createRefused(names: ParameterNames) {
  const all = new Map<string, Refused[]>();

  function keep(place: string, refused: Refused): void {
    const kept = all.get(place) ?? [];
    all.set(place, kept);
    if (kept.length < MOST_REFUSED_VALUES && kept.every(({ value }) => value !== refused.value)) {
      kept.push(refused);
    }
  }

  function note(response: ApiResponse): void {
    const isError = response.status >= 500 && !speaksOfInvalidParameter(response);
    const { endpoint, expects, fromOrigin, target } = response.request;
    const isMeant = (expected: string): boolean => expected === "success" || expected === "missing";
    // A request that looks for the name of a parameter is valid if the target knows the name, which is decided later.
    if (
      !(isError || speaksOfInvalidParameter(response)) ||
      fromOrigin === true ||
      expects === "refusal" ||
      hasEncodedOperator(target)
    ) {
      return;
    }
    const request = readRequest(response.request, names);
    if (!isMeant(request.expects)) {
      return;
    }
    const { path, query } = request;
    // What a repeated parameter means is unspecified.
    if (new Set(query.map(({ name }) => name)).size < query.length) {
      return;
    }
    const messages = documentedMessages(response) ?? [];
    const place = `${isError ? ERRORS : ""}${endpoint}`;
    query
      .filter(
        ({ name, sure }) => sure === "valid" && (isError || messages.includes(`Invalid parameter: ${name}`)),
      )
      .forEach(({ key = "", name, value }) => keep(`${place}.${key}`, { name, value, request, response }));
    if (path?.sure === "valid" && query.length === 0) {
      keep(`${place}.${PATH_KEY}`, { name: "", value: path.value, request, response });
    }
  }

  const keptOf = (
    { endpoint, acceptsParameter = "", recorded }: AskingClause,
    kind = "",
  ): readonly Refused[] =>
    (all.get(`${kind}${endpoint}.${acceptsParameter}`) ?? []).filter(
      ({ request, response }) => acceptsParameter !== PATH_KEY || recorded?.when(request, response) !== false,
    );

  return {
    note,
    /** The exchanges in which a value of the parameter that a clause is on was refused. */
    of: (clause: AskingClause) => keptOf(clause),
    /** The same, in which it got an error: with which of the values of its request, and whether always, is not known. */
    errorsOf: (clause: AskingClause) => keptOf(clause, ERRORS),
  };
}
