// §1, §4, §5: status and media type of a success, and one JSON value in its body. What is `watching` sends nothing: it sees each
// 2xx response that looks like a success (`isWatched`, engine/message/classify.ts), and is inconclusive where none came.
import { type Asker, call, type Finding, type Judgement, type Reply } from "../engine/model/exchange.ts";
import { findingIf, inSequence, isNotFound, undecided } from "./laws/requests/verdicts.ts";
import { each, everyResponse, law, watching } from "../engine/clauses/declare.ts";
import {
  describe,
  BLOCKED,
  isBarred,
  isBlocked,
  isServed,
  isSuccess,
  webPageIn,
  wholeAnswer,
  lacksSignatures,
} from "../engine/message/classify.ts";
import { isRouteMissing, NOWHERE } from "../engine/clauses/missing-route.ts";
import { operations, type Endpoint } from "../schemas/operations.ts";
import { place } from "../schemas/places.ts";
import { answer, SUCCESS, successProofs } from "./fixtures/answers.ts";
import { answersCites, jsonCites } from "./laws/requests/cites.ts";
import { KNOWN, NAMES } from "./laws/requests/endpoint-names.ts";
import { unproven } from "./laws/records/fees.ts";
import { judgeSample, together } from "./laws/records/records.ts";
import { askedAddress, verificationAsk } from "./laws/records/verification.ts";
import { plain } from "./laws/requests/recorded.ts";

const ENDPOINTS = Object.values(operations);

const JSON_MEDIA = /^(?:application\/json|[\w!#$&^.+-]+\/[\w!#$&^.+-]+\+json)$/;
/** Whether JSON may go under these names is open (reading 21). */
const OPEN_MEDIA = new Set(["text/plain", "text/json"]);

function judgeMediaType(reply: Reply): readonly Finding[] {
  const field = reply.headers["content-type"];
  const [essence = ""] = (field ?? "").split(/[;,]/);
  const media = essence.trim().toLowerCase();
  if (JSON_MEDIA.test(media) || OPEN_MEDIA.has(media)) {
    return [];
  }
  const expected = "application/json, or a media type that ends with +json";
  const actual = field === undefined ? "no Content-Type" : `Content-Type: ${field}`;
  return [{ message: "a success is not sent under a JSON media type", pointer: "", expected, actual, reply }];
}

/** By these statuses a response has no body (RFC 9110, 15.3.5 and 15.3.6): what is wrong is the status alone. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205]);

const withBody = {
  subject: "a success with a body",
  about: (reply: Reply): Reply | undefined => (WITHOUT_BODY.has(reply.status) ? undefined : reply),
} as const;

const typed = (endpoint: Endpoint, type?: string) =>
  answer(endpoint, 200, SUCCESS[endpoint], { headers: type === undefined ? {} : { "content-type": type } });

export const mediaTypes = ENDPOINTS.map(({ endpoint, section }) =>
  watching({
    id: `${section}-media-type`,
    reads: "headers",
    statement: `a successful response with ${NAMES[endpoint]} has a JSON media type`,
    cites: [...jsonCites(endpoint), 21],
    ...withBody,
    check: judgeMediaType,
    keeps: [
      typed(endpoint, "application/json"),
      typed(endpoint, 'Application/JSON; charset="utf-8"'),
      typed(endpoint, "application/vnd.api+json;version=1"),
      typed(endpoint, "text/plain"),
    ],
    ignores: [answer(endpoint, 204, "")],
    breaks: {
      "text/html": typed(endpoint, "text/html; charset=utf-8"),
      "any bytes": typed(endpoint, "application/octet-stream"),
      "not the JSON type": typed(endpoint, "application/jsonp"),
      "no Content-Type": typed(endpoint),
    },
  }),
);

export const jsonBodies = ENDPOINTS.map(({ endpoint, section }) => {
  const text = JSON.stringify(SUCCESS[endpoint]);
  return watching({
    id: `${section}-json-body`,
    statement: `the body of ${NAMES[endpoint]} is one well-formed JSON value`,
    cites: [...jsonCites(endpoint), 21],
    ...withBody,
    check: (reply) => {
      const { fault } = reply.body;
      const expected = "one well-formed JSON value in UTF-8 without a byte order mark";
      const message = "the body of a success is not one JSON value";
      return fault === undefined ? [] : [{ message, pointer: "", expected, actual: fault, reply }];
    },
    keeps: [answer(endpoint, 200, text), answer(endpoint, 200, `\n ${text}\r\n`)],
    ignores: [answer(endpoint, 204, "")],
    breaks: {
      "a byte order mark": answer(endpoint, 200, `\uFEFF${text}`),
      "two values": answer(endpoint, 200, text + text),
      nothing: answer(endpoint, 200, ""),
    },
  });
});

export const successStatuses = ENDPOINTS.map(({ endpoint, section }) =>
  watching({
    id: `${section}-success-status`,
    reads: "status",
    statement: `a successful response with ${NAMES[endpoint]} has status 200`,
    cites: [
      place(`${section} response`),
      ...(operations[endpoint].service === "verify" ? [] : (["4 status 200"] as const)),
      ...(endpoint === "statusSummary" ? (["1 status API"] as const) : []),
      21,
    ],
    ...everyResponse,
    check: (reply) =>
      findingIf(reply.status !== 200, reply, "a success has another status than 200", "status 200"),
    keeps: [typed(endpoint, "application/json"), answer(endpoint, 200, { ...SUCCESS[endpoint], more: 1 })],
    breaks: { "status 201": answer(endpoint, 201, SUCCESS[endpoint]) },
  }),
);

function judgePlain(reply: Reply): Judgement {
  if (isBlocked(reply)) {
    return { undecided: BLOCKED.reason, ...BLOCKED.why, lost: true, by: reply };
  }
  if (reply.ask.endpoint === "statusSummary" && isBarred(reply)) {
    return {
      undecided: `answered ${reply.status}: the status service needs credentials`,
      obstacle: "user",
      suspects: ["5-summary-needs-no-credentials"],
      lost: true,
      by: reply,
      remedy: { kind: "giveCredentials", of: "status" },
    };
  }
  const message = "a plain request does not succeed";
  return lacksSignatures(reply)
    ? unproven(reply)
    : findingIf(!isSuccess(reply), reply, message, "status 200 with the success body");
}

/** The fees of a moment may be missing (§7.4), but a path that does not exist gets the same error as any other such path. */
async function judgeMissingFees(t: Asker, reply: Reply): Promise<Judgement> {
  return !(await isRouteMissing(t, reply))
    ? undecided("the service has no fees at the moment", reply, { obstacle: "data" })
    : undecided(`the same response as to ${NOWHERE}: the service does not have this path`, reply, {
        obstacle: "service",
        remedy: { kind: "mendFirst" },
      });
}

/** A plain request for an endpoint that needs no parameter. */
export const plainAnswers = (["statusSummary", "tokens", "networkFees"] as const).map((endpoint) => {
  const isOfFees = endpoint === "networkFees";
  return law({
    id: `${operations[endpoint].section}-answers-200`,
    emptyPass: "status",
    statement: `a request for ${NAMES[endpoint]} without parameters succeeds with status 200`,
    cites: [...answersCites(endpoint), 21],
    // Only so that the service has a URL.
    needs: { url: endpoint === "statusSummary" ? "summary" : "baseUrl" },
    run: async (t) => {
      const reply = await t.get(call(endpoint, isOfFees ? {} : { ownPath: true }));
      return isOfFees && isNotFound(reply) ? await judgeMissingFees(t, reply) : judgePlain(reply);
    },
    recorded: {
      when: plain,
      check: (reply) =>
        isOfFees && isNotFound(reply)
          ? undecided("the service has no fees at the moment", reply, { obstacle: "data" })
          : judgePlain(reply),
    },
    ...successProofs(endpoint),
  });
});

export const verificationAnswers = (["sessionVerify", "verify"] as const).map((endpoint) =>
  law({
    id: `${operations[endpoint].section}-answers-200`,
    emptyPass: "status",
    statement: `a request for ${KNOWN[endpoint]} succeeds with status 200`,
    cites: [...answersCites(endpoint), 21],
    needs: { samples: "verifications" },
    run: async (t) => {
      const expected = `the operation at ${operations[endpoint].path}`;
      const judged = await inSequence(t.samples, async (body) => {
        const ask = verificationAsk(endpoint, body);
        const reply = await t.get({ ...ask, ownPath: true });
        const there = isSuccess(reply) ? reply : await t.get(ask);
        return isSuccess(there) && there.url !== reply.url
          ? [wholeAnswer(reply, "the path of the document leads nowhere", expected)]
          : judgeSample(there, askedAddress(there));
      });
      return together(judged, "no sample was sent");
    },
    ...successProofs(endpoint, 2),
  }),
);

const SUMMARY = "statusSummary";

/** It is read again: a later response may have another form. */
const AGAIN = ["at first", "again", "a third time", "a fourth time"].map((name, value) => ({ name, value }));

/** Where the user sends headers with other requests, this one is sent without them. */
function judgeBare(reply: Reply): Judgement {
  // Whatever its status: nobody was asked for credentials.
  if (isSuccess(reply) || isServed(reply)) {
    return [];
  }
  if (reply.ask.bare === true) {
    const reason =
      "without the configured headers the summary is refused, perhaps by a gateway in front of it";
    return { undecided: `${reason}: ${describe(reply)}`, obstacle: "network", lost: true, by: reply };
  }
  if (isBlocked(reply)) {
    return { undecided: BLOCKED.reason, ...BLOCKED.why, lost: true, by: reply };
  }
  const isClosed = isBarred(reply) || webPageIn(reply) !== undefined;
  const message = isClosed ? "the summary is not given to everybody" : "a plain request does not succeed";
  return [wholeAnswer(reply, message, "status 200 with the summary")];
}

export const needsNoCredentials = each({
  id: "5-summary-needs-no-credentials",
  emptyPass: "status",
  endpoint: SUMMARY,
  statement: "the status summary needs no credentials",
  cites: ["5 status API"],
  needs: { configured: "statusHeaders", summary: "summary" },
  given: () => AGAIN,
  // Where no headers are configured, every request for the summary is such a one.
  ask: ({ configured }, time: number) => ({
    ...call(SUMMARY),
    ...(configured ? { bare: true } : {}),
    ...(time === 0 ? {} : { fresh: true }),
  }),
  check: judgeBare,
  keeps: [answer(SUMMARY, 201, SUCCESS[SUMMARY]), answer(SUMMARY, 200, { ...SUCCESS[SUMMARY], more: 1 })],
  breaks: {
    "credentials required": answer(SUMMARY, 401, { message: "who are you?" }),
    "a page to log in": answer(SUMMARY, 200, "<html></html>"),
  },
});
