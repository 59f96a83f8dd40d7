import { BaseMessageTestRuntime, getGlobalTestRuntime } from "allure-js-commons/sdk/runtime";
import type { TestContext } from "vitest";
import type { SampleExchange } from "../../engine/fold.ts";
import type { ClauseResult } from "../../engine/results.ts";
import { describeClause, type AllureHead } from "./describe.ts";
import { messagesOf } from "./messages.ts";

declare module "vitest" {
  interface TaskMeta {
    /** What the reporter makes of the test's result. */
    allureHead?: AllureHead;
  }
}

/** Tells Allure, inside the test of a clause, what became of it. */
export async function tellAllure(
  { task }: TestContext,
  clause: ClauseResult,
  sample: SampleExchange | undefined,
): Promise<void> {
  const { head, steps } = describeClause(clause, sample);
  task.meta.allureHead = head;
  const runtime = getGlobalTestRuntime();
  if (runtime instanceof BaseMessageTestRuntime) {
    for (const message of messagesOf(steps, Date.now())) {
      await runtime.sendMessage(message);
    }
  }
}
