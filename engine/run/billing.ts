import type { Client } from "../http/client.ts";
import type { Way } from "../http/transport.ts";
import type { JournalEntry } from "../model/results.ts";

const EVERY_MS = 500;

/** Calls `write` about twice a second in which something was sent, so that an interrupted run can tell; gives what stops it. */
export function keepBilling(requests: () => number, write: () => void): () => void {
  let written = 0;
  const timer = setInterval(() => {
    const sent = requests();
    if (sent === written) {
      return;
    }
    written = sent;
    try {
      write();
    } catch {
      clearInterval(timer); // a folder that cannot be written any more is noticed where results are written
    }
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** What was sent so far; the last bill in a journal counts. */
export function billOf(client: Client, { unrecorded }: Way): JournalEntry {
  const overHttp2 = client.overHttp2();
  const bill = {
    perEndpoint: { ...client.counts() },
    retries: client.retries(),
    waitedMs: client.waited(),
    failures: { ...client.failures() },
    // A recording answers at once: its times say nothing of a service.
    ...(unrecorded === undefined
      ? { answerTimes: { ...client.answerTimes() } }
      : { unrecorded: unrecorded() }),
    ...(overHttp2.length === 0 ? {} : { overHttp2 }),
  };
  return { type: "bill", requests: client.requests(), bill };
}
