import type { ClauseResult } from "../engine/clause-results.ts";
import type { Endpoint } from "../engine/settings.ts";

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
};

/** The member of `samples` from which the records of an endpoint come. */
const SAMPLES: Readonly<Partial<Record<Endpoint, string>>> = {
  tokenBalances: "tokenIds",
  topicMessage: "topicMessageTimestamps",
  contractResult: "contractResults",
  contract: "contracts",
  sessionVerify: "verifications",
  verify: "verifications",
};

type Rule = readonly [reason: RegExp, advice: (match: RegExpExecArray) => Advice];

const RULES: readonly Rule[] = [
  [
    /no URL was given for the (\w+) service/,
    ([, service = ""]) => ({
      text: `Give the URL of this service: --${service}-url, or in the target file`,
      entry: { [`${service}Url`]: `https://${service}.example.test` },
    }),
  ],
  [
    /add samples\.(\w+) to/,
    ([, member = ""]) => ({ text: "Name records that exist, in the target file", entry: samples(member) }),
  ],
  [
    /give the real one as parameters\.(\w+)\.(\w+)/,
    ([, list = "", name = ""]) => ({
      text: "Give the name that the service uses, or null if it has no such parameter, in the target file",
      entry: { parameters: { [list]: { [name]: "<name>" } } },
    }),
  ],
  [
    /there is no parameter for (\w+)\.(\w+)/,
    ([, list = "", name = ""]) => ({
      text: `Nothing, if that is so; else give the name as parameters.${list}.${name} in the target file`,
    }),
  ],
  [
    /credentials|status 40[13]/,
    () => ({
      text: "Give the headers that the service wants, in the target file",
      entry: { headers: { base: { authorization: "Bearer ${LEDGER_TOKEN}" } } },
    }),
  ],
  [
    /longer than this level walks|not read to its end/,
    () => ({ text: "Run at --level thorough, or with more --max-pages" }),
  ],
  [/samples\.missing/, () => ({ text: "Correct samples.missing in the target file: that record is there" })],
  [
    /there is a message at/,
    () => ({
      text: "Name a time without a message, in the target file",
      entry: { samples: { missing: { topicMessageTimestamp: "<seconds>.<nanoseconds>" } } },
    }),
  ],
  [/not reached/, () => ({ text: "Nothing to add: run again, to the end" })],
  [
    /public key/,
    () => ({
      text: "Name keys that tokens or accounts have, in the target file",
      entry: samples("publicKeys"),
    }),
  ],
];

/** What would have a clause judged that was not: by its reason, its cause, or else by where its records come from. */
export function adviceFor(clause: Pick<ClauseResult, "id" | "endpoint" | "reason" | "cause">): Advice {
  const { id, endpoint, reason = "", cause } = clause;
  for (const [pattern, advice] of RULES) {
    const match = pattern.exec(reason);
    if (match !== null) {
      return advice(match);
    }
  }
  if (cause === "environment") {
    return { text: "Nothing to add: the service or the network did not answer well. Run again" };
  }
  if (cause === "suite") {
    return { text: "Nothing to add: this is a fault of the suite. Please report it" };
  }
  return forData(id, endpoint);
}

/** The target's data have no case for the clause: others are needed. */
function forData(id: string, endpoint: Endpoint): Advice {
  if (id.includes("public-key")) {
    return {
      text: "Name keys that tokens or accounts have, in the target file",
      entry: samples("publicKeys"),
    };
  }
  if (id.includes("account")) {
    return { text: "Name accounts that hold tokens, in the target file", entry: samples("accountIds") };
  }
  const member = SAMPLES[endpoint];
  return member === undefined
    ? { text: "Nothing to add to the target file: the service has no such records; judge one that has" }
    : {
        text: "Name records that have what the clause speaks of, in the target file",
        entry: samples(member),
      };
}

/** What would show a field with a value that was always null, or never there. */
export function adviceForField({ endpoint }: Pick<ClauseResult, "endpoint">): Advice {
  const member = SAMPLES[endpoint];
  return member === undefined
    ? { text: "The service lists these records itself: judge one whose records have a value there" }
    : { text: "Name records that have a value there, in the target file", entry: samples(member) };
}

function samples(member: string): object {
  return { samples: { [member]: EXAMPLES[member] ?? ["…"] } };
}
