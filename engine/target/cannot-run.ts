/** The run cannot begin or go on; the message is the one line that the user reads, and the exit code is 2. */
export class CannotRun extends Error {
  override readonly name = "CannotRun";
}

/** How the reason begins where a run ended by an error of our own. */
export const OWN_FAULT = "a fault of the suite itself";
