// §4.9, §4.10, §4.11, §5
import { undecided } from "../laws/requests/findings.ts";
import { clause } from "../../engine/clauses/declare.ts";
import {
  open,
  probe,
  type AskingClause,
  type ClauseId,
  type OpenMatter,
} from "../../engine/clauses/clause.ts";
import { describe, isSuccess } from "../../engine/message/classify.ts";
import { type Asker, type Judgement, type Reply, isUndecided } from "../../engine/model/exchange.ts";
import { fixedOf } from "../../engine/clauses/prerequisites.ts";
import type { VerificationSample } from "../../engine/model/settings.ts";
import { brokenBodies } from "../../generators/verification-body.ts";
import { operations } from "../../schemas/operations.ts";
import { place } from "../../schemas/places.ts";
import { answer, invalidParameter, SUCCESS } from "../fixtures/answers.ts";
import { askWellFormed, judgeWellFormed, type Answered } from "../laws/requests/malformed.ts";
import { bareHex, firstOf } from "../laws/records/records.ts";
import {
  askBroken,
  askedAddress,
  entriesIn,
  judgeBroken,
  verificationAsk,
  type Breakage,
  type Broken,
  type VerifyEndpoint,
  judgeAccepted,
} from "../laws/records/verification.ts";
import { faulty } from "../laws/requests/recorded.ts";

const BOTH: readonly VerifyEndpoint[] = ["sessionVerify", "verify"];

const BREAKAGES: readonly Breakage[] = (
  [
    ["address-required", "noAddress", "address", "a request without an address"],
    ["chain-id-required", "noChain", "chainId", "a request without a chainId"],
    ["address-type", "address", "address", "a request whose address is no string"],
    ["chain-id-type", "chain", "chainId", "a request whose chainId has a wrong type"],
    ["address-format", "format", "address", "a request whose address does not have the documented form"],
    ["body-is-json-object", "body", "body", "a request whose body is no JSON object"],
  ] as const
).map(([slug, broken, about, subject]) => {
  return { slug, broken, about, statement: `${subject} does not succeed` };
});

/** The id of a clause of either endpoint. */
function verificationId(endpoint: VerifyEndpoint, slug: string): ClauseId {
  return `${operations[endpoint].section}-${slug}`;
}

/** A broken body is answered with anything but the success shape under 200 (reading 12). */
function brokenBody(endpoint: VerifyEndpoint, { slug, statement, broken, about }: Breakage): AskingClause {
  const success = SUCCESS[endpoint];
  const twin = answer(endpoint, 200, success);
  const sample = (status: number, body: unknown) => ({
    answer: { twin, replies: [answer(endpoint, 400, { error: "no" }), answer(endpoint, status, body)] },
  });
  return clause({
    id: verificationId(endpoint, slug),
    endpoint,
    statement,
    cites: [
      place(`${operations[endpoint].section} ${about}`),
      ...(about === "body" ? (["1 JSON requests"] as const) : []),
    ],
    readings: [10, 12],
    leavesOpen: ["7.7", "7.8"],
    needs: { some: "someVerification", size: "size" },
    ask: ({ have: { some, size }, ...t }) => {
      const bodies = brokenBodies(some.sample.address, some.sample.chainId)[broken];
      return askBroken(t, endpoint, some, Object.values(bodies).slice(0, fixedOf(size)));
    },
    check: (answered: Broken) => judgeBroken(answered, endpoint, statement),
    alone: {
      when: faulty(slug),
      needsSuccess: true,
      check: (reply) => judgeAccepted([reply], endpoint, statement),
    },
    accepts: [sample(400, { message: "no" }), sample(500, ""), sample(200, { error: "no", result: null })],
    rejects: {
      "answered with success": sample(200, success),
      "answered with success, without a sample": { answer: { replies: [answer(endpoint, 200, success)] } },
    },
  });
}

export const refusals: readonly AskingClause[] = BOTH.flatMap((endpoint) =>
  BREAKAGES.map((breakage) => brokenBody(endpoint, breakage)),
);

const ADDRESS = "0xABcdef0123456789ABcdef0123456789ABcdef01";
/** Of no contract that an explorer knows. */
const NO_CONTRACT = `0x${"5a".repeat(20)}`;

/** Samples for checks: a success with one entry. */
function verified(endpoint: VerifyEndpoint, address: string, chainId = "295", status = "perfect"): Reply {
  const entries = [{ address, chainId, status }];
  const body = endpoint === "verify" ? { result: entries } : { contracts: entries, unused: [] };
  return answer(endpoint, 200, body);
}

/** Other ways to write the address of a sample: whether the address format of 4.9 takes them is not said. */
const FORMS = [
  ["address-without-prefix", "an address without 0x", (text: string) => text.replace(/^0x/, "")],
  ["address-in-lower-case", "an address in lower case", (text: string) => text.toLowerCase()],
] as const;

export const addressForms: readonly OpenMatter[] = BOTH.flatMap((endpoint) =>
  FORMS.map(([slug, statement, form]) =>
    open({
      id: verificationId(endpoint, slug),
      endpoint,
      statement,
      cites: [place(`${operations[endpoint].section} address`)],
      assumes: "such an address may be accepted or refused",
      probe: probe({ samples: "verifications" }, ({ samples }) =>
        samples
          .slice(0, 1)
          .filter(({ address }) => form(address) !== address)
          .map((sample) => verificationAsk(endpoint, { ...sample, address: form(sample.address) }, "open")),
      ),
      observeOpen: (reply) => {
        const address = askedAddress(reply);
        return address !== "" && form(address) === address ? [describe(reply)] : [];
      },
    }),
  ),
);

/** A body without an apiKey; where it is not accepted, ones without a member that is required, and one of no contract. */
interface Keyless extends Answered {
  /** The answer to the sample as the user gave it. */
  readonly given: Reply;
}

async function askKeyless(t: Asker, endpoint: VerifyEndpoint, sample: VerificationSample): Promise<Keyless> {
  const { apiKey: _key, ...keyless } = sample;
  const { address, chainId } = keyless;
  const given = await t.get(verificationAsk(endpoint, sample));
  const expects = sample.apiKey === undefined ? "success" : "missing";
  const answered = await askWellFormed(t, verificationAsk(endpoint, keyless, expects), {
    malformed: [{ chainId }, { address }].map((body) => verificationAsk(endpoint, body, "refusal")),
    missing: verificationAsk(endpoint, { ...sample, address: NO_CONTRACT }, "missing"),
  });
  return { given, ...answered };
}

/** What a key changes is open (4.11); that a body without one is malformed is not (4.9). */
function judgeKeyless({ given, ...answered }: Keyless): Judgement {
  const { reply } = answered;
  const wrong = judgeWellFormed(answered);
  if (isSuccess(reply) || isUndecided(wrong) || wrong.length > 0) {
    return wrong;
  }
  const why = isSuccess(given)
    ? "without its apiKey the sample is not accepted"
    : "the sample is not accepted";
  return undecided(`${why}: ${describe(reply)}`, reply);
}

export const apiKeys: readonly AskingClause[] = BOTH.map((endpoint) => {
  const given = verified(endpoint, ADDRESS);
  const error = (text: string) => answer(endpoint, 400, { error: text });
  const sample = (reply: Reply, ...malformed: readonly Reply[]) => ({ answer: { given, reply, malformed } });
  return clause({
    id: verificationId(endpoint, "api-key-optional"),
    endpoint,
    statement: "a request without an apiKey is not refused as malformed",
    cites: [place(`${operations[endpoint].section} apiKey`), "5 apiKey"],
    leavesOpen: ["4.11", "7.8"],
    needs: { samples: "verifications" },
    ask: ({ have: { samples }, ...t }) =>
      askKeyless(t, endpoint, samples.find(({ apiKey }) => apiKey !== undefined) ?? firstOf(samples)),
    check: judgeKeyless,
    accepts: [sample(given), sample(verified(endpoint, ADDRESS, "295", "partial"), error("no address"))],
    rejects: {
      "an invalid parameter": sample(answer(endpoint, 400, invalidParameter("apiKey"))),
      "as without an address": sample(error("apiKey is required"), error("address is required")),
    },
  });
});

/** Whether the entries of a success name the contract that was asked for: not stated, so only observed. */
function entriesNamed(reply: Reply, endpoint: VerifyEndpoint): readonly string[] {
  const asked = askedAddress(reply);
  const shown = entriesIn(reply, endpoint).map(({ address }) => address);
  const texts = shown.filter((text) => typeof text === "string");
  if (!isSuccess(reply) || asked === "" || texts.length === 0) {
    return [];
  }
  const named = texts.some((text) => bareHex(text) === bareHex(asked));
  return [`${named ? "an" : "no"} entry has the requested address`];
}

// The id is older than the statement, and frozen.
export const openVerifications: readonly OpenMatter[] = BOTH.map((endpoint) =>
  open({
    id: verificationId(endpoint, "chain-ids-and-keys"),
    endpoint,
    statement: "whether an entry of the response has the requested address",
    cites: [place(`${operations[endpoint].section} response`)],
    assumes: "the entries may have any address",
    observeExchange: (reply) => entriesNamed(reply, endpoint),
  }),
);
