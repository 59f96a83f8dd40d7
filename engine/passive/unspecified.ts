import { sectionOf } from "../clauses/clause.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import type { UnspecifiedEntry } from "../model/clause-results.ts";
import { compareTexts } from "../model/compare.ts";
import type { ApiResponse } from "../model/exchange.ts";
import { getOrInsert, present } from "../model/model.ts";
import type { Endpoint } from "../../schemas/operations.ts";

/** Maximum number of different observations that are kept for one entry of the table. */
const MOST_OBSERVATIONS = 40;
/** Maximum length of an observation. A longer one is dropped: if it were cut, a secret in it would no longer be recognised. */
const LONGEST_OBSERVATION = 400;

interface ObservedValues {
  readonly endpoint: Endpoint;
  count: number;
  /** The curl line of the first request with this observation. The response is not kept, because its body may be large. */
  readonly curl: string;
}

export function createObservations(table: Catalogue["unspecified"], curl: (response: ApiResponse) => string) {
  const observationsById = new Map(table.map(({ id }) => [id, new Map<string, ObservedValues>()]));

  /** Counts an observation. Beyond the maximum, the alphabetically last one is dropped, so that equal runs keep the same ones. */
  function note(observed: Map<string, ObservedValues>, text: string, response: ApiResponse): void {
    const { endpoint } = response.request;
    const values = getOrInsert(observed, text, () => ({ endpoint, count: 0, curl: curl(response) }));
    values.count += 1;
    if (observed.size > MOST_OBSERVATIONS) {
      observed.delete([...observed.keys()].toSorted(compareTexts).at(-1) ?? "");
    }
  }

  return {
    observe: (response: ApiResponse): void => {
      for (const { id, observe } of table) {
        const texts = new Set(observe?.(response).filter((text) => text.length <= LONGEST_OBSERVATION));
        const observed = observationsById.get(id) ?? new Map<string, ObservedValues>();
        texts.forEach((text) => note(observed, `${response.request.endpoint}: ${text}`, response));
      }
    },
    /** Each entry of the table with its observations at the endpoints that `isReached` accepts, most frequent first. */
    entries: (isReached: (endpoint: Endpoint) => boolean): readonly UnspecifiedEntry[] =>
      table.map(({ id, statement, assumption, warning }) => ({
        id,
        section: sectionOf(id),
        statement,
        assumption,
        ...present({ warning }),
        observed: [...(observationsById.get(id) ?? [])]
          .filter(([, { endpoint }]) => isReached(endpoint))
          .map(([value, { count, curl: request }]) => ({ value, count, curl: request }))
          .toSorted((a, b) => b.count - a.count || compareTexts(a.value, b.value)),
      })),
  };
}
