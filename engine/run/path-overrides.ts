import { operations } from "../../schemas/operations.ts";
import { call } from "../model/call.ts";
import { isObject } from "../message/classify.ts";
import type { Ask, Found, Reply } from "../model/exchange.ts";
import type { Judged } from "./judge.ts";
import type { Endpoint, MovedPath } from "../model/settings.ts";

export type Moves = ReturnType<typeof createMoves>;

/** An operation that is not at its own path breaks the clause that asks for it, even if all is well elsewhere. */
export function withMoved(judged: Judged, moved: ReturnType<Moves["findings"]>, seed: number): Judged {
  if (moved.length === 0 || judged.outcome === "notExercised") {
    return judged;
  }
  const found = [...judged.found, ...moved.map((item) => ({ ...item, seed }))];
  const reason = found[0]?.finding.message ?? "";
  const cases = judged.cases + moved.length;
  return { ...judged, outcome: "fail", reason, cases, found };
}

const NOWHERE = new Set([404, 405, 501]);

/** Knows operations that the target has under another path; these are used only where the document's own path leads nowhere. */
export function createMoves(
  paths: Readonly<Partial<Record<Endpoint, MovedPath>>> = {},
  read: (ask: Ask) => Promise<Reply>,
) {
  const looks = new Map<Endpoint, Promise<boolean>>();
  /** What came from paths of the document that lead nowhere. */
  const found = new Map<Endpoint, Reply>();

  async function look(endpoint: Endpoint): Promise<boolean> {
    // A body without members costs the target nothing.
    const body = operations[endpoint].method === "POST" ? { body: "{}" } : {};
    const reply = await read(call(endpoint, { ...body, expects: "open" }));
    const isNowhere = NOWHERE.has(reply.status) && !isObject(reply.body.value);
    if (isNowhere) {
      found.set(endpoint, reply);
    }
    return isNowhere;
  }

  return {
    /** The request as it is to be sent; the first one of an operation finds out where it is. */
    lead: async (ask: Ask): Promise<Ask> => {
      const { endpoint } = ask;
      const moved = paths[endpoint];
      if (moved === undefined) {
        return ask;
      }
      const looking = looks.get(endpoint) ?? look(endpoint);
      looks.set(endpoint, looking);
      looking.catch(() => looks.delete(endpoint));
      return (await looking)
        ? { ...ask, target: ask.target.replace(operations[endpoint].path, moved.path) }
        : ask;
    },
    /** What the path of the document showed, for the clause that demands a success there. */
    findings: (clause: string): readonly Omit<Found, "seed">[] =>
      [...found]
        .filter(([endpoint]) => clause === `${operations[endpoint].section}-answers-200`)
        .map(([endpoint, reply]) => ({
          finding: {
            message: "the path of the document leads nowhere",
            pointer: "",
            expected: `the operation at ${operations[endpoint].path}`,
            actual: "",
            reply,
          },
          reply,
          path: "",
        })),
  };
}
