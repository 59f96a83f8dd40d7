/** Writes down, from time to time, what was sent so far. */
export interface Billing {
  stop(): void;
}

const EVERY_MS = 1_000;

/** Calls `write` about every second in which something was sent, so that an interrupted run can tell. */
export function createBilling(requests: () => number, write: () => void): Billing {
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
  return { stop: () => clearInterval(timer) };
}
