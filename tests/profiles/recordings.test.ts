import { expect, test } from "vitest";
import { checkResponse } from "../../lib/check.ts";
import { recordingsOf } from "./check-variant.ts";

/** Texts of one recorded response, with one thing changed, and the clause that the change breaks. */
const CHANGES: readonly (readonly [
  profile: string,
  endpoint: string,
  from: RegExp,
  to: string,
  clause: string,
])[] = [
  ["hiero-mirror-node", "tokens", /"decimals":(\d+)/, '"decimals":"$1"', "2.3-decimals"],
  ["hiero-mirror-node", "tokenBalances", /"balance":(\d+)/, '"balance":"$1"', "2.4-balance-balance"],
  ["hiero-mirror-node", "tokenBalances", /"timestamp":"[^"]*"/, '"timestamp":5', "2.4-timestamp"],
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
  ["hiero-mirror-node", "contractResult", /"address":"[^"]*"/, '"address":5', "2.7-address"],
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
    const found = recordingsOf(profile).find(
      (line) => line.endpoint === endpoint && from.test(line.response.body) && line.response.status === 200,
    );
    if (found === undefined) throw new Error("no recorded answer holds it");
    const body = found.response.body.replace(from, to);
    const response = { ...found.response, body };
    const { violations } = await checkResponse(response, found.endpoint, found.request, { profile });
    expect([...new Set(violations.map((violation) => violation.clause))]).toStrictEqual([clause]);
  },
);
