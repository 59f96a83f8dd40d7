import { topicMessages } from "../data/topic-messages.ts";
import { invalidParameters, notFound } from "../exchange.ts";
import type { Fault } from "../fault.ts";
import { when } from "../rewriting/ask.ts";
import { always, insteadOfNothing, refusePath, repairPath } from "./breaking.ts";
import { faultsOf, type Entry } from "./tables.ts";

const INSTANT = /^\d{1,10}(\.\d{1,9})?$/;

/** A message that exists, to be shown where another one, or none, was asked for. */
const SOME = topicMessages()[0]?.consensus_timestamp ?? "";

const MESSAGE: readonly Entry[] = [
  [
    "always-the-same",
    "4.6-message-of-that-time",
    "every timestamp shows the same message",
    always(INSTANT, SOME),
  ],
  [
    "nanoseconds-lost",
    "4.6-message-of-that-time",
    "the message of a timestamp is that of the whole second",
    repairPath((instant) => (/^1700000000\.\d{9}$/.test(instant) ? "1700000000.000000000" : instant)),
  ],
  [
    "own-form-refused",
    "4.6-time-accepted",
    "nine decimals are refused",
    refusePath((instant) => /\.\d{9}$/.test(instant), "timestamp"),
  ],
  [
    "seconds-refused",
    "4.6-time-accepted",
    "seconds without decimals are refused",
    refusePath((instant) => /^\d{1,10}$/.test(instant), "timestamp"),
  ],
  [
    "one-decimal-refused",
    "4.6-time-accepted",
    "fewer than nine decimals are refused",
    refusePath((instant) => /\.\d{1,8}$/.test(instant), "timestamp"),
  ],
  [
    "late-refused",
    "4.6-time-accepted",
    "seconds of ten digits that begin with 9 are refused",
    refusePath((instant) => /^9\d{9}(\.\d{1,9})?$/.test(instant), "timestamp"),
  ],
  [
    "missing-shows-another",
    "4.6-missing-message",
    "a timestamp without a message shows some message",
    insteadOfNothing(INSTANT, SOME),
  ],
  [
    "text-not-found",
    "4.6-time-refused",
    "text in place of a timestamp is not found instead of refused",
    when(
      ({ param }) => /[a-z]/i.test(param),
      () => notFound,
    ),
  ],
  [
    "refusal-names-the-value",
    "4.6-time-refused",
    "the refusal of a time names the value in place of the parameter",
    (handler) => (ask) => (INSTANT.test(ask.param) ? handler(ask) : invalidParameters([ask.param])),
  ],
  [
    "ten-decimals-not-found",
    "4.6-time-refused",
    "ten decimals are cut off instead of refused",
    repairPath((instant) => instant.replace(/^(\d+\.\d{9})\d+$/, "$1")),
  ],
  [
    "negative-accepted",
    "4.6-time-refused",
    "a sign in front of the seconds is overlooked",
    repairPath((instant) => instant.replace(/^[+-](?=\d)/, "")),
  ],
];

/** Faults in the search for a topic message (4.6). */
export const topicMessageFaults: readonly Fault[] = faultsOf("topicMessage", "message", MESSAGE);
