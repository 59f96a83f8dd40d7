import { expect, test } from "vitest";
import { checkResponse } from "../../lib/check.ts";
import { defined } from "../tools/defined.ts";
import { recordingsOf, type Recorded } from "./check-variant.ts";

/** Texts of one recorded response, with one thing changed, and the clause that the change breaks. */
type Change = [profile: string, endpoint: string, clause: string, from: RegExp, to: string];
const CHANGES: readonly Change[] = [
  ["hiero-mirror-node", "tokens", "2.3-decimals", /"decimals":(\d+)/, '"decimals":"$1"'],
  ["hiero-mirror-node", "networkFees", "2.5-fee-gas", /"gas":(\d+)/, '"gas":null'],
  ["hiero-mirror-node", "contractResult", "2.7-address", /"address":"[^"]*"/, '"address":5'],
  ["hiero-mirror-node", "contract", "2.8-memo", /"memo":"[^"]*"/, '"memo":null'],
  ["statuspage", "statusSummary", "2.2-component-position", /"position":(\d+)/, '"position":"$1"'],
  ["incident-io", "statusSummary", "2.2-status-indicator", /"indicator":"none"/, '"indicator":null'],
  ["sourcify", "sessionVerify", "2.9-files-found", /"found":\[/, '"found":{},"was":['],
];

test.for(CHANGES)("of %s, one change of %s fails only %s", async ([profile, endpoint, clause, from, to]) => {
  const isMeant = ({ endpoint: own, response }: Recorded): boolean =>
    own === endpoint && from.test(response.body) && response.status === 200;
  const found = defined(recordingsOf(profile).find(isMeant));
  const body = found.response.body.replace(from, to);
  const response = { ...found.response, body };
  const { violations } = await checkResponse(response, found.endpoint, found.request, { profile });
  expect([...new Set(violations.map((violation) => violation.clause))]).toStrictEqual([clause]);
});

test.each(["0x0.0.2001", "0x0.2001", "0x2001"])("0x before an id is known to be ignored: %s", async (id) => {
  const body = { timestamp: null, balances: [], links: { next: null } };
  const response = { status: 200, headers: { "content-type": "application/json" }, body };
  const url = `/api/v1/tokens/${id}/balances`;
  const known = await checkResponse(response, "tokenBalances", url, { profile: "hiero-mirror-node" });
  expect(known.violations).toStrictEqual([]);
  const plain = await checkResponse(response, "tokenBalances", url);
  expect(plain.violations.map(({ clause }) => clause)).toStrictEqual(["4.3-path-refused"]);
});
