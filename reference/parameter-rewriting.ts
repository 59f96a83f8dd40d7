// Rewritings of the value of one parameter: refused, ignored, or read as another value.
import { operations } from "../schemas/operations.ts";
import { invalidParameters, notFound, setQuery, valuesOf, type ServerRequest } from "./exchange.ts";
import {
  editedResponses,
  editRequest,
  holds,
  when,
  withQuery,
  type Condition,
  type Rewriting,
  type Where,
} from "./rewriting.ts";
import { operatorOf } from "./service/parameters.ts";

/** Stands for the parameter in the path where a query parameter has its name. */
export const PATH_PLACE = "path";

type RequestTest = RegExp | ((text: string) => boolean);

const fitsPattern = (test: RequestTest, text: string): boolean =>
  test instanceof RegExp ? test.test(text) : test(text);

/** Requests are refused that have to be accepted. */
export function refusedWhen(name: string, where: Where): Rewriting {
  return when(where, editedResponses(invalidParameters([name])));
}

/** Texts are refused that have to be accepted. */
export function refusedIn(place: string, test: RequestTest): Rewriting {
  return (honest) => (request) => {
    const texts = place === PATH_PLACE ? [request.param] : valuesOf(request, place);
    const name = place === PATH_PLACE ? operations[request.endpoint].pathParameter?.name : place;
    return texts.some((text) => fitsPattern(test, text))
      ? invalidParameters([name ?? place])
      : honest(request);
  };
}

/** A text in the path finds nothing. */
export function missingPath(test: RegExp): Rewriting {
  return when(test, editedResponses(notFound()));
}

/** A text is taken for another one; for none at all where there is no other. */
export function taken(place: string, change: (text: string) => string | undefined): Rewriting {
  return editRequest((request) =>
    place === PATH_PLACE
      ? { ...request, param: change(request.param) ?? "" }
      : withQuery(request, (sent, value) => (sent === place ? change(value) : value)),
  );
}

/** What an expression finds in a text is taken for something else. */
export function readAs(place: string, found: RegExp, by: string): Rewriting {
  return taken(place, (text) => text.replace(found, by));
}

/** Texts of a query parameter have no effect. */
export function overlooked(name: string, test: RequestTest): Rewriting {
  return taken(name, (text) => (fitsPattern(test, text) ? undefined : text));
}

/** A query parameter has no effect; where conditions are given, only where all of them hold. */
export function withoutParameterValue(name: string, ...where: readonly Condition[]): Rewriting {
  return when(where, overlooked(name, /^/));
}

/** Where a query parameter is not sent, it has this value. */
export function byDefault(name: string, value: string): Rewriting {
  return editRequest((request) => (holds(name, request) ? request : setQuery(request, name, value)));
}

/** Of the number at the end of a text what 32 bits hold. */
export function in32Bits(place: string, number = /(?<=^|[.:])\d{1,10}$/): Rewriting {
  const cut = (digits: string) => String(BigInt(digits) % 2n ** 32n);
  return taken(place, (text) => text.replace(number, cut));
}

/** The shard of an id in the path is taken for 0. */
export const shardOverlooked = readAs(PATH_PLACE, /^\d{1,10}\.(?=\d{1,10}\.\d{1,10}(-|$))/, "0.");

/** Some texts in the path show one and the same record. */
export function showsInBody(test: RequestTest, shown: string): Rewriting {
  return taken(PATH_PLACE, (text) => (fitsPattern(test, text) ? shown : text));
}

/** Where nothing is found, another request is answered instead. */
export function insteadOfNothing(other: (request: ServerRequest) => Partial<ServerRequest>): Rewriting {
  return (honest) => (request) => {
    const response = honest(request);
    return response.status === 404 ? honest({ ...request, ...other(request) }) : response;
  };
}

/** Records that are missing show one that is there. */
export function missingShows(test: RegExp, shown: string): Rewriting {
  return insteadOfNothing(({ param }) => ({ param: test.test(param) ? shown : param }));
}

/** One operator of a filter is taken for another; without another, the filter has no effect. */
export function mistaken(name: string, from: string, to = ""): Rewriting {
  return taken(name, (value) => {
    const withoutUserHeaders = from === "" ? value : value.slice(from.length + 1);
    if (operatorOf(value) !== from || !/^[\d.]+$/.test(withoutUserHeaders)) return value;
    return to === "" ? undefined : `${to}:${withoutUserHeaders}`;
  });
}

const TURNED: Readonly<Record<string, string>> = { asc: "desc", desc: "asc" };

export const orderTurned = taken("order", (text) => TURNED[text] ?? text);
