/** The run cannot begin or go on; the message is the one line that the user reads, and the exit code is 2. */
export class CannotRun extends Error {
  override readonly name = "CannotRun";
  /** What was in the way, where somebody waits for it to change. */
  readonly code: "unreachable" | undefined;
  constructor(message: string, code?: "unreachable") {
    super(message);
    this.code = code;
  }
}

/** How the reason begins where a run ended by an error of our own. */
export const OWN_FAULT = "a fault of the suite itself";
