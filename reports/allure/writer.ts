import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Attachment, Status, StepResult, TestResult } from "allure-js-commons";
import * as allure from "allure-js-commons";
import { createTestResult } from "allure-js-commons/sdk/reporter";
import { writeWhole } from "../files/writing.ts";
import type { AllureAttachment, AllureStatus, AllureStep, AllureTest } from "./describe.ts";

/** Writes a file of Allure's folder. Allure's own writer forces each onto the disk, and no request goes out meanwhile. */
type WriteFile = (name: string, content: string) => void;

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
  const writeFile: WriteFile = (name, content) => writeWhole(join(resultsDir, name), content);
  return ({ head, steps }, start, stop) => {
    const { clause, status, details, ...own } = head;
    const result: TestResult = {
      ...createTestResult(own.uuid),
      ...own,
      testCaseId: clause,
      historyId: clause,
      fullName: clause,
      status: STATUSES[status],
      stage: FINISHED,
      statusDetails: details ?? {},
      steps: steps.map((step) => stepResult(step, start, writeFile)),
      start,
      stop,
    };
    writeFile(`${own.uuid}-result.json`, JSON.stringify(result));
  };
}

const stepResult = (step: AllureStep, at: number, writeFile: WriteFile): StepResult => ({
  name: step.name,
  status: STATUSES[step.status],
  statusDetails: {},
  stage: FINISHED,
  start: at,
  stop: at,
  parameters: step.parameters.map((parameter) => ({ ...parameter })),
  attachments: step.attachments.map((attachment) => written(attachment, writeFile)),
  steps: step.steps.map((inner) => stepResult(inner, at, writeFile)),
});

function written({ name, contentType, content }: AllureAttachment, writeFile: WriteFile): Attachment {
  const source = `${randomUUID()}-attachment.${EXTENSIONS[contentType]}`;
  writeFile(source, content);
  return { name, type: contentType, source };
}
