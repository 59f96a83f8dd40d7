import type { Catalogue, ClauseInfo } from "../engine/clauses/catalogue.ts";
import type { AskingClause, Proof } from "../engine/clauses/clause.ts";
import type { World } from "../engine/clauses/prerequisites.ts";
import { isObject, successInWords, watchedInWords, type JsonObject } from "../engine/message/classify.ts";
import { broken as brokenBy, valid, written } from "../generators/example-values.ts";
import { isUndecided, type Judgement } from "../engine/model/exchange.ts";
import type { RecordRows } from "../engine/schema/fields.ts";
import { oneLine } from "../engine/secrets/escape.ts";
import { allReadings } from "../engine/target/package-info.ts";
import { type Endpoint, operations } from "../schemas/operations.ts";
import { placeInfo } from "../schemas/places.ts";
import { aligned, more } from "../reports/words/explain.ts";
import { operationLabel, sectionLabel } from "../reports/words/labels.ts";
import { answer, errorBody, invalidParameter, NOT_FOUND } from "../specs/fixtures/answers.ts";
import { MADE_UP } from "../specs/fixtures/target.ts";
import { requestsOf, shortened } from "./sends.ts";

/** Requests and failing responses that the text shows; the JSON has them all. */
const MOST = 8;
/** Characters of a line: the cases of a list, with their requests, take the most. */
const LONGEST = 8_000;

const NOTHING_SENT = { requests: [], cases: [], caseCount: 0, atSmoke: 0 };

/** What every target has, be it empty. */
const THERE = new Set<keyof World>([
  "size",
  "seed",
  "baseUrl",
  "missing",
  "statusHeaders",
  "givenAccounts",
  "givenKeys",
  "holderKeys",
  "tokenSamples",
  "topicMessageSamples",
  "contractResultSamples",
  "contractSamples",
]);

/** What is told of a clause: where the document says it, what it sends, what fails it, and where it is declared. */
export async function explain(clause: ClauseInfo, catalogue: Catalogue) {
  const asker = catalogue.asking.find(({ id }) => id === clause.id);
  const sent = asker === undefined ? NOTHING_SENT : await requestsOf(asker);
  return {
    ...clause,
    document: clause.cites
      .flatMap((name) => placeInfo(name) ?? [])
      .map(({ section, line, fact }) => `§${section}, line ${line}: ${fact}`),
    readAs: allReadings()
      .filter(({ number }) => clause.readings.includes(number))
      .map(({ number, title }) => `${number} ${title} (docs/readings.md#${number})`),
    ...sent,
    needs: [...new Set(Object.values(asker?.needs ?? {}))].filter((key) => !THERE.has(key)),
    compares: asker?.compares === true,
    admits: asker?.admits !== undefined,
    leavesOpen: catalogue.matters
      .filter(({ endpoints }) => endpoints.includes(clause.endpoint))
      .filter(({ cites }) => cites.some((name) => clause.cites.includes(name)))
      .map((open) => `${open.id}: ${open.statement}`),
    details: declared(clause, catalogue)?.details,
    schema: rowOf(clause, catalogue)?.schema,
    stands: catalogue.tables.flatMap(({ body }) => pointersOf(clause.id, body.root)),
    proofs: await proofsOf(clause, catalogue),
    errors: asker === undefined ? [] : await judgedErrors(asker),
    file: catalogue.files.get(clause.id) ?? "",
  };
}

/** A clause as a file declares it; none for a row of a table. */
const declared = ({ id }: ClauseInfo, { asking, watching }: Catalogue) =>
  [...asking, ...watching].find((clause) => clause.id === id);

/** The row of a table that is this clause. */
const rowOf = ({ id }: ClauseInfo, { tables }: Catalogue) =>
  tables.flatMap(({ body }) => body.all).find((row) => row.id === id);

/** The places in a body that a row of a table is about; `*` is every element of an array. */
const pointersOf = (id: string, { rows }: RecordRows, above = ""): readonly string[] =>
  rows.flatMap((row) => {
    const pointer = `${above}/${row.name}`;
    const within = row.kind === "records" ? `${pointer}/*` : pointer;
    const below = row.record === undefined ? [] : pointersOf(id, row.record, within);
    return row.id === id ? [pointer, ...below] : below;
  });

/** Made-up responses that pass a clause, and those that fail it, by name and with what a report says of them. */
export async function proofsOf(clause: ClauseInfo, catalogue: Catalogue) {
  const [own, row] = [declared(clause, catalogue), rowOf(clause, catalogue)];
  const [kept, broken] = [own?.accepts ?? [], Object.entries(own?.rejects ?? {})];
  const targets = new Set([...kept, ...broken.map(([, proof]) => proof)].map(({ made }) => targetOf(made)));
  const told = ({ made }: Proof): string =>
    (targets.size > 1 ? `${targetOf(made)}: ` : "") + responsesIn(made);
  if (row !== undefined) {
    const edited = Object.entries(brokenBy(row.schema));
    const wrong = edited.map(([name, value]) => `${name}: ${shortened(written(value))}`);
    return {
      passes: [JSON.stringify(valid(row.schema)), ...(row.nullable ? ["null"] : [])],
      fails: ["absent", ...(row.nullable ? [] : ["null"]), ...wrong],
    };
  }
  const fails = broken.map(async ([name, proof]) => `${name}${await saidOf(proof)}: ${told(proof)}`);
  return { passes: kept.map(told), fails: await Promise.all(fails) };
}

/** The words of a report on a proof that fails. */
async function saidOf({ judge }: Proof): Promise<string> {
  const judgement = await judge(MADE_UP);
  const [first] = isUndecided(judgement) ? [] : judgement;
  return first === undefined ? "" : ` ("${first.message}")`;
}

/** Errors that come in place of records: one that the document does not show, and those on parameters and missing records. */
const ERRORS = [
  [500, errorBody("Internal error")],
  [400, invalidParameter("x")],
  [404, NOT_FOUND],
] as const;

/** What becomes of a clause whose requests all get an error, or the first or last one alone; of a family no proof has requests. */
async function judgedErrors({
  endpoint,
  family,
  accepts: [proof],
}: AskingClause): Promise<readonly string[]> {
  if (proof === undefined || family !== undefined) {
    return [];
  }
  const told = ERRORS.map(async ([status, body]) => {
    const error = answer(endpoint, status, body);
    let several = false;
    const outcomeAt = async (isIt: (place: number, of: number) => boolean): Promise<string> =>
      outcomeOf(
        await proof.judge(MADE_UP, (place, of) => {
          several = of > 1;
          return isIt(place, of) ? error : undefined;
        }),
      );
    const outcomes = {
      "to all": await outcomeAt(() => true),
      // What a clause then sends beyond the proof gets the error too.
      "to the first, and to what is sent beyond the proof": await outcomeAt(
        (place, of) => place === 0 || place >= of,
      ),
      "to the last alone": await outcomeAt((place, of) => place >= of - 1),
    };
    return [...new Set(Object.values(outcomes))].map((outcome) => {
      const ways = Object.entries(outcomes).flatMap(([way, own]) => (own === outcome ? [way] : []));
      return `${responsesIn(error)}${several ? ` ${ways.join(", ")}` : ""}: ${outcome}`;
    });
  });
  return (await Promise.all(told)).flat();
}

/** What a judgement makes of a clause, with the words of a report. */
function outcomeOf(judgement: Judgement): string {
  if (isUndecided(judgement)) {
    return `inconclusive ("${judgement.undecided}")`;
  }
  const [first] = judgement;
  return first === undefined ? "passes" : `fails ("${first.message}")`;
}

/** The request that a made-up response is to, where there is one response alone. */
const targetOf = (made: unknown): string =>
  isObject(made) && isObject(made["ask"]) ? textOf(made["ask"]["target"]).replace("//", "/…/") : "";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * The responses that a proof is made of: those of a script in order, with what it has of its own, and the different ones of
 * pages that are followed.
 */
function responsesIn(made: unknown): string {
  if (!isObject(made) || !Array.isArray(made["replies"])) {
    const told = responses(made);
    return (Array.isArray(made) ? told : [...new Set(told)]).join(", then ");
  }
  const { replies, have, value } = made;
  const own = Object.entries({
    ...(isObject(have) ? have : {}),
    ...(value === undefined ? {} : { case: value }),
  });
  const told = own.map(([name, one]) => `${name} ${isReply(one) ? responses(one)[0] : dataOf(one)}`);
  return `with ${told.join(", ")}: ${responses(replies).join(", then ")}`;
}

/** What a proof has, without responses in it and parameters that are left out. */
const dataOf = (made: unknown): string =>
  shortened(
    JSON.stringify(made, (key, one: unknown) => (key === "reply" || one === "absent" ? undefined : one)),
  );

const isReply = (made: unknown): made is JsonObject & { readonly body: JsonObject } =>
  isObject(made) && isObject(made["body"]);

function responses(made: unknown): readonly string[] {
  if (!isReply(made)) {
    return typeof made === "object" && made !== null ? Object.values(made).flatMap(responses) : [];
  }
  const { status, headers, body } = made;
  const type = textOf(isObject(headers) ? headers["content-type"] : undefined) || "no content-type";
  const fault = body["fault"] === undefined ? [] : [`(${textOf(body["fault"])})`];
  const text = shortened(textOf(body["text"]));
  return [[status, ...(type === "application/json" ? [] : [type]), text, ...fault].join(" ")];
}

export function explanationText(told: Awaited<ReturnType<typeof explain>>): string {
  const { id, statement, section, endpoint, document, readAs, kind, requests, cases, caseCount } = told;
  const { leavesOpen, details, schema, stands, proofs, errors, file, needs, compares, atSmoke, admits } =
    told;
  const isRead = requests.some((request) => request.includes("limit=100"));
  const some =
    caseCount > 1
      ? `of ${Math.min(caseCount, 3)} of the ${caseCount} cases at standard (${atSmoke} at smoke), `
      : atSmoke === 0
        ? "not at smoke, "
        : "";
  const isNested = schema !== undefined && (schema.items ?? schema).properties !== undefined;
  const isInteger = schema !== undefined && /"integer"/.test(JSON.stringify(schema));
  const inside =
    (isNested ? " (what is wrong inside a member fails the clause on that)" : "") +
    (isInteger ? " (2.0 and 2e0 are the integer 2)" : "");
  const lines = aligned([
    { label: "statement", text: statement },
    { label: "section", text: `${section} ${sectionLabel(section)}` },
    { label: "endpoint", text: `${endpoint}, ${operationLabel(endpoint)}` },
    ...labelled("document", document),
    ...labelled("reading", readAs),
    ...(kind === "asking"
      ? labelled("sends", [
          `(${some}to a healthy service, without pages behind links${isRead ? "; a list that is read whole is read without limit=100 where that is refused" : ""}${admits ? "; in a run then also well-formed values for which other clauses got Invalid parameter" : ""})`,
          ...requests,
        ])
      : labelled("checks", [watchedText(told)])),
    ...labelled("cases", cases.length > 0 ? [cases.join("; ")] : []),
    ...labelled("needs", needs.length > 0 ? [`${needs.join(", ")} ${NEEDED}`] : []),
    ...labelled("details", details === undefined ? [] : [details]),
    ...labelled("decided", kind === "asking" ? [decidedText(endpoint, caseCount, compares)] : []),
    ...labelled("schema", schema === undefined ? [] : [JSON.stringify(schema) + inside]),
    ...labelled("stands at", stands.length === 0 ? [] : [stands.join(", ")]),
    ...labelled("left open", leavesOpen),
    ...labelled("passes if", proofs.passes),
    ...labelled("fails if", proofs.fails),
    ...labelled("by errors", errors),
    { label: "file", text: file },
    { label: "run it", text: `npx ledger-conformance run --only ${id}` },
  ]);
  return `${[id, ...lines].join("\n")}\n`;
}

const NEEDED =
  "(World in engine/clauses/prerequisites.ts; without one it is not tested where the target file has to give it, or a higher level is needed, else inconclusive)";

/** What a clause that sends nothing looks at. */
function watchedText({ endpoint, kind }: Pick<ClauseInfo, "endpoint" | "kind">): string {
  const without =
    kind === "table"
      ? "an array in place of one object, or the reverse, is looked into; what is no object has no field to be wrong; inconclusive (not tested where no sample is known): none comes, or none with the record that the field is of"
      : "one without what the clause is on passes; inconclusive (not tested where no sample is known): none comes";
  return `every response of the run with ${watchedInWords(endpoint)}; run alone, what the endpoint has is sent for it: the samples, the list or the plain request; one that is wrong fails it, and is not requested again; ${without}`;
}

/** What a success is, what is no response, and what several cases come to (`verdictOf` in engine/run/judge.ts). */
function decidedText(endpoint: Endpoint, caseCount: number, compares: boolean): string {
  const barred = operations[endpoint].service === "status" ? "" : "401, 403, 407, ";
  const isPaged = operations[endpoint].success.properties?.["links"] !== undefined;
  const heard = isPaged
    ? " (where rows are compared, 401, 403, 407 and 502 to 504 that stay while other requests are served are responses)"
    : operations[endpoint].service === "verify"
      ? " (401, 403 and 407 that speak of an apiKey are responses)"
      : "";
  const same = compares ? " (with the same rows, but where one response alone shows it)" : "";
  const most =
    caseCount > 1
      ? "; one case that fails is enough; else it passes where more cases pass than get no usable response; without any case it is inconclusive, at smoke not tested"
      : "";
  return `a success is status 200 and ${successInWords(endpoint)}; missing is status 404 or 410, or the words not found; a failure has to come again when all is sent again${same}, twice where a status from 500 came, or the clause is inconclusive${most}; not usable, so that its case is inconclusive whatever else came, unless details name it: no response, a redirect, ${barred}408, 429, 502 to 504 without a message of part 7${heard}`;
}

/** The first line has the label, the others none. */
const labelled = (label: string, texts: readonly string[]) =>
  [...texts.slice(0, MOST), ...more(texts.length - MOST, "line")].map((text, index) => ({
    label: index === 0 ? label : "",
    text: oneLine(text, LONGEST),
  }));
