import { BALANCE_FILTER, ENTITY_ID, TIMESTAMP } from "../schemas/formats.ts";
import { operations, nameOf } from "../schemas/operations.ts";
import { describe, isSuccess } from "./classify.ts";
import { compareIntegers } from "./compare.ts";
import { one, type Ask, type Asking, type Reply } from "./exchange.ts";
import { naming } from "./reason.ts";
import { rowsIn } from "./walk.ts";
import { Unavailable, type ParameterKey } from "./world.ts";
import type { ParameterNames } from "./settings.ts";

/** A list endpoint with parameters that the document does not name. */
export type ListEndpoint = "tokens" | "tokenBalances" | "networkFees";

/** A parameter of a list: its name, and whether the user vouches for it. */
export interface ParameterName {
  readonly name: string;
  readonly promised: boolean;
}

/** The name to use, from the target file or else the assumed one; throws where the target has no such parameter. */
export function parameterName(key: ParameterKey, names: ParameterNames): ParameterName {
  const [endpoint, parameter] = split(key);
  const given = names[endpoint]?.[parameter];
  if (given === null) {
    throw new Unavailable(
      "notExercised",
      "data",
      `the target file says that there is no parameter for ${key}`,
    );
  }
  const known = operations[endpoint].query.find((candidate) => candidate.key === parameter);
  if (known === undefined) {
    throw new Error(`no query parameter ${key} in the operations`);
  }
  return given === undefined ? { name: nameOf(known), promised: false } : { name: given, promised: true };
}

function split(key: ParameterKey): readonly [ListEndpoint, string] {
  const [endpoint, parameter] = key.split(".");
  if (
    (endpoint !== "tokens" && endpoint !== "tokenBalances" && endpoint !== "networkFees") ||
    parameter === undefined
  ) {
    throw new Error(`not the key of a parameter: ${key}`);
  }
  return [endpoint, parameter];
}

/** Values that show whether a parameter of a kind is listened to: ordinary ones, of what the target shows itself. */
interface Probe {
  /** Accepted wherever the parameter is known. */
  readonly accepted: string;
  /** Accepted too, and selects fewer rows than no parameter at all. */
  readonly narrow: string;
  /** Malformed beyond every reading. */
  readonly refused?: string;
}

const PROBES: Readonly<Record<string, (plain: Reply) => Probe>> = {
  limit: () => ({ accepted: "1", narrow: "1", refused: "abc" }),
  name: () => ({ accepted: "zqxjkvw", narrow: "zqxjkvw", refused: "a" }),
  accountId: (plain) => {
    const [shown = "0.0.1"] = shownIn(plain, "account", ENTITY_ID);
    return { accepted: shown, narrow: shown, refused: "abc" };
  },
  balance: (plain) => {
    const shown = shownIn(plain, "balance", BALANCE_FILTER).toSorted(compareIntegers).at(-1) ?? "1";
    return { accepted: shown, narrow: `gt:${shown}`, refused: "abc" };
  },
  timestamp: (plain) => {
    const { timestamp } = { timestamp: undefined, ...Object(plain.body.value) };
    const shown =
      typeof timestamp === "string" && TIMESTAMP.test(timestamp) ? timestamp : "1700000000.000000000";
    return { accepted: `lte:${shown}`, narrow: "lt:0", refused: "abc" };
  },
  publicKey: () => ({ accepted: "00".repeat(32), narrow: "00".repeat(32) }),
};

/** What the rows of a page show in a member, as it is sent in a filter. */
function shownIn(plain: Reply, member: string, format: RegExp): readonly string[] {
  const rows = rowsIn(plain, operations[plain.ask.endpoint].list?.rows ?? "");
  return rows.map((row) => String(row[member])).filter((text) => format.test(text));
}

/**
 * Whether an assumed name means anything to the target: an accepted value selects fewer rows,
 * or a malformed one is refused where an accepted one is not. A name without any effect is no fault.
 * Gives the answer that was in the way where a well-formed value is not accepted: then nothing can be said.
 */
export function* hasEffect(
  parameter: string,
  ask: (value: string | undefined) => Ask,
): Asking<boolean | Reply> {
  if (parameter === "order") {
    return yield* orderHasEffect(ask);
  }
  const probeFor = PROBES[parameter];
  if (probeFor === undefined) {
    throw new Error(`no probe for the parameter ${parameter}`);
  }
  const plain = yield* one(ask(undefined));
  const probe = probeFor(plain);
  const narrow = yield* one(ask(probe.narrow));
  const member = operations[plain.ask.endpoint].list?.rows ?? "";
  if (isSuccess(narrow) && rowsIn(narrow, member).length < rowsIn(plain, member).length) {
    return true;
  }
  const accepted = probe.accepted === probe.narrow ? narrow : yield* one(ask(probe.accepted));
  if (!isSuccess(accepted)) {
    return accepted;
  }
  if (probe.refused === undefined) {
    return false;
  }
  return !isSuccess(yield* one(ask(probe.refused)));
}

function* orderHasEffect(ask: (value: string | undefined) => Ask): Asking<boolean | Reply> {
  const up = yield* one(ask("asc"));
  const refused = yield* one(ask("sideways"));
  if (isSuccess(up) && !isSuccess(refused)) {
    return true;
  }
  const down = yield* one(ask("desc"));
  const again = yield* one(ask("asc"));
  const member = operations[up.ask.endpoint].list?.rows ?? "";
  const first = [up, down, again].map((reply) => JSON.stringify(rowsIn(reply, member)[0]));
  const objection = [up, down].find((reply) => !isSuccess(reply));
  return objection ?? (first[0] === first[2] && first[0] !== first[1]);
}

/** What to tell the user of an assumed name that had no effect, or under which well-formed values are refused. */
export function noEffect(key: ParameterKey, name: string, refused?: Reply): Unavailable {
  const tried = refused === undefined ? "has no effect" : `does not take a value: ${describe(refused)}`;
  const reason =
    `the document does not name this parameter; the assumed name "${name}" ${tried}: ` +
    `give the real one as parameters.${key} in the target file (null if there is none)`;
  return new Unavailable(
    "inconclusive",
    "data",
    refused === undefined ? reason : naming(reason, refused.ask),
  );
}
