import { jsonText, valuesOf, type JsonObject } from "../../exchange.ts";
import { fromStart, relist, servedRows } from "../../listing.ts";
import { ignoreValues, refuseValues, replaceInValue, replaceValue } from "../../parameter-rewriting.ts";
import { reverseOrder, truncateTo32Bits } from "../../parameter-rewriting.ts";
import { hasParameter, isLaterPage, isSuccessResponse, lastOf, when } from "../../rewriting.ts";
import type { Rewriting } from "../../rewriting.ts";
import { COMPARES } from "../../service/parameters.ts";
import { dropFromLinks, type Meaning } from "../notation.ts";
import { cutOffLastPage, loseRowBetweenPages } from "./pages.ts";

function comparedText(name: string, row: JsonObject): string {
  const member = name === "account.balance" ? "balance" : name === "token.id" ? "token_id" : "account";
  return jsonText(row[member] ?? null).replaceAll('"', "");
}

const isOfHome = /^(\w+:)?(0\.0\.)?\d{1,10}$/;

/** Compares the values of a filter as text, and returns only rows whose ids have five digits. */
const compareAsText =
  (name: string): Rewriting =>
  (handler) => {
    const meets = (value: string, row: JsonObject): boolean => {
      const [, operator = "", bound = ""] = /^(?:(\w+):)?(?:0\.0\.)?(\d+)$/.exec(value) ?? [];
      return COMPARES[operator]?.(comparedText(name, row).replace(/^0\.0\./, ""), bound) ?? true;
    };
    const isOfOneWidth = ({ token_id: token, account = token }: JsonObject): boolean =>
      /^"0\.0\.\d{5}"$/.test(jsonText(account ?? null));
    const compared = relist((rows, request) =>
      rows.filter((row) => isOfOneWidth(row) && valuesOf(request, name).every((value) => meets(value, row))),
    )(ignoreValues(name, isOfHome)(handler));
    return (request) =>
      isSuccessResponse(handler(fromStart(request))) ? compared(request) : handler(request);
  };

/** Imitates a service that compares times as text, for bounds with fewer digits than every known timestamp. */
const timesAsText = replaceValue("timestamp", (value) => {
  const [, operator = "", digit = ""] = /^([gl]te?):([2-9])\d{0,8}(?:\.\d{1,9})?$/.exec(value) ?? [];
  return digit === "" ? value : operator.startsWith("g") ? "lt:0" : "gte:0";
});

const omitBeginnings = (name: string): Rewriting =>
  when(hasParameter(name, /^ne:/))(
    relist((rows, request) =>
      rows.filter((row) => !comparedText(name, row).startsWith(lastOf(request, name).slice("ne:".length))),
    ),
  );

const loseRow = (name: string): Rewriting =>
  when((request) => valuesOf(request, name).some((value) => /^[gl]te:/.test(value)))(
    relist((rows) => rows.slice(0, -1)),
  );

/** Ignores the last digit of a public key that no account has: the rows of a similar key are returned. */
const ignoreLastDigit = (name: string): Rewriting =>
  when(name)((handler) => (request) => {
    const ending = (digit: string) => replaceValue(name, (key) => key.slice(0, -1) + digit)(handler)(request);
    const responses = [handler(request), ...Array.from("0123456789abcdef", ending)];
    return (
      responses.find((one) => isSuccessResponse(one) && servedRows(one.body).length > 0) ?? handler(request)
    );
  });

const ENDS: Readonly<Record<string, string>> = {
  lowest: "0.0.0",
  highest: "9999999999.9999999999.9999999999",
};
export const SELECTS_NONE = `lt:${ENDS["lowest"]}`;

/** Replaces a filter with this operator and the lowest or the highest id (`end`) by the filter `wrong`. */
function breakExtremeBound(name: string, operator: string, end: string, wrong: string): Rewriting {
  const bound = `${operator}:${ENDS[end]}`;
  return replaceValue(name, (value) => (value === bound ? wrong : value));
}

const SHORT_BOUND = /^(\w+:)?\d{1,10}$/;

export const LIST_EFFECTS: readonly Meaning<Rewriting>[] = [
  ["row-lost", () => loseRowBetweenPages],
  ["last-page-cut-off", () => cutOffLastPage],
  ["order-turned", () => reverseOrder],
  ["second-next-drops-P", (name) => when(isLaterPage)(dropFromLinks(name))],
  ["second-next-drops-ne-P", (name) => when([isLaterPage, hasParameter(name, /^ne:/)])(dropFromLinks(name))],
  [
    "P-OP-(lowest|highest)-wrong",
    (name, operator, end) => breakExtremeBound(name, operator, end, SELECTS_NONE),
  ],
  [
    "P-OP-(lowest|highest)-none-wrong",
    (name, operator, end) => breakExtremeBound(name, operator, end, `gte:${ENDS["lowest"]}`),
  ],
  ["P-loses-a-row", loseRow],
  ["P-in-32-bits", (name) => truncateTo32Bits(name)],
  ["P-highest-ignored", (name) => ignoreValues(name, /^eq:9{10}/)],
  ["P-ne-leaves-out-what-begins-so", omitBeginnings],
  ["timestamp-compared-as-text", () => timesAsText],
  ["P-compared-as-text", compareAsText],
  ["P-end-unread", ignoreLastDigit],
  ["P-short-refused", (name) => refuseValues(name, SHORT_BOUND)],
  ["P-short-ignored-by-ne", (name) => ignoreValues(name, /^ne:\d+$/)],
  [
    "P-short-elsewhere",
    (name) => replaceValue(name, (id) => (SHORT_BOUND.test(id) ? id.replace(/(\d+)$/, "1.0.$1") : id)),
  ],
  ["P-of-any-shard", (name) => replaceInValue(name, /\d+(?=\.\d+\.\d+$)/, "0")],
  ["P-of-any-realm", (name) => replaceInValue(name, /\d+(?=\.\d+$)/, "0")],
  ["P-from-any-realm", (name) => replaceInValue(name, /(?<=:\d+\.)\d+(?=\.\d+$)/, "0")],
  ["P-nine-decimals-refused", (name) => refuseValues(name, /\d\.\d{9}$/)],
  ["P-ten-digits-refused", (name) => refuseValues(name, /^(\w+:)?\d{10}(\.\d{1,9})?$/)],
];
