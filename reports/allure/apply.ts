import { randomUUID } from "node:crypto";
import type { Attachment, Stage, Status, StepResult, TestResult } from "allure-js-commons";
import * as allure from "allure-js-commons";
import type { Writer } from "allure-js-commons/sdk/reporter";
import type { AllureAttachment, AllureStatus, AllureStep, AllureTest } from "./describe.ts";

type AttachmentWriter = Pick<Writer, "writeAttachment">;

const STATUSES: Readonly<Record<AllureStatus, Status>> = {
  passed: allure.Status.PASSED,
  failed: allure.Status.FAILED,
  broken: allure.Status.BROKEN,
  skipped: allure.Status.SKIPPED,
};
const FINISHED: Stage = allure.Stage.FINISHED;
const EXTENSIONS = { "text/plain": "txt", "application/json": "json" } as const;

/**
 * Makes a test result what the clause says, before it is written: of what Allure found out by itself the times alone
 * stay. Its ids depend on the clause alone, and nothing tells of this machine. Attachments are written at once.
 */
export function applyTest({ head, steps }: AllureTest, result: TestResult, writer: AttachmentWriter): void {
  const at = result.start ?? Date.now();
  const { clause, status, details, ...own } = head;
  const told: Partial<TestResult> = {
    ...own,
    testCaseId: clause,
    historyId: clause,
    fullName: clause,
    status: STATUSES[status],
    stage: FINISHED,
    statusDetails: details ?? {},
    parameters: [],
    attachments: [],
    steps: steps.map((step) => stepResult(step, at, writer)),
  };
  Object.assign(result, told);
}

function stepResult(step: AllureStep, at: number, writer: AttachmentWriter): StepResult {
  return {
    name: step.name,
    status: STATUSES[step.status],
    statusDetails: {},
    stage: FINISHED,
    start: at,
    stop: at,
    parameters: step.parameters.map((parameter) => ({ ...parameter })),
    attachments: step.attachments.map((attachment) => written(attachment, writer)),
    steps: step.steps.map((inner) => stepResult(inner, at, writer)),
  };
}

function written({ name, contentType, content }: AllureAttachment, writer: AttachmentWriter): Attachment {
  const source = `${randomUUID()}-attachment.${EXTENSIONS[contentType]}`;
  writer.writeAttachment(source, Buffer.from(content));
  return { name, type: contentType, source };
}
