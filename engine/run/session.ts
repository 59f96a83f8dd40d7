import { sectionOf, type SendingClause } from "../clauses/clause.ts";
import type { Catalogue } from "../clauses/catalogue.ts";
import { foldViolations } from "../evidence/violations.ts";
import { formatSample } from "../evidence/exchange-formatter.ts";
import { endReason, UNSERVED_SYMPTOM, type CaseViolation } from "../model/exchange.ts";
import type { Traffic } from "../http/traffic.ts";
import { present } from "../model/model.ts";
import type { ClauseResult } from "../model/clause-results.ts";
import { withConsequences, type Draft } from "../clauses/dependencies.ts";
import { asResult, type Reason } from "../model/reason.ts";
import type { RunFacts, Warning } from "../model/results.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import type { RefusedValue } from "../passive/refused-values.ts";
import type { Settings } from "../model/settings.ts";
import { redactRecord } from "../secrets/redact.ts";
import { type CheckedClause, uncheckedClause } from "./case-tally.ts";
import { familiesOf, testFamilies, type Family, checkClauses, findRefusal } from "./check-clauses.ts";
import { markIrreproducible, findIrreproducible, findSimultaneousViolations } from "./simultaneous.ts";
import { endpointsLosingRecords } from "./simultaneous.ts";
import { withoutEndpoints } from "./early-requests.ts";
import { runLastRound, type LastRound } from "./last-round.ts";
import { singleDifferenceWarnings, checkPassiveClauses, noSuccessReasons } from "./passive-results.ts";
import * as withdrawal from "./withdrawn.ts";
import { requestWarnings, checkSamples, missingRecordsReason } from "./run-warnings.ts";
import { createRunParts, type RunParts } from "./run-parts.ts";

export interface CheckHooks {
  /** Called with each final result, once the endpoint certainly exists; never if that remains uncertain. */
  readonly onClause?: ((result: ClauseResult) => void) | undefined;
  readonly onRequest?: ((endpoint: Endpoint) => void) | undefined;
  /** After an abort, no request is sent, and the remaining clauses are not checked, for the reason of the signal if it is a text. */
  readonly signal?: AbortSignal | undefined;
}

/** The clauses are checked concurrently, so that a clause that waits for a silent endpoint delays no other one. */
export async function checkAll(
  settings: Settings,
  catalogue: Catalogue,
  hooks: CheckHooks = {},
): Promise<RunFacts> {
  const { signal = new AbortController().signal } = hooks;
  const parts = createRunParts(settings, catalogue, signal, hooks.onRequest);
  const { client, usable, sending } = parts;
  const report = withdrawal.createCertainReporter(usable, (result) => hooks.onClause?.(result));
  try {
    const testedFamilies = await testFamilies(familiesOf(sending), async (family) => {
      const drafts = await draftsOf(parts, family);
      drafts.filter((draft) => !mayChange(parts, family, draft)).forEach(report);
      return { family, drafts };
    });
    const missingSuccess = await noSuccessReasons(parts);
    const lastRound = await runLastRound(parts);
    const simultaneous = await findSimultaneousViolations(parts);
    const notAlone = await findIrreproducible(parts);
    const late = { ...lastRound, violations: [...lastRound.violations, ...simultaneous] };
    const sendingDrafts = await Promise.all(
      testedFamilies.map(async ({ family, drafts }) => {
        const finalDrafts = await finalDraftsOf(parts, family, drafts, late);
        const changeable = finalDrafts.filter((draft, index) =>
          mayChange(parts, family, drafts[index] ?? draft),
        );
        changeable.forEach(report);
        return finalDrafts;
      }),
    );
    const unredacted = await checkPassiveClauses(parts, missingSuccess);
    const passiveDrafts = unredacted.map((draft) => withoutSecrets(draft, parts));
    passiveDrafts.forEach(report);
    const drafts = markIrreproducible([...sendingDrafts.flat(), ...passiveDrafts], notAlone);
    const withdrawn = await withdrawal.findWithdrawn(parts);
    const { parameters } = settings.target;
    const results = withConsequences(withdrawal.withoutWithdrawn(drafts, withdrawn), catalogue, parameters);
    return await factsOf(parts, results, withdrawn, { ...lastRound, simultaneous });
  } finally {
    await client.close();
  }
}

async function factsOf(
  parts: RunParts,
  clauses: readonly ClauseResult[],
  withdrawn: withdrawal.Withdrawn,
  late: Pick<LastRound, "warnings" | "ended"> & { readonly simultaneous: LastRound["violations"] },
): Promise<RunFacts> {
  const { client, observations, recipeReader, usable, redact, signal, endpoints } = parts;
  const isReached = (endpoint: Endpoint): boolean => !withdrawn.has(endpoint);
  const failed = new Set(
    clauses.filter(({ outcome }) => outcome === "failed").map(({ endpoint }) => endpoint),
  );
  const samples = await checkSamples(new Set([...endpoints].filter(isReached)), parts, failed);
  const silent = { ...samples.silent, ...withoutEndpoints(late.ended, failed) };
  const warnings = [
    ...samples.warnings,
    ...late.warnings,
    ...singleDifferenceWarnings(parts),
    ...requestWarnings(parts, silent),
  ];
  const explained = endpointsLosingRecords(parts, late.simultaneous);
  const isShown = ({ id, endpoint }: Warning): boolean =>
    endpoint === undefined || (isReached(endpoint) && !(OF_RECORDS.has(id) && explained.has(endpoint)));
  const responded = usable.responded();
  const missing = withdrawal.missingCounts(withdrawn, responded);
  const incomplete = client.incompleteReason();
  const ended = signal.aborted ? endReason(signal) : undefined;
  const { timeline } = client.traffic;
  const facts: Omit<RunFacts, "clauses"> = {
    unspecified: observations?.entries(isReached) ?? [],
    requests: client.requests(),
    warnings: warnings.filter(isShown),
    sentAgain: client.traffic.sentAgain(),
    durations: timeline.durations(),
    timeline: timeline.entries(),
    responses: { ...responded, ...silent, ...usable.unanswered(), ...missing },
    recipes: recipeReader.outcomes(),
    bounded: client.bounded(),
    stopped: incomplete === undefined ? ended : { code: "notReached", reason: incomplete },
  };
  return { ...redactRecord(facts, redact), clauses };
}

/** The warnings about missing and lost records. */
const OF_RECORDS = new Set(["samples-missing", "record-lost"]);

const isFailed = ({ outcome }: Draft): boolean => outcome === "failed";
const isPassed = ({ outcome }: Draft): boolean => outcome === "passed";

/** Whether a result may change until the end of the run, because of responses to other clauses or of the last round. */
const mayChange = ({ unsteady }: RunParts, family: Family, draft: Draft): boolean =>
  !isFailed(draft) &&
  (family.some(({ acceptsParameter, recorded }) => (acceptsParameter ?? recorded) !== undefined) ||
    unsteady.some(({ clause }) => clause.id === draft.id));

/** The results of a family at the end of a run, with refused values of other clauses and the violations that were found late. */
async function finalDraftsOf(
  parts: RunParts,
  family: Family,
  drafts: readonly Draft[],
  { violations: lateViolations, ended }: Pick<LastRound, "violations" | "ended">,
): Promise<readonly Draft[]> {
  const accepting = family.find(({ acceptsParameter }) => acceptsParameter !== undefined);
  // If no request to an endpoint succeeds any more, an error does not refuse a particular value.
  const isOver = accepting === undefined || accepting.endpoint in ended || drafts.some(isFailed);
  const acceptanceDrafts = isOver ? drafts : await withRefusals(parts, accepting, drafts);
  return acceptanceDrafts.map((draft) => {
    const clause = family.find(({ id }) => id === draft.id);
    const violations = lateViolations.flatMap(({ clauseId, caseViolation }) =>
      clauseId === draft.id ? [caseViolation] : [],
    );
    const canFail = draft.outcome === "passed" || draft.outcome === "inconclusive";
    return clause === undefined || violations.length === 0 || !canFail
      ? draft
      : draftOf(parts, clause, failedCheck(violations));
  });
}

/** The results of an acceptance clause with values refused in other clauses, even if they are accepted later (interpretations 7 and 22). */
async function withRefusals(
  parts: RunParts,
  clause: SendingClause,
  drafts: readonly Draft[],
): Promise<readonly Draft[]> {
  const { refused, client } = parts;
  const refusedValues = refused.of(clause);
  // A value that the service accepted in any request is not the cause of an error (interpretation 22).
  const isNeverServed = ({ name, response }: RefusedValue): boolean =>
    client.traffic.isUnserved(response.request, name);
  const erroneousValues = refused.errorsOf(clause).filter(isNeverServed);
  const values = [...new Set([...refusedValues, ...erroneousValues].map(({ value }) => value))];
  const repeatedDrafts = values.length === 0 ? [] : await draftsOf(parts, [clause], values);
  const isUnserved = erroneousValues.length > 0 && !repeatedDrafts.some(isPassed);
  if (repeatedDrafts.some(isFailed) || isUnserved) return repeatedDrafts;
  // If the clause did not pass, only refused values in a path count. A value in a query may have been refused because of another
  // parameter, and no case of the clause shows that the value is accepted alone.
  const isTested = drafts.some(isPassed);
  const unanswered = isTested ? refused.whyUnanswered(clause, parts.unanswered, client.traffic) : undefined;
  if (unanswered !== undefined) return [draftOf(parts, clause, inconclusiveCheck(unanswered))];
  const candidates = refusedValues.filter(({ name }) => isTested || name === "");
  const violations = (await Promise.all(candidates.map((one) => findRefusal(parts, one, isTested)))).flat();
  if (violations.length === 0) return drafts;
  return [draftOf(parts, clause, failedCheck(violations, refusedValues.length))];
}

const failedCheck = (violations: readonly CaseViolation[], cases = violations.length): CheckedClause => ({
  outcome: "failed",
  cases,
  violations,
  responses: violations.length,
});

/** Tests a family. `texts`: values to send in place of the values of the level. */
async function draftsOf(
  parts: RunParts,
  family: Family,
  texts?: readonly string[],
): Promise<readonly Draft[]> {
  const checkedClauses = await checkClauses(family, parts, texts);
  const drafts = family.map(async (clause, index) => {
    const checked = checkedClauses[index];
    return checked && draftOf(parts, clause, await inconclusiveIfMissing(parts, clause, checked));
  });
  return (await Promise.all(drafts)).filter((draft) => draft !== undefined);
}

/** Makes a passed clause inconclusive if no sample of its endpoint is found: the path may be wrong (interpretation 22). */
async function inconclusiveIfMissing(
  { provider }: RunParts,
  { endpoint }: SendingClause,
  checked: CheckedClause,
): Promise<CheckedClause> {
  const why = checked.outcome === "passed" ? await missingRecordsReason(endpoint, provider) : undefined;
  return why === undefined ? checked : inconclusiveCheck(why);
}

const inconclusiveCheck = (why: Reason): CheckedClause => ({
  ...why,
  outcome: "inconclusive",
  cases: 0,
  responses: 0,
  violations: [],
});

function draftOf(
  parts: RunParts,
  { id, endpoint, statement }: SendingClause,
  checkedClause: CheckedClause,
): Draft {
  const { formatter, coverage, client } = parts;
  const base = { id, section: sectionOf(id), endpoint, statement };
  try {
    const { sample, responses, violations: caseViolations, ...checked } = checkedClause;
    // Only acceptance clauses, which report last, state the number of requests with a value: before, it depends on the other clauses.
    const explained = caseViolations.map((one) => withPersistentError(one, client.traffic));
    const covering: Parameters<typeof foldViolations>[2] = (...of) => coverage(id, ...of);
    const violations = foldViolations(explained, formatter, covering, responses);
    const failure = checked.outcome === "failed" ? { reason: explained[0]?.violation.message } : {};
    const draft = {
      ...base,
      ...("code" in checked ? asResult(checked) : checked),
      ...present(failure),
      ...formatSample(sample, formatter),
      violations,
    };
    return withoutSecrets(draft, parts);
  } catch (error) {
    const { responses: _responses, ...unchecked } = uncheckedClause(error);
    return withoutSecrets({ ...base, ...unchecked }, parts);
  }
}

/** Removes the secrets from a result, except from `dependsOn`, which appears in no output and is resolved at the end of the run. */
const withoutSecrets = (
  { dependsOn = [], ...result }: Draft,
  { redact }: Pick<RunParts, "redact">,
): Draft => {
  return { ...redactRecord(result, redact), dependsOn };
};

/** If every request with a value of the violating request gets its error, states that in the message and the symptoms of the violation. */
function withPersistentError(caseViolation: CaseViolation, traffic: Traffic): CaseViolation {
  const { violation, response } = caseViolation;
  const isWholeResponse = violation.pointer === "" && violation.rowFault === undefined;
  const error = isWholeResponse ? traffic.persistentError(violation.response ?? response) : undefined;
  if (error === undefined) return caseViolation;
  const symptoms = [`${UNSERVED_SYMPTOM}${error.subject}`];
  return { ...caseViolation, violation: { ...violation, message: error.message, symptoms } };
}
