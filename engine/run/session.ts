import { sectionOf, type SendingClause } from "../clauses/clause.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import { ignoreUntested } from "../clauses/prerequisites.ts";
import { foldViolations } from "../evidence/distinct-violations.ts";
import { formatSample } from "../evidence/exchange-formatter.ts";
import type { CaseViolation } from "../model/exchange.ts";
import type { Traffic } from "../http/traffic.ts";
import { present } from "../model/model.ts";
import type { ClauseResult } from "../model/clause-results.ts";
import { withConsequences, type Draft } from "../clauses/dependencies.ts";
import { asResult } from "../model/reason.ts";
import type { RunFacts } from "../model/results.ts";
import type { Endpoint, Settings } from "../model/settings.ts";
import type { RefusedValue } from "../passive/refused.ts";
import { speaksOfInvalidParameter, wholeResponse } from "../message/classify.ts";
import { redactRecord } from "../secrets/redact.ts";
import { type CheckedClause, suiteFault } from "./case-tally.ts";
import { familiesOf, testFamilies, type Family, checkClauses } from "./check-clauses.ts";
import { runLastRound, type LastRound } from "./last-round.ts";
import { singleDifferenceWarnings, checkPassiveClauses, missingSources } from "./passive-results.ts";
import { createCertainReporter, findWithdrawn, withoutWithdrawn } from "./withdrawn.ts";
import { runFacts, checkSamples, missingRecordsReason } from "./run-facts.ts";
import { createRunParts, type RunParts } from "./run-parts.ts";

/** The callbacks and the abort signal of a run. */
export interface CheckHooks {
  /** Called once with the result of each clause, as soon as it is checked. */
  readonly onClause?: ((result: ClauseResult) => void) | undefined;
  /** Called with the endpoint of each request when it is sent. */
  readonly onRequest?: ((endpoint: Endpoint) => void) | undefined;
  /** Aborted with a text as reason: no further request is sent, and the remaining clauses are not checked. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Checks all selected clauses concurrently, so that a clause that waits for a silent service does not delay the others. An
 * error of the suite makes its clause inconclusive.
 */
export async function checkAll(
  settings: Settings,
  catalogue: Catalogue,
  hooks: CheckHooks = {},
): Promise<RunFacts> {
  const { signal = new AbortController().signal } = hooks;
  const work = createRunParts(settings, catalogue, signal, hooks.onRequest);
  const { client } = work;
  const report = createCertainReporter(work.usable, (result) => hooks.onClause?.(result));
  const sending = catalogue.sending.filter(({ id }) => work.selected.has(id));
  try {
    const testedFamilies = await testFamilies(familiesOf(sending), async (family) => {
      const drafts = await draftsOf(work, family);
      drafts.filter((draft) => !reportsLast(family) || isFailed(draft)).forEach(report);
      return { family, drafts };
    });
    const endpoints = endpointsOf(work);
    const whys = await missingSources(work, endpoints);
    const late = await runLastRound(work, endpoints, sending);
    const sent = await Promise.all(
      testedFamilies.map(async ({ family, drafts }) => {
        const last = reportsLast(family) ? await lastDrafts(work, family, drafts, late) : drafts;
        last.filter((draft, at) => reportsLast(family) && !isFailed(drafts[at] ?? draft)).forEach(report);
        return last;
      }),
    );
    const observed = (await checkPassiveClauses(work, whys)).map((draft) => withoutSecrets(draft, work));
    observed.forEach(report);
    const drafts = [...sent.flat(), ...observed];
    const isStopped = signal.aborted || client.incompleteReason() !== undefined;
    const withdrawn = await findWithdrawn(isStopped ? [] : endpoints, work);
    const results = withConsequences(
      withoutWithdrawn(drafts, withdrawn),
      catalogue,
      settings.target.parameters,
    );
    const failed = new Set(
      results.flatMap(({ outcome, endpoint }) => (outcome === "failed" ? [endpoint] : [])),
    );
    const gave = await checkSamples(endpoints, { ...work, failed });
    const all = {
      ...gave,
      warnings: [...gave.warnings, ...late.warnings, ...singleDifferenceWarnings(work)],
      withdrawn,
    };
    return runFacts(work, results, all, signal);
  } finally {
    await client.close();
  }
}

/**
 * Whether a family reports at the end of the run: another clause may meet a refusal of an accepted value, and the last round may
 * show a violation. A clause that failed reports at once, because nothing that follows changes its result.
 */
const reportsLast = (family: Family): boolean =>
  family.some(({ acceptsParameter, recorded }) => (acceptsParameter ?? recorded) !== undefined);

const isFailed = ({ outcome }: Draft): boolean => outcome === "failed";

/** The results of clauses that are reported at the end of a run, with the violations that the last round found. */
async function lastDrafts(
  work: RunParts,
  family: Family,
  drafts: readonly Draft[],
  late: LastRound,
): Promise<readonly Draft[]> {
  const accepting = family.find(({ acceptsParameter }) => acceptsParameter !== undefined);
  const settled =
    accepting === undefined || drafts.some(isFailed) ? drafts : await withRefusals(work, accepting, drafts);
  return settled.map((draft) => {
    const clause = family.find(({ id }) => id === draft.id);
    const found = late.found.get(draft.id) ?? [];
    const [first] = found;
    const isOpen = draft.outcome === "passed" || draft.outcome === "inconclusive";
    return clause === undefined || first === undefined || !isOpen
      ? draft
      : draftOf(work, clause, failedCheck(found, first.violation.message, found.length));
  });
}

/**
 * The results of an acceptance clause, including values that were refused in requests of other clauses (interpretation 7). A
 * value that is refused once, in the documented words, and accepted later, fails the clause as well (interpretation 22).
 */
async function withRefusals(
  work: RunParts,
  clause: SendingClause,
  drafts: readonly Draft[],
): Promise<readonly Draft[]> {
  const refused = work.refused.of(clause);
  // A value that got a success in any request has no error of its own (interpretation 22).
  const unserved = work.refused
    .errorsOf(clause)
    .filter(({ name, response }) => work.client.traffic.isUnserved(response.request, name));
  const values = [...new Set([...refused, ...unserved].map(({ value }) => value))];
  const again = values.length === 0 ? [] : await draftsOf(work, [clause], values);
  if (again.some(isFailed)) {
    return again;
  }
  const isAccepted = drafts.some(({ outcome }) => outcome === "passed");
  const once = isAccepted ? (await Promise.all(refused.map((one) => findRefusedOnce(work, one)))).flat() : [];
  const [first] = once;
  return first === undefined
    ? drafts
    : [draftOf(work, clause, failedCheck(once, first.violation.message, refused.length))];
}

/**
 * The violation of a refusal that does not occur when the same request is repeated. Parameters that are refused only together
 * are tested by another clause.
 */
async function findRefusedOnce(
  { sendAgain }: RunParts,
  { response, value }: RefusedValue,
): Promise<readonly CaseViolation[]> {
  const again = await sendAgain(response.request).catch(ignoreUntested);
  const violation = wholeResponse(
    response,
    "a valid value is rejected as invalid",
    "a response that accepts the value",
  );
  const found = { violation, response, path: value, reproducible: false };
  return again === undefined || speaksOfInvalidParameter(again) ? [] : [found];
}

const failedCheck = (found: readonly CaseViolation[], reason: string, cases: number): CheckedClause => ({
  outcome: "failed",
  reason,
  cases,
  found,
  responses: found.length,
});

/** Tests a family. `texts`: the cases are these values, instead of those of the level. */
async function draftsOf(
  work: RunParts,
  family: Family,
  texts?: readonly string[],
): Promise<readonly Draft[]> {
  const verdicts = await checkClauses(family, work, texts);
  return await Promise.all(
    family.flatMap((clause, at) => {
      const verdict = verdicts[at];
      return verdict === undefined
        ? []
        : [inconclusiveIfMissing(work, clause, verdict).then((known) => draftOf(work, clause, known))];
    }),
  );
}

/** A clause that passes on an endpoint without any record is inconclusive: the path may be wrong (interpretation 22). */
async function inconclusiveIfMissing(
  { provider }: RunParts,
  { endpoint }: SendingClause,
  verdict: CheckedClause,
): Promise<CheckedClause> {
  const isPassed = verdict.outcome === "passed";
  const why = isPassed ? await missingRecordsReason(endpoint, provider) : undefined;
  return why === undefined ? verdict : { ...why, outcome: "inconclusive", cases: 0, responses: 0, found: [] };
}

function draftOf(work: RunParts, { id, endpoint, statement }: SendingClause, verdict: CheckedClause): Draft {
  const { formatter, coverage, client } = work;
  const base = { id, section: sectionOf(id), endpoint, statement };
  try {
    const { sample, responses, found: unexplained, ...checked } = verdict;
    const found = unexplained.map((one) => withPersistentError(one, client.traffic));
    const violations = foldViolations(
      found,
      formatter,
      (violation, response) => coverage(id, violation, response),
      responses,
    );
    const why =
      checked.outcome === "failed"
        ? { cause: "contract" as const, ...present({ reason: found[0]?.violation.message }) }
        : {};
    const draft = {
      ...base,
      ...("code" in checked ? asResult(checked) : checked),
      ...why,
      ...formatSample(sample, formatter),
      violations,
    };
    return withoutSecrets(draft, work);
  } catch (error) {
    return withoutSecrets({ ...base, ...suiteFault(error), violations: [] }, work);
  }
}

/** The requests in `dependsOn` are resolved at the end of the run, and appear in no output. */
const withoutSecrets = (
  { dependsOn = [], ...result }: Draft,
  { redact }: Pick<RunParts, "redact">,
): Draft => ({
  ...redactRecord(result, redact),
  dependsOn,
});

/** A violation whose response is an error that one value gets at every attempt says so. */
function withPersistentError(found: CaseViolation, traffic: Traffic): CaseViolation {
  const { violation, response } = found;
  const isWhole = violation.pointer === "" && violation.rowFault === undefined;
  const message = isWhole ? traffic.persistentError(violation.response ?? response) : undefined;
  return message === undefined ? found : { ...found, violation: { ...violation, message } };
}

const endpointsOf = ({ catalogue, selected }: RunParts): ReadonlySet<Endpoint> =>
  new Set(catalogue.clauses.filter(({ id }) => selected.has(id)).map(({ endpoint }) => endpoint));
