import { isSampled, SAMPLED } from "../../engine/clauses/prerequisites.ts";
import type { Remedy } from "../../engine/model/exchange.ts";
import type { ClauseResult, Obstacle } from "../../engine/model/clause-results.ts";
import type { Endpoint } from "../../engine/model/settings.ts";

/** What to do to have a clause judged, and what to write into the target file for it. */
export interface Advice {
  readonly text: string;
  /** A piece of a target file, with values that stand for the real ones. */
  readonly entry?: object;
}

/** Values that stand for the real ones, by member of `samples`. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  tokenIds: ["0.0.1001"],
  accountIds: ["0.0.98"],
  publicKeys: ["<hex of a key>"],
  topicMessageTimestamps: ["1700000000.000000001"],
  contractResults: ["0x<32 bytes>", "0.0.10-1700000000-000000001"],
  contracts: ["0.0.5001", "0x<20 bytes>"],
  verifications: [{ address: "0x<20 bytes>", chainId: "295" }],
  missing: { topicMessageTimestamp: "<seconds>.<nanoseconds>", contractResult: "0x<32 bytes>" },
};

const REMEDIES: Readonly<Record<Remedy["kind"], (of: string) => Advice>> = {
  giveSamples: (member) => samples(member),
  giveParameterName: (key) => {
    const [list = "", name = ""] = key.split(".");
    return {
      text: "Give the name that the service uses, or null if it has no such parameter, in the target file",
      entry: { parameters: { [list]: { [name]: "<name>" } } },
    };
  },
  giveCredentials: (service) => ({
    text: "Give the headers that the service wants, in the target file",
    entry: { headers: { [service === "" ? "base" : service]: { authorization: "Bearer ${TOKEN}" } } },
  }),
  walkFurther: () => ({ text: "Run at the next level (--level standard, then thorough)" }),
  raiseLevel: () => ({ text: "Run at --level standard" }),
  mendFirst: () => ({ text: "Fix this endpoint first: it returned no usable response. Then run again" }),
  runToItsEnd: () => ({
    text: "Run again, to the end. Where nothing responds, check that the service runs and that its URL is right",
  }),
  nothing: () => ({ text: "Nothing to do: the contract allows it" }),
};

/** What to do where nothing but the obstacle is known. */
const OBSTACLES: Readonly<Record<Obstacle, (endpoint: Endpoint) => Advice>> = {
  level: () => ({ text: "Run at --level standard, or thorough" }),
  data: forRecords,
  user: () => ({ text: "Look at what the target file says of it" }),
  service: () => ({ text: "Nothing to add: mend what the service answered to the request that is named" }),
  network: () => ({
    text: "Nothing to add: look whether the service runs and what stands in front of it. Run again",
  }),
};

/** Nothing was sent: no samples would help. */
const RECORD: Advice = {
  text: "Record such exchanges, or test the service itself: npx ledger-conformance run",
};

/** What advice depends on beside the clause. */
interface AdviceContext {
  /** The responses came from files. */
  readonly recorded?: boolean;
  /** The ids of the clauses whose violations are all known deviations. */
  readonly known?: ReadonlySet<string>;
}

/** What a reader can do to have a clause tested: fix its cause, its remedy, or else what its obstacle needs. */
export function adviceFor(
  clause: Pick<ClauseResult, "endpoint" | "follows" | "remedy" | "obstacle" | "cause">,
  { recorded = false, known }: AdviceContext = {},
): Advice {
  const { follows, remedy, obstacle, cause } = clause;
  if (follows !== undefined) {
    return {
      text:
        known?.has(follows) === true
          ? `Nothing to do: this is a consequence of the known deviation ${follows}`
          : `Fix ${follows} first`,
    };
  }
  if (remedy !== undefined) {
    return REMEDIES[remedy.kind](remedy.of ?? "");
  }
  if (cause === "suite") {
    return { text: "Nothing to add: this is a fault of the suite. Please report it" };
  }
  return recorded ? RECORD : OBSTACLES[obstacle ?? "data"](clause.endpoint);
}

/** The target's data have no case for the clause: others are needed. */
function forRecords(endpoint: Endpoint): Advice {
  const member = isSampled(endpoint) ? SAMPLED[endpoint].member : undefined;
  return member === undefined
    ? { text: "Nothing to add to the target file: the service has no such records; test one that has" }
    : samples(member);
}

const samples = (member: string): Advice => ({
  text: `Give samples.${member} that have what the clauses speak of, in the target file`,
  entry: { samples: { [member]: EXAMPLES[member] ?? ["…"] } },
});
