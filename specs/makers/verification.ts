// §2.9, §4.9, §4.10: bodies that are sent to the verification endpoints, one at a time, and what comes back
import {
  askBroken,
  judgeBroken,
  type Breakage,
  type Broken,
  type VerifyEndpoint,
} from "../laws/records/verification.ts";
import { clause, type AskingClause, type ClauseId } from "../../engine/clauses/clause.ts";
import { brokenBodies } from "../../generators/verification-body.ts";
import { operations } from "../../schemas/operations.ts";
import { place } from "../../schemas/places.ts";
import { answer } from "../fixtures/answers.ts";
import { faulty } from "../laws/requests/recorded.ts";

/** A broken body is answered with anything but the success shape under 200 (reading 12). */
export function brokenBody(
  endpoint: VerifyEndpoint,
  { slug, statement, broken, about, telling }: Breakage,
): AskingClause {
  const success = { sessionVerify: { contracts: [], unused: [] }, verify: { result: [] } }[endpoint];
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
    ask: ({ some, size }) => {
      const bodies = brokenBodies(some.sample.address, some.sample.chainId)[broken];
      return askBroken(endpoint, some, Object.values(bodies).slice(0, size.sparing ? telling : undefined));
    },
    check: (answered: Broken) => judgeBroken(answered, endpoint, statement),
    offline: {
      fits: faulty(slug),
      needsSuccess: true,
      answer: (reply, _request, model) => ({ ...Object(model), replies: [reply] }),
    },
    accepts: [sample(400, { message: "no" }), sample(500, ""), sample(200, { error: "no", result: null })],
    rejects: {
      "answered with success": sample(200, success),
      "answered with success, without a sample": { answer: { replies: [answer(endpoint, 200, success)] } },
    },
  });
}

/** The id of a clause of either endpoint. */
export function verificationId(endpoint: VerifyEndpoint, slug: string): ClauseId {
  return `${operations[endpoint].section}-${slug}`;
}
