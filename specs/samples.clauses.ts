// §4.3, §4.6, §4.7, §4.8: what a sample is answered with, whoever knows of it
import { callsMalformed, isAlike, undecided } from "./laws/requests/verdicts.ts";
import { law } from "../engine/clauses/declare.ts";
import {
  describe,
  isObject,
  isSuccess,
  looksLikeSuccess,
  looksMissing,
  webPageIn,
  wholeAnswer,
} from "../engine/message/classify.ts";
import { isUndecided, type Ask, type Asker, type Judgement } from "../engine/model/exchange.ts";
import type { Reply, Undecided } from "../engine/model/exchange.ts";
import {
  candidateAsk,
  candidateName,
  noSamples,
  SAMPLED,
  type Sampled,
} from "../engine/clauses/prerequisites.ts";
import { operations, type Endpoint } from "../schemas/operations.ts";
import { sure } from "../schemas/sure.ts";
import { answer, errorBody, sampledAs, SUCCESS, successProofs } from "./fixtures/answers.ts";
import { answersCites } from "./laws/requests/cites.ts";
import { isFarAddress } from "./laws/records/contracts.ts";
import { KNOWN } from "./laws/requests/endpoint-names.ts";
import { holdsRecord, judgeSample, OTHERS } from "./laws/records/records.ts";
import { legal, plain, shown, type Fits } from "./laws/requests/recorded.ts";

/** Statuses of a gateway in front of the service: they blame nobody where nothing else is answered. */
const GATEWAY = new Set([502, 503, 504]);

const ASKED = ["tokenBalances", "topicMessage", "contractResult", "contract"] as const;

const WELL_FORMED = {
  tokenBalances: "0.0.1001",
  topicMessage: "1700000000.000000001",
  contractResult: `0x${"a1".repeat(32)}`,
  contract: "0.0.5001",
};

/**
 * The recorded requests that JSON which is no object cannot answer. A missing message has a body of its own; of balances that
 * holds for a body given as theirs alone: what other missing records get is open (reading 13).
 */
const NO_OBJECT: Readonly<Partial<Record<Endpoint, Fits>>> = { tokenBalances: plain, topicMessage: legal };

/** A token need not have balances, a name may be doubtful, and what nobody vouches for may be gone. */
function mayBeMissing({ asked, vouched }: Sampled, reply: Reply): boolean {
  const withoutBalances =
    reply.ask.endpoint === "tokenBalances" && looksMissing(reply) && !callsMalformed(reply);
  return !vouched || isFarAddress(asked) || withoutBalances;
}

/** Rows without the object around them, or a body within a text. */
const isOutsideObject = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isObject) : typeof value === "string" && /^\s*[[{]/.test(value);

/** Whether it is what no service may answer for what its own list shows, be the record there or not. */
function isWrongOfListed({ asked, listed }: Sampled, reply: Reply): boolean {
  const { ask, status, body } = reply;
  const { format } = operations[ask.endpoint].pathParameter ?? {};
  const isRefused = format !== undefined && sure(format, asked) === "valid" && callsMalformed(reply);
  const links = isObject(body.value) ? body.value["links"] : undefined;
  const isBroken =
    body.fault !== undefined || (isObject(links) && "next" in links) || isOutsideObject(body.value);
  const claimsSuccess = status <= 299 && body.text.trim() !== "";
  return listed !== undefined && (status >= 500 || isRefused || (claimsSuccess && isBroken));
}

/**
 * What a sample is answered with; `others`: another sample of the endpoint was answered with success. What a list of the
 * service shows need not be there.
 */
function judgeAnswered(sampled: Sampled, reply: Reply, others: boolean): Judgement {
  const name = `${candidateName(sampled)} (${sampled.origin})`;
  const isGateway = !others && GATEWAY.has(reply.status);
  if (holdsRecord(reply) || !(isGateway || mayBeMissing(sampled, reply))) {
    return judgeSample(reply, name);
  }
  const isDown = isGateway || (!others && webPageIn(reply) !== undefined);
  if (!isDown && !looksMissing(reply) && isWrongOfListed(sampled, reply)) {
    const message = "a request for a record that a list of the service shows does not succeed";
    return [wholeAnswer(reply, message, "status 200 with the success body, or that there is no such record")];
  }
  return undecided(`the sample ${name} is not used: its request returned ${describe(reply)}`, undefined, {
    obstacle: sampled.listed === undefined ? "data" : "service",
  });
}

/** That a record is unknown may be said in words of the service's own: those that a name gets which is hardly in use. */
async function whereUnknown(t: Asker, { asked }: Sampled, reply: Reply): Promise<Undecided | undefined> {
  const others: Readonly<Partial<Record<Endpoint, { readonly missing: Ask }>>> = OTHERS;
  const missing = others[reply.ask.endpoint]?.missing;
  if (missing === undefined || looksLikeSuccess(reply)) {
    return undefined;
  }
  const unknown = await t.get({ ...missing, expects: "missing" });
  const isUnknown = !isSuccess(unknown) && !callsMalformed(reply) && isAlike(unknown, reply);
  const reason = `the sample ${asked} gets the same error as a name that is hardly in use`;
  return isUnknown ? undecided(reason, reply, { obstacle: "user" }) : undefined;
}

/** Those that tell most come first: what broke, then one that is there, then what is not, of which a level sends so many. */
function inOrder(samples: readonly Sampled[]): readonly Sampled[] {
  const broken = samples.filter(({ reply }) => reply.status >= 500);
  const there = samples.filter(({ reply }) => reply.status < 500 && looksLikeSuccess(reply));
  const others = samples.filter((sample) => !broken.includes(sample) && !there.includes(sample));
  return [...broken, ...there.slice(0, 1), ...others, ...there.slice(1)];
}

function answersSamples(endpoint: (typeof ASKED)[number]) {
  const { samples: key, member } = SAMPLED[endpoint];
  const vouched = sampledAs("x", answer(endpoint, 200, SUCCESS[endpoint]));
  const listed = { ...vouched, vouched: false, listed: "/api/v1/list" };
  const named = { ...listed, asked: WELL_FORMED[endpoint] };
  const sample = (value: Sampled, status: number, body: unknown) => {
    return { value, replies: answer(endpoint, status, body) };
  };
  const proofs = successProofs(endpoint);
  const isSure = NO_OBJECT[endpoint];
  return law({
    id: `${operations[endpoint].section}-answers-200`,
    statement: `a request for ${KNOWN[endpoint]} succeeds with status 200`,
    cites: [...answersCites(endpoint), 7, 21, 23],
    needs: { samples: key },
    emptyPass: "status",
    given: ({ samples }) => {
      if (samples.length === 0) {
        throw noSamples(member);
      }
      return inOrder(samples).map((sampled) => ({ name: candidateName(sampled), value: sampled }));
    },
    run: async (t, sampled) => {
      const reply = await t.get({ ...candidateAsk(endpoint, sampled), gateways: "told" });
      const others = t.samples.some((other) => isSuccess(other.reply));
      const judgement = judgeAnswered(sampled, reply, others);
      const isWrong = !isUndecided(judgement) && judgement.length > 0;
      // What the server is to blame for may concern all records.
      const mayBeUnknown =
        isWrong && sampled.vouched && (others || (reply.status >= 400 && reply.status < 500));
      return (mayBeUnknown ? await whereUnknown(t, sampled, reply) : undefined) ?? judgement;
    },
    ...(isSure === undefined ? {} : { recorded: shown(isSure) }),
    proves: { value: vouched, have: { samples: [] } },
    keeps: proofs.keeps,
    breaks: {
      ...proofs.breaks,
      "a success with an error status": sample(listed, 404, SUCCESS[endpoint]),
      "an error for what a list shows": sample(listed, 500, errorBody("Internal error")),
      "a refusal of what a list shows": sample(named, 400, errorBody("Invalid parameter: id")),
      "no JSON for what a list shows": sample(listed, 200, '{"balances":[,]}'),
      "rows alone for what a list shows": sample(listed, 200, [SUCCESS[endpoint]]),
      "a body within a text for what a list shows": sample(listed, 200, JSON.stringify('{"balances":[]}')),
      "a page without rows for what a list shows": sample(listed, 200, { links: { next: null } }),
    },
  });
}

export const sampleAnswers = ASKED.map(answersSamples);
