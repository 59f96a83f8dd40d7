import type { Answer, Body } from "../model/exchange.ts";
import { addAll, noSightings, type Sightings } from "./counters.ts";

/** What answers showed by themselves, known again for equal ones: most answers of a run repeat another one. */
export interface Looks {
  /** What an equal answer showed before. `kind`: what else decides how an answer is looked at. */
  of(answer: Answer, kind: string): Sightings | undefined;
  keep(answer: Answer, kind: string, shown: Sightings): void;
}

/** Remembered as long as the bodies are: equal bodies are one object while the client remembers them. */
export function createLooks(): Looks {
  const known = new WeakMap<Body, Map<string, Sightings>>();
  const keyOf = ({ ask, status }: Answer, kind: string): string => `${ask.endpoint} ${status} ${kind}`;
  return {
    of: (answer, kind) => known.get(answer.body)?.get(keyOf(answer, kind)),
    keep: (answer, kind, shown) => {
      const looks = known.get(answer.body) ?? new Map<string, Sightings>();
      known.set(answer.body, looks.set(keyOf(answer, kind), shown));
    },
  };
}

/** What one source showed, with what single answers showed not yet added up. */
export interface Tally {
  /** Counts at once. */
  readonly now: Sightings;
  /** Counts what an answer showed, once more where an equal one showed it. */
  add(shown: Sightings): void;
  /** Everything that was counted. */
  total(): Sightings;
}

/** Different answers after which counts are added up: they must not fill the memory. */
const MOST_OPEN = 500;

/** Nothing is counted at first. */
export function createTally(): Tally {
  const now = noSightings();
  const open = new Map<Sightings, number>();

  function total(): Sightings {
    for (const [shown, times] of open) {
      addAll(now, shown, times);
    }
    open.clear();
    return now;
  }

  return {
    now,
    add: (shown) => {
      open.set(shown, (open.get(shown) ?? 0) + 1);
      if (open.size > MOST_OPEN) {
        total();
      }
    },
    total,
  };
}
