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
