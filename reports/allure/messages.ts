import type { TestResult } from "allure-js-commons";
import { Stage, Status } from "allure-js-commons";
import type { RuntimeMessage } from "allure-js-commons/sdk";
import type { AllureAttachment, AllureHead, AllureStatus, AllureStep } from "./describe.ts";

const STATUSES: Readonly<Record<AllureStatus, Status>> = {
  passed: Status.PASSED,
  failed: Status.FAILED,
  broken: Status.BROKEN,
  skipped: Status.SKIPPED,
};
const EXTENSIONS = { "text/plain": ".txt", "application/json": ".json" } as const;

/** Steps as Allure's messages, one after another: parallel ones would end up inside each other. */
export function messagesOf(steps: readonly AllureStep[], at: number): readonly RuntimeMessage[] {
  return steps.flatMap((step) => [
    { type: "step_start", data: { name: step.name, start: at } },
    { type: "step_metadata", data: { parameters: [...step.parameters] } },
    ...step.attachments.map(attachmentMessage),
    ...messagesOf(step.steps, at),
    { type: "step_stop", data: { stop: at, status: STATUSES[step.status] } },
  ]);
}

function attachmentMessage({ name, contentType, content }: AllureAttachment): RuntimeMessage {
  return {
    type: "attachment_content",
    data: {
      name,
      content: Buffer.from(content).toString("base64"),
      encoding: "base64",
      contentType,
      fileExtension: EXTENSIONS[contentType],
    },
  };
}

/**
 * Makes a test result what the clause says, before it is written: of what Allure found out by itself, the times, the
 * steps and their attachments stay. Its ids depend on the clause alone, and nothing tells of this machine.
 */
export function applyHead(head: AllureHead, result: TestResult): void {
  result.uuid = head.uuid;
  result.testCaseId = head.clause;
  result.historyId = head.clause;
  result.fullName = head.clause;
  result.name = head.name;
  result.description = head.description;
  result.titlePath = [...head.titlePath];
  result.status = STATUSES[head.status];
  result.stage = Stage.FINISHED;
  result.statusDetails = head.details === undefined ? {} : { ...head.details };
  result.labels = head.labels.map((label) => ({ ...label }));
  result.links = head.links.map((link) => ({ ...link }));
  result.parameters = [];
}
