import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../engine/clauses/catalogue.ts";
import { bundledProfiles, endpointsOf } from "../../engine/target/files/profile.ts";
import { judge, type Judgement } from "../../lib/judge.ts";
import { recordingsOf, type Recorded } from "./judged.ts";

const LONG = 120_000;

async function judgements(
  profile: string,
  use?: string,
): Promise<readonly (readonly [Recorded, Judgement])[]> {
  const judgedLines: (readonly [Recorded, Judgement])[] = [];
  for (const line of recordingsOf(profile)) {
    const options = use === undefined ? {} : { profile: use };
    judgedLines.push([line, await judge(line.endpoint, line.request, line.response, options)]);
  }
  return judgedLines;
}

/** Clauses that an answer breaks, without the profile, where the recordings are of one release among others. */
const BROKEN_BY_0_123 = [
  "2.4-balance-decimals",
  "2.4-timestamp",
  "2.6-chunk-info",
  "2.6-chunk-info-initial-transaction-id",
  "2.6-chunk-info-nonce",
  "2.6-chunk-info-scheduled",
  "2.7-address",
  "2.7-failed-initcode",
  "2.7-state-change-value-written",
  "2.7-type",
  "2.8-admin-key",
  "2.8-timestamp-to",
  "4.4-token-id-accepted",
  "4.4-token-id-refused",
  "4.7-success-status",
  "7.2-tokens-names-parameter",
];

/** All that a profile knows, but for operations that are elsewhere: no recorded answer is of the documented path. */
function knownTo(profile: string): readonly string[] {
  const { deviations = [] } = bundled.find(({ name }) => name === profile) ?? {};
  const ids = deviations.map(({ clause }) => clause).filter((id) => !id.endsWith("-answers-200"));
  return [...new Set(ids)].toSorted();
}

const bundled = bundledProfiles(endpointsOf(await loadCatalogue()));

describe.each(bundled.map(({ name }) => name))("recorded answers of %s", (profile) => {
  test("break nothing with the profile, and without it what it knows", { timeout: LONG }, async () => {
    const known = await judgements(profile, profile);
    const others = known.filter(([, { verdict }]) => verdict !== "kept");
    expect(others.map(([{ from, request }, { message }]) => [from, request?.url, message])).toStrictEqual([]);
    const plain = await judgements(profile);
    const broken = plain.flatMap(([, { departures }]) => departures.map(({ clause }) => clause));
    const expected = profile === "hiero-mirror-node" ? BROKEN_BY_0_123 : knownTo(profile);
    expect([...new Set(broken)].toSorted()).toStrictEqual(expected);
  });
});

/** Texts of one recorded answer, with one thing changed, and the clause that the change breaks. */
const CHANGES: readonly (readonly [
  profile: string,
  endpoint: string,
  from: RegExp,
  to: string,
  clause: string,
])[] = [
  ["hiero-mirror-node", "tokens", /"decimals":(\d+)/, '"decimals":"$1"', "2.3-decimals"],
  ["hiero-mirror-node", "tokenBalances", /"balance":(\d+)/, '"balance":"$1"', "2.4-balance-balance"],
  ["hiero-mirror-node", "tokenBalances", /"timestamp":"[^"]*"/, '"timestamp":null', "2.4-timestamp"],
  ["hiero-mirror-node", "networkFees", /"gas":(\d+)/, '"gas":null', "2.5-fee-gas"],
  ["hiero-mirror-node", "topicMessage", /"sequence_number":/, '"sequence":', "2.6-sequence-number"],
  ["hiero-mirror-node", "topicMessage", /"chunk_info":null/, '"chunk_info":[]', "2.6-chunk-info"],
  [
    "hiero-mirror-node",
    "contractResult",
    /"failed_initcode":null/,
    '"failed_initcode":5',
    "2.7-failed-initcode",
  ],
  ["hiero-mirror-node", "contractResult", /"address":"[^"]*"/, '"address":null', "2.7-address"],
  ["hiero-mirror-node", "contractResult", /"status":"0x1"/, '"status":1', "2.7-status"],
  ["hiero-mirror-node", "contract", /"to":null/, '"to":0', "2.8-timestamp-to"],
  ["hiero-mirror-node", "contract", /"memo":"[^"]*"/, '"memo":null', "2.8-memo"],
  ["statuspage", "statusSummary", /"position":(\d+)/, '"position":"$1"', "2.2-component-position"],
  ["statuspage", "statusSummary", /"components":\[.*?\}\],/s, '"components":null,', "2.2-components"],
  ["incident-io", "statusSummary", /"indicator":"none"/, '"indicator":null', "2.2-status-indicator"],
  ["openstatus", "statusSummary", /"updated_at":"[^"]*"/, '"updated_at":"today"', "2.2-page-updated-at"],
  ["sourcify", "sessionVerify", /"found":\[/, '"found":{},"was":[', "2.9-files-found"],
  ["sourcify", "verify", /"libraryMap":\{/, '"libraryMap":0,"was":{', "2.9-result-entry-library-map"],
];

test.each(CHANGES.map(([profile, endpoint, from, to, clause]) => ({ profile, endpoint, from, to, clause })))(
  "one change of an answer of $endpoint breaks $clause alone, although $profile is applied",
  async ({ profile, endpoint, from, to, clause }) => {
    const bodyOf = ({ response }: Recorded): string =>
      typeof response === "string" ? response : response.body;
    const found = recordingsOf(profile).find(
      (line) =>
        line.endpoint === endpoint &&
        from.test(bodyOf(line)) &&
        (typeof line.response === "string" || line.response.status === 200),
    );
    if (found === undefined) throw new Error("no recorded answer holds it");
    const body = bodyOf(found).replace(from, to);
    const response = typeof found.response === "string" ? body : { ...found.response, body };
    const { departures } = await judge(found.endpoint, found.request, response, { profile });
    expect([...new Set(departures.map((departure) => departure.clause))]).toStrictEqual([clause]);
  },
);

test.each(["0x0.0.2001", "0x0.2001", "0x2001"])(
  "0x in front of an id, as in %s, is known to be read over",
  async (id) => {
    const body = { timestamp: null, balances: [], links: { next: null } };
    const answer = { status: 200, headers: { "content-type": "application/json" }, body };
    const url = `/api/v1/tokens/${id}/balances`;
    const known = await judge("tokenBalances", url, answer, { profile: "hiero-mirror-node" });
    expect(known.departures).toStrictEqual([]);
    const plain = await judge("tokenBalances", url, answer);
    expect(plain.departures.map(({ clause }) => clause)).toContain("4.3-path-refused");
  },
);
