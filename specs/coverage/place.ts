// §1 to §9: a place of the document, and what became of it
import type { ClauseId } from "../../engine/clauses/clause.ts";

type Ids = readonly [ClauseId, ...ClauseId[]];

interface AnyPlace {
  /** Section, then the line in a few words; behind a slash, one fact of a line that holds several. */
  readonly place: string;
  /** Ties the place to the line of the document without repeating its words. */
  readonly fingerprint: string;
  readonly note?: string;
}

/** A place is judged by clauses, or left open, or both: judged as far as the document goes. */
export type Place = AnyPlace &
  ({ readonly clauses: Ids; readonly open?: Ids } | { readonly clauses?: never; readonly open: Ids });

/** A line of the document, as the places of its facts name it. */
export interface CoveredLine {
  readonly name: string;
  readonly section: string;
  readonly fingerprint: string;
}

/** The name of the line that a place stands in. */
export function lineName({ place }: Place): string {
  return place.split(" / ")[0] ?? place;
}

/** Every line that the places stand in, once. */
export function linesIn(places: readonly Place[]): readonly CoveredLine[] {
  const lines = new Map<string, CoveredLine>();
  for (const place of places) {
    const name = lineName(place);
    lines.set(`${name} ${place.fingerprint}`, {
      name,
      section: name.split(" ")[0] ?? "",
      fingerprint: place.fingerprint,
    });
  }
  return [...lines.values()];
}
