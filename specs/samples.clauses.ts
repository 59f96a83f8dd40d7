// §4.3, §4.6, §4.7, §4.8: what a sample is answered with, whoever knows of it
import { undecided } from "./laws/requests/findings.ts";
import { law } from "../engine/clauses/declare.ts";
import type { AskingClause } from "../engine/clauses/clause.ts";
import {
  describe,
  isSuccess,
  looksLikeSuccess,
  looksMissing,
  wholeAnswer,
} from "../engine/message/classify.ts";
import type { Judgement, Reply } from "../engine/model/exchange.ts";
import { noSamples, SAMPLED, type Sampled } from "../engine/clauses/prerequisites.ts";
import { operations } from "../schemas/operations.ts";
import { answer, errorBody, sampledAs, SUCCESS } from "./fixtures/answers.ts";
import { answersCites } from "./makers/cites.ts";
import { isFarAddress } from "./laws/records/contracts.ts";
import { KNOWN } from "./laws/requests/endpoint-names.ts";
import { holdsRecord, judgeSample, sampleAsk } from "./laws/records/records.ts";
import { callsMalformed } from "./laws/requests/malformed.ts";

/** Statuses of a gateway in front of the service: they blame nobody where nothing else is answered. */
const GATEWAY = new Set([502, 503, 504]);

const ASKED = ["tokenBalances", "topicMessage", "contractResult", "contract"] as const;

/** A token need not have balances, a name may be doubtful, and what nobody vouches for may be gone. */
function mayBeMissing({ asked, vouched }: Sampled, reply: Reply): boolean {
  const withoutBalances =
    reply.ask.endpoint === "tokenBalances" && looksMissing(reply) && !callsMalformed(reply);
  return !vouched || isFarAddress(asked) || withoutBalances;
}

/**
 * What a sample is answered with; `others`: another sample of the endpoint was answered with success. What a list of the
 * service shows does not break it.
 */
function judgeAnswered(sampled: Sampled, reply: Reply, others: boolean): Judgement {
  const name = `${sampled.asked} (${sampled.origin})`;
  if (holdsRecord(reply) || !mayBeMissing(sampled, reply)) {
    return judgeSample(reply, name);
  }
  const isDown = !others && GATEWAY.has(reply.status);
  if (sampled.listed !== undefined && reply.status >= 500 && !looksMissing(reply) && !isDown) {
    const message = "a record that a list of the service shows gets a server error";
    return [wholeAnswer(reply, message, "status 200 with the success body, or that there is no such record")];
  }
  return undecided(`the sample ${name} is not used: its request returned ${describe(reply)}`, undefined, {
    obstacle: sampled.listed === undefined ? "data" : "service",
  });
}

/** Those that tell most come first: what broke, then what is there, then what is not. */
function byWeight({ reply: a }: Sampled, { reply: b }: Sampled): number {
  const weight = (reply: Reply): number => (reply.status >= 500 ? 0 : looksLikeSuccess(reply) ? 1 : 2);
  return weight(a) - weight(b);
}

/**
 * Sends: each sample. Fails: one that has to be there gets no success, or a record another status than 200. Inconclusive: no sample
 * is known, or one that need not be there is not found.
 */
function answersSamples(endpoint: (typeof ASKED)[number]): AskingClause {
  const { samples: key, member } = SAMPLED[endpoint];
  const success = answer(endpoint, 200, SUCCESS[endpoint]);
  const vouched = sampledAs("x", success);
  const doubtful = { ...vouched, vouched: false };
  const sample = (status: number, body: unknown, value: Sampled = vouched) => {
    return { replies: [answer(endpoint, status, body)], value };
  };
  const listed = { ...doubtful, listed: "/api/v1/list" };
  return law({
    id: `${operations[endpoint].section}-answers-200`,
    statement: `a request for ${KNOWN[endpoint]} succeeds with status 200`,
    cites: answersCites(endpoint),
    readings: [21, 23],
    needs: { samples: key },
    given: ({ samples }) => {
      if (samples.length === 0) {
        throw noSamples(member);
      }
      const sorted = samples.toSorted(byWeight);
      return { boundaries: sorted.map((sampled) => ({ name: sampled.asked, value: sampled })) };
    },
    run: async ({ have: { samples }, ...t }, sampled) => {
      const reply = await t.get({ ...sampleAsk(endpoint, sampled), gateways: "told" });
      return judgeAnswered(
        sampled,
        reply,
        samples.some((other) => isSuccess(other.reply)),
      );
    },
    keeps: [sample(200, SUCCESS[endpoint]), sample(200, { ...SUCCESS[endpoint], more: 1 }, listed)],
    breaks: {
      "another status": sample(203, SUCCESS[endpoint]),
      "a success with an error status": sample(404, SUCCESS[endpoint], doubtful),
      "an error": sample(500, errorBody("Internal error")),
      "an HTML page": sample(200, "<html></html>"),
      "an error for what a list shows": sample(500, errorBody("Internal error"), listed),
      "a gateway for what a list shows": sample(502, "<html></html>", listed),
    },
  });
}

export const sampleAnswers = ASKED.map(answersSamples);
