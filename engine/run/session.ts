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
import { checkSamples, missingRecordsReason } from "./sample-warnings.ts";
import { runLastRound, type LastRound } from "./last-round.ts";
import { singleDifferenceWarnings, checkPassiveClauses, missingSources } from "./passive-results.ts";
import { createCertainReporter, findWithdrawn, withoutWithdrawn } from "./withdrawn.ts";
import { runFacts } from "./run-facts.ts";
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

interface Work extends RunParts {
  /** Removes secrets from a result, reports it, and returns it. */
  readonly tell: (draft: Draft) => Draft;
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
  const wiring = createRunParts(settings, catalogue, signal, hooks.onRequest);
  const { client, redact } = wiring;
  const tellCertain = createCertainReporter(wiring.usable, (result) => hooks.onClause?.(result));
  const tell = ({ dependsOn = [], ...result }: Draft): Draft => {
    const clean = redactRecord(result, redact);
    tellCertain(clean);
    return { ...clean, dependsOn };
  };
  const work: Work = { ...wiring, tell };
  const sending = catalogue.sending.filter(({ id }) => wiring.selected.has(id));
  try {
    const testedFamilies = await testFamilies(familiesOf(sending), (family) => testFamily(work, family));
    const endpoints = endpointsOf(work);
    const whys = await missingSources(work, endpoints);
    const late = await runLastRound(work, endpoints, sending);
    const sure = await Promise.all(
      testedFamilies.map(async ({ family, reportsLast, drafts }) =>
        reportsLast ? await reportLast(work, family, drafts, late) : drafts,
      ),
    );
    const drafts = [...sure.flat(), ...(await checkPassiveClauses(work, whys)).map(tell)];
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
 * Acceptance clauses report last: another clause may meet a refusal, and the last round may show a violation. A clause that
 * failed reports at once, because nothing that follows changes its result.
 */
async function testFamily(work: Work, family: Family) {
  const reportsLast = family.some(
    ({ acceptsParameter, recorded }) => (acceptsParameter ?? recorded) !== undefined,
  );
  const drafts = await resultsOf(reportsLast ? withoutReporting(work) : work, family);
  drafts.filter((draft) => reportsLast && isFailed(draft)).forEach(work.tell);
  return { family, reportsLast, drafts };
}

const isFailed = ({ outcome }: Draft): boolean => outcome === "failed";

const withoutReporting = (work: Work): Work => ({ ...work, tell: (result) => result });

/** The results of clauses that wait for the end of a run, with what its last round showed of them. */
async function reportLast(
  work: Work,
  family: readonly SendingClause[],
  drafts: readonly Draft[],
  late: LastRound,
): Promise<readonly Draft[]> {
  const accepting = family.find(({ acceptsParameter }) => acceptsParameter !== undefined);
  const sure =
    accepting === undefined ? drafts : await withRefusals(withoutReporting(work), accepting, drafts);
  const reported = sure.map((draft) => {
    const clause = family.find(({ id }) => id === draft.id);
    const found = late.found.get(draft.id) ?? [];
    const [first] = found;
    const isOpen = draft.outcome === "passed" || draft.outcome === "inconclusive";
    return clause === undefined || first === undefined || !isOpen
      ? draft
      : clauseResult(
          withoutReporting(work),
          clause,
          failedCheck(found, first.violation.message, found.length),
        );
  });
  const early = new Set(drafts.filter(isFailed).map(({ id }) => id));
  return reported.map((draft) => (early.has(draft.id) ? draft : work.tell(draft)));
}

/**
 * The results of a clause on what is accepted, by the values too that other clauses met with a refusal (interpretation 7). A value
 * that is refused once, in the documented words, and accepted later, fails the clause as well (interpretation 22).
 */
async function withRefusals(
  work: Work,
  clause: SendingClause,
  drafts: readonly Draft[],
): Promise<readonly Draft[]> {
  const isSure = drafts.some(({ outcome }) => outcome === "failed");
  const refused = isSure ? [] : work.refused.of(clause);
  // A value that got a success in any request has no error of its own (interpretation 22).
  const unserved = (isSure ? [] : work.refused.errorsOf(clause)).filter(({ name, response }) =>
    work.client.traffic.isUnserved(response.request, name),
  );
  const values = [...new Set([...refused, ...unserved].map(({ value }) => value))];
  const again = values.length === 0 ? [] : await resultsOf(withoutReporting(work), [clause], values);
  if (again.some(({ outcome }) => outcome === "failed")) {
    return again.map(work.tell);
  }
  const isAccepted = drafts.some(({ outcome }) => outcome === "passed");
  const once = isAccepted ? (await Promise.all(refused.map((one) => findRefusedOnce(work, one)))).flat() : [];
  const [first] = once;
  return first === undefined
    ? drafts.map(work.tell)
    : [clauseResult(work, clause, failedCheck(once, first.violation.message, refused.length))];
}

/** The violation of a refusal that does not come when the same request is repeated: parameters that are refused together are another clause's matter. */
async function findRefusedOnce(
  { sendAgain }: Work,
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

async function resultsOf(
  work: Work,
  family: readonly SendingClause[],
  texts?: readonly string[],
): Promise<readonly Draft[]> {
  const verdicts = await checkClauses(family, work, texts);
  const results = verdicts.map(async (verdict, at) => {
    const clause = family[at];
    return clause === undefined
      ? []
      : [clauseResult(work, clause, await inconclusiveIfMissing(work, clause, verdict))];
  });
  return (await Promise.all(results)).flat();
}

/** A clause that passes on an endpoint without any record is inconclusive: the path may be wrong (interpretation 22). */
async function inconclusiveIfMissing(
  { provider }: Work,
  { endpoint }: SendingClause,
  verdict: CheckedClause,
): Promise<CheckedClause> {
  const isPassed = verdict.outcome === "passed";
  const why = isPassed ? await missingRecordsReason(endpoint, provider) : undefined;
  return why === undefined ? verdict : { ...why, outcome: "inconclusive", cases: 0, responses: 0, found: [] };
}

function clauseResult(
  { formatter, coverage, tell, client }: Work,
  { id, endpoint, statement }: SendingClause,
  verdict: CheckedClause,
): Draft {
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
    return tell({
      ...base,
      ...("code" in checked ? asResult(checked) : checked),
      ...why,
      ...formatSample(sample, formatter),
      violations,
    });
  } catch (error) {
    return tell({ ...base, ...suiteFault(error), violations: [] });
  }
}

/** A violation whose response is an error that one value gets at every attempt says so. */
function withPersistentError(found: CaseViolation, traffic: Traffic): CaseViolation {
  const { violation, response } = found;
  const isWhole = violation.pointer === "" && violation.rowFault === undefined;
  const message = isWhole ? traffic.persistentError(violation.response ?? response) : undefined;
  return message === undefined ? found : { ...found, violation: { ...violation, message } };
}

const endpointsOf = ({ catalogue, selected }: Work): ReadonlySet<Endpoint> =>
  new Set(catalogue.clauses.filter(({ id }) => selected.has(id)).map(({ endpoint }) => endpoint));
