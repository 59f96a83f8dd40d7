// Observations of unspecified behaviour, made on every response of a run
import { arrayOf, type JsonSchema, record } from "../../schemas/formats.ts";
import { operations } from "../../schemas/operations.ts";
import { documentedMessages, isObject, hasSuccessBody } from "../message/classify.ts";
import { integerText } from "../model/compare.ts";
import { queryOf, type ApiResponse, type Expectation } from "../model/exchange.ts";
import { countOf } from "../model/model.ts";
import type { Observe } from "./clause.ts";
import { nextIn, rowsIn } from "./pagination.ts";

/** Maximum number of observed elements of an array, and members of an object: a hostile response may have any number. */
const MOST_OBSERVED_VALUES = 50;

const ERROR = record("error body", {
  _status: record("_status", { messages: arrayOf(record("element of messages", { message: {} })) }),
});

const hasDocumentedError = (response: ApiResponse): boolean =>
  (documentedMessages(response)?.length ?? 0) > 0;

/** A long name is replaced by its length: if it were cut, a secret in it would not be recognised. */
const quotedName = (name: string): string =>
  name.length > 40 ? `a name of ${name.length} characters` : JSON.stringify(name);

function undocumentedMembers(schema: JsonSchema, value: unknown): readonly string[] {
  const { properties, title = "" } = schema.items ?? schema;
  const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, MOST_OBSERVED_VALUES) : [value];
  return items.filter(isObject).flatMap((item) =>
    Object.keys(item)
      .slice(0, MOST_OBSERVED_VALUES)
      .flatMap((name) => {
        const member = Object.hasOwn(properties ?? {}, name) ? properties?.[name] : undefined;
        const isNamed = member !== undefined || properties === undefined;
        return isNamed ? undocumentedMembers(member ?? {}, item[name]) : [`${title} ${quotedName(name)}`];
      }),
  );
}

export const extraMembers: Observe = (response) => {
  const { success } = operations[response.request.endpoint];
  const schema = hasSuccessBody(response) ? success : hasDocumentedError(response) ? ERROR : {};
  return undocumentedMembers(schema, response.body.value);
};

export const timestampDecimals: Observe = (response) => {
  const { value } = response.body;
  const records = hasSuccessBody(response) ? [value, ...rowsIn(response)].filter(isObject) : [];
  return records.flatMap((one) =>
    ["timestamp", "consensus_timestamp", "created_timestamp"].flatMap((name) => {
      const decimals = /^\d+(?:\.(\d{1,9}))?$/.exec(integerText(one[name]));
      return decimals === null ? [] : [countOf(decimals[1]?.length ?? 0, "decimal")];
    }),
  );
};

export const observedMediaTypes: Observe = (response) =>
  hasSuccessBody(response) ? [response.headers["content-type"] ?? "no Content-Type"] : [];

export const formOfNext: Observe = (response) => {
  const next = nextIn(response);
  if (typeof next !== "string") return [];
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(next)) return ["an absolute URL"];
  return [next.startsWith("/") ? "an absolute path" : "a relative reference"];
};

/** For a request that must succeed and has only one parameter, whose name the contract does not state: this name and the status. */
export const parameterNamesInUse: Observe = ({ request, status }) => {
  const [[name] = [""], ...others] = [...queryOf(request.target)];
  const isInContract = operations[request.endpoint].query.some(
    (parameter) => "shownName" in parameter && parameter.shownName === name,
  );
  const isPlain = request.expects === "success" && request.fromOrigin !== true;
  const isAlone = isPlain && name !== "" && others.length === 0;
  return isAlone && !isInContract ? [`${quotedName(name)}: status ${status}`] : [];
};

/** The kind of request that got an error; undefined for a success, and if the request neither is malformed nor names a missing record. */
const refusalOf = (response: ApiResponse): string | undefined => {
  const kinds: Partial<Record<Expectation, string>> = {
    refusal: "malformed request",
    missing: "missing record",
  };
  return hasSuccessBody(response) ? undefined : kinds[response.request.expects];
};

export const errorStatuses: Observe = (response) => {
  const request = refusalOf(response);
  return request === undefined ? [] : [`${request}: status ${response.status}`];
};

export const errorShapes: Observe = (response) => {
  const { value, fault } = response.body;
  const request = refusalOf(response);
  if (request === undefined) return [];
  const names = isObject(value) ? Object.keys(value).slice(0, 12).map(quotedName).join(", ") : typeof value;
  return [`${request}: ${fault ?? (hasDocumentedError(response) ? "_status, messages" : names)}`];
};

export const errorsUnder200: Observe = (response) =>
  response.status === 200 && hasDocumentedError(response) ? ["an error with status 200"] : [];

export const defaultPageSize: Observe = (response) => {
  const isWhole = response.request.target.includes("?") || typeof nextIn(response) !== "string";
  return isWhole ? [] : [countOf(rowsIn(response).length, "row")];
};

export const limitsAbove100: Observe = (response) => {
  const { expects, target } = response.request;
  const isAbove = [...queryOf(target)].some(([, value]) => /^\d{3,31}$/.test(value) && value !== "100");
  const rows = hasSuccessBody(response) ? `, ${countOf(rowsIn(response).length, "row")}` : "";
  return expects === "open" && isAbove ? [`status ${response.status}${rows}`] : [];
};
