import { Array as list, Optional as optional, Type } from "@sinclair/typebox";
import { SERVICE_NAMES } from "../../schemas/operations.ts";
import { byName, closed, natural, oneOf, type Model } from "./model.ts";

/** What a run cost: what was sent, what came of it, and how long it took. */
export const bill = closed({
  perEndpoint: byName(natural()),
  retries: natural(),
  waitedMs: Type.Number({ minimum: 0, description: "milliseconds spent waiting for the rate limit" }),
  unrecorded: optional(natural("requests that the recording did not hold; only where a recording answered")),
  overHttp2: optional(list(oneOf(SERVICE_NAMES), { description: "services that speak HTTP/2 alone" })),
  failures: optional(
    byName(
      natural(),
      "attempts without a usable answer: by the status that came, or by what broke where none came",
    ),
  ),
  answerTimes: optional(
    byName(
      closed({ answers: natural(), ms: Type.Number({ minimum: 0 }) }),
      "by endpoint: usable answers, and the milliseconds from the request to the end of the answer, of all together",
    ),
  ),
});

export const moment = closed({
  atMs: natural("milliseconds since the run began"),
  perEndpoint: byName(natural()),
  retries: natural(),
  waitedMs: Type.Number({ minimum: 0 }),
});
/** What was sent up to a moment of a run. */
export type Moment = Model<typeof moment>;
