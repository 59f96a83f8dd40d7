import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import type { Attachment, Status, StepResult } from "allure-js-commons";
import * as allure from "allure-js-commons";
import { createTestResult, FileSystemWriter, type Writer } from "allure-js-commons/sdk/reporter";
import type { AllureAttachment, AllureStatus, AllureStep, AllureTest } from "./describe.ts";

type AttachmentWriter = Pick<Writer, "writeAttachment">;

const STATUSES: Readonly<Record<AllureStatus, Status>> = {
  passed: allure.Status.PASSED,
  failed: allure.Status.FAILED,
  broken: allure.Status.BROKEN,
  skipped: allure.Status.SKIPPED,
};
const FINISHED = allure.Stage.FINISHED;
const EXTENSIONS = { "text/plain": "txt", "application/json": "json" } as const;

/** Writes a test into the folder, with its attachments; times are milliseconds since 1970. */
export type WriteTest = (test: AllureTest, start: number, stop: number) => void;

/** Makes the folder where it is not there. Ids depend on the clause alone, and nothing tells of this machine. */
export function openTestWriter(resultsDir: string): WriteTest {
  mkdirSync(resultsDir, { recursive: true });
  const writer = new FileSystemWriter({ resultsDir });
  return ({ head, steps }, start, stop) => {
    const { clause, status, details, ...own } = head;
    writer.writeResult({
      ...createTestResult(own.uuid),
      ...own,
      testCaseId: clause,
      historyId: clause,
      fullName: clause,
      status: STATUSES[status],
      stage: FINISHED,
      statusDetails: details ?? {},
      steps: steps.map((step) => stepResult(step, start, writer)),
      start,
      stop,
    });
  };
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
