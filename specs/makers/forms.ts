// §4.3, §4.4: the two clauses on the form of a parameter of a list
import type { AskingClause } from "../../engine/clauses/clause.ts";
import type { Listing, ParameterKey } from "../../engine/clauses/prerequisites.ts";
import { kebab } from "../../engine/schema/fields.ts";
import { invalidEntityIdFilter, validEntityIdFilter } from "../../generators/entity-id-filter.ts";
import type { Cases } from "../../generators/cases.ts";
import { listOf, LISTS, shortKey, WORDS } from "../laws/lists/lists.ts";
import { shownId } from "../laws/requests/ordinary.ts";
import { accepted, refused } from "./parameters.ts";

interface Values {
  readonly statement: string;
  readonly cases: () => Cases<string>;
  readonly readings: readonly number[];
}

/** A parameter of a list with the values that it takes, and those that it refuses. */
interface Form {
  readonly key: ParameterKey;
  readonly takes?: Values;
  readonly refuses: Values & { readonly repaired: (list: Listing) => string };
}

/** The clauses `…-accepted` and `…-refused` of a parameter. */
export function formClauses({ key, takes, refuses }: Form): readonly AskingClause[] {
  const list = listOf(key);
  const name = `${LISTS[list].section}-${kebab(shortKey(key))}` as const;
  return [
    ...(takes === undefined ? [] : [accepted({ ...takes, id: `${name}-accepted`, list, key })]),
    refused({ ...refuses, id: `${name}-refused`, list, key }),
  ];
}

/** The same for a filter on ids. */
export function idFormClauses(key: ParameterKey & keyof typeof WORDS): readonly AskingClause[] {
  return formClauses({
    key,
    takes: {
      statement: `${WORDS[key]} takes a well-formed entity id filter`,
      cases: validEntityIdFilter,
      readings: [7, 8],
    },
    refuses: {
      statement: `${WORDS[key]} refuses a malformed entity id filter by name`,
      cases: invalidEntityIdFilter,
      readings: [8, 10, 11],
      repaired: shownId,
    },
  });
}
