// Failed clauses on the token list, for tests of causes
import { present } from "../../engine/model/model.ts";
import { contractLines } from "../../schemas/contract-lines.ts";
import { operations } from "../../schemas/operations.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import { causesOf, isRelated } from "../../reports/reading/causes.ts";
import { failed, planned, resultOf, violation, getting } from "./samples.ts";

/** The members of a clause on tokens that is about these parameters, about pages, or about one of the aspects. */
function onTokens(about: readonly string[]) {
  const { query, responseLine } = operations.tokens;
  const parameters = query.filter(({ key }) => about.includes(key));
  const [firstOfPages = 0] = [...contractLines].find(([, section]) => section === "4.1") ?? [];
  return {
    contract: [
      ...parameters.map(({ line }) => line),
      ...(about.includes("pages") ? [firstOfPages] : []),
      ...(about.includes("response") ? [responseLine] : []),
    ],
    parameters: parameters.map(({ key }) => key),
    ...present({ aspect: (["form", "response", "shortId"] as const).find((one) => about.includes(one)) }),
  };
}

export const LIST = "https://ledger.example.test/api/v1/tokens";
/** A failed clause on tokens: the parameters or the aspect that it is about, and how its violation looks. */
export const broken = (
  id: string,
  about: readonly string[],
  changes: Parameters<typeof violation>[0],
  query = "",
) => {
  const served = (changes?.response?.status ?? 200) === 200 ? { served: true as const } : {};
  return failed(
    { ...planned(1), id, section: id.slice(0, id.indexOf("-")), ...onTokens(about) },
    [violation({ ...served, expects: "success", request: getting(LIST + query), ...changes })],
    id.startsWith("2.3") ? { field: { seen: 1, null: 0, notNull: 1 } } : {},
  );
};

/** Whether two failed clauses have one cause, are possibly related, or have two causes. */
export function relationOf(one: ClauseResult, other: ClauseResult): "one cause" | "related" | "two causes" {
  const causes = causesOf(resultOf([one, other]));
  return causes.length === 1 ? "one cause" : causes.some(isRelated) ? "related" : "two causes";
}
