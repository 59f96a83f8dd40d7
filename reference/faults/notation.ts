import type { Ask, Endpoint } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { edit, type Change } from "../rewriting/answer.ts";
import { when, type Rewriting } from "../rewriting/ask.ts";

/** What is done wrong: in words, and as another handler. */
export type Way = Pick<Fault, "breaks" | "unsteady"> & { readonly says: string };

/** Faults of one endpoint by name, under the clause that each has to fail. */
export type Ways = Readonly<Record<string, Readonly<Record<string, Way>>>>;

/** What goes before the names of the faults of an endpoint. */
export const PREFIXES: Readonly<Record<Endpoint, string>> = {
  statusSummary: "summary",
  tokens: "tokens",
  tokenBalances: "balances",
  networkFees: "fees",
  topicMessage: "message",
  contractResult: "result",
  contract: "contract",
  sessionVerify: "session",
  verify: "direct",
};

/** One fault of an endpoint. */
export function faultOf(endpoint: Endpoint, clause: string, name: string, { says, ...broken }: Way): Fault {
  return { name: `${PREFIXES[endpoint]}-${name}`, description: says, endpoint, clause, ...broken };
}

/** The faults of one endpoint. */
export function faultsOf(endpoint: Endpoint, ways: Ways): readonly Fault[] {
  return Object.entries(ways).flatMap(([clause, named]) =>
    Object.entries(named).map(([name, one]) => faultOf(endpoint, clause, name, one)),
  );
}

/** A change of the handler, in the requests alone for which a condition holds. */
export function way(says: string, breaks: Rewriting, holds?: (ask: Ask) => boolean): Way {
  return { says, breaks: holds === undefined ? breaks : when(holds, breaks) };
}

/** A change of what stands at a place of success bodies; see {@link edit}. */
export function edited(says: string, path: string, change: Change): Way {
  return way(says, edit(path, change));
}

/** Words as they stand in the name of a fault. */
export function slug(text: string): string {
  return text.replaceAll(/[ ._]/g, "-");
}
