import { expect, test } from "vitest";
import { checkResponse } from "../../lib/check.ts";
import { defined } from "../tools/defined.ts";
import { recordingsOf, type Recorded } from "./check-variant.ts";

/** Texts of one recorded response, with one thing changed, and the clause that the change breaks. */
const CHANGES: readonly (readonly [
  profile: string,
  endpoint: string,
  from: RegExp,
  to: string,
  clause: string,
])[] = [
  ["hiero-mirror-node", "tokens", /"decimals":(\d+)/, '"decimals":"$1"', "2.3-decimals"],
  ["hiero-mirror-node", "networkFees", /"gas":(\d+)/, '"gas":null', "2.5-fee-gas"],
  ["hiero-mirror-node", "contractResult", /"address":"[^"]*"/, '"address":5', "2.7-address"],
  ["hiero-mirror-node", "contract", /"memo":"[^"]*"/, '"memo":null', "2.8-memo"],
  ["statuspage", "statusSummary", /"position":(\d+)/, '"position":"$1"', "2.2-component-position"],
  ["incident-io", "statusSummary", /"indicator":"none"/, '"indicator":null', "2.2-status-indicator"],
  ["sourcify", "sessionVerify", /"found":\[/, '"found":{},"was":[', "2.9-files-found"],
];

test.each(CHANGES.map(([profile, endpoint, from, to, clause]) => ({ profile, endpoint, from, to, clause })))(
  "one change of a response of $endpoint fails only $clause, although $profile is applied",
  async ({ profile, endpoint, from, to, clause }) => {
    const isMeant = ({ endpoint: own, response }: Recorded): boolean =>
      own === endpoint && from.test(response.body) && response.status === 200;
    const found = defined(recordingsOf(profile).find(isMeant));
    const body = found.response.body.replace(from, to);
    const response = { ...found.response, body };
    const { violations } = await checkResponse(response, found.endpoint, found.request, { profile });
    expect([...new Set(violations.map((violation) => violation.clause))]).toStrictEqual([clause]);
  },
);

test.each(["0x0.0.2001", "0x0.2001", "0x2001"])(
  "0x in front of an id, as in %s, is known to be ignored",
  async (id) => {
    const body = { timestamp: null, balances: [], links: { next: null } };
    const response = { status: 200, headers: { "content-type": "application/json" }, body };
    const url = `/api/v1/tokens/${id}/balances`;
    const known = await checkResponse(response, "tokenBalances", url, { profile: "hiero-mirror-node" });
    expect(known.violations).toStrictEqual([]);
    const plain = await checkResponse(response, "tokenBalances", url);
    expect(plain.violations.map(({ clause }) => clause)).toStrictEqual(["4.3-path-refused"]);
  },
);
