/** A file cannot be judged; the message names it, the place in it, and what to do. */
export class BadFile extends Error {
  override readonly name = "BadFile";
  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
  }
}
