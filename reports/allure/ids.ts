import { createHash } from "node:crypto";

/** Folder of the finished Allure report. */
export const ALLURE_REPORT = "allure-report";
/** Folder of the results that it is made from, written while a run goes on. */
export const ALLURE_RESULTS = "allure-results";
/** What was found in earlier runs into the same folder, a line per run. */
export const ALLURE_HISTORY = "allure-history.jsonl";

/** Names the result of a clause in every run: a UUID, so that it is a file name on every system too. */
export function allureUuid(clauseId: string): string {
  const hex = md5(`ledger-conformance ${clauseId}`);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Where the test of a clause is in the Allure report, seen from the result folder. */
export const allureLink = (clauseId: string): string =>
  `${ALLURE_REPORT}/index.html#${md5(allureUuid(clauseId))}`;

/** Where a clause is in the conformance report, seen from the Allure report. */
export const clauseLink = (clauseId: string): string => `../index.html#${encodeURIComponent(clauseId)}`;

/** As Allure makes the id of a test of that of its result. */
const md5 = (text: string): string => createHash("md5").update(text).digest("hex");
