import { endsEarly } from "../engine/message/bounds.ts";
import { TOO_BUSY, type Judging, type Passed } from "./judging.ts";

/** Bytes of one request's body that are kept. */
const REQUEST_BYTES = 256 * 1024;

/** What is kept of one exchange on its way, within bounds: what goes beyond them is passed on and not judged. */
export class Copy {
  readonly #judging: Judging;
  readonly #request: Passed["request"];
  readonly #posted: Buffer[] = [];
  readonly #came: Buffer[] = [];
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #postedSize = 0;
  #held = 0;
  /** Why it is not judged. */
  #left: string | undefined;
  /** Bytes of the answer that came. */
  size = 0;

  /** `left`: why nothing of it is kept at all. */
  constructor(judging: Judging, request: Passed["request"], left: string | undefined) {
    this.#judging = judging;
    this.#request = request;
    this.#left = left ?? whyNotAsked(request);
  }

  posted(chunk: Buffer): void {
    this.#postedSize += chunk.length;
    if (this.#postedSize > REQUEST_BYTES) {
      this.#leave(`the body of the request is longer than ${REQUEST_BYTES} bytes`);
    }
    this.#keep(this.#posted, chunk);
  }

  began(status: number, headers: Readonly<Record<string, string>>): void {
    this.#status = status;
    this.#headers = headers;
    const why = whyNotAnswered(this.#request, status);
    if (why !== undefined) {
      this.#leave(why);
    }
  }

  came(chunk: Buffer): void {
    this.size += chunk.length;
    const most = this.#judging.answerBytes;
    if (this.size > most) {
      this.#leave(`the answer is longer than ${most} bytes: it was passed on, and not judged`);
    }
    this.#keep(this.#came, chunk);
  }

  /** The answer is whole. */
  ended(): void {
    if (this.#endsWithConnection() && endsEarly(Buffer.concat(this.#came).toString("latin1"))) {
      this.#leave("the connection ended within the answer");
    }
    if (this.#left !== undefined) {
      this.#judging.leave(this.#left);
      return;
    }
    const body = this.#postedSize === 0 ? {} : { body: Buffer.concat(this.#posted).toString("utf8") };
    // In memory of its own, which can be handed over.
    this.#judging.judge({
      request: { ...this.#request, ...body },
      response: {
        status: this.#status,
        headers: this.#headers,
        bytes: new Uint8Array(Buffer.concat(this.#came)),
      },
      held: this.#held,
    });
  }

  /** It did not come to its end. */
  broke(why: string): void {
    this.#leave(why);
    this.#judging.leave(this.#left ?? why);
  }

  #keep(to: Buffer[], chunk: Buffer): void {
    if (this.#left !== undefined) {
      return;
    }
    if (this.#judging.hold(chunk.length)) {
      this.#held += chunk.length;
      to.push(chunk);
    } else {
      this.#leave(TOO_BUSY);
    }
  }

  #leave(why: string): void {
    this.#left ??= why;
    this.#judging.release(this.#held);
    this.#held = 0;
    this.#posted.length = 0;
    this.#came.length = 0;
  }

  /** Nothing else says where the body ends, and nothing hides it. */
  #endsWithConnection(): boolean {
    const fields = ["content-length", "transfer-encoding", "content-encoding"];
    return this.#status !== 204 && !fields.some((name) => name in this.#headers);
  }
}

/** Requests for something else than what the document describes. */
function whyNotAsked({ method, headers }: Passed["request"]): string | undefined {
  const { accept, "content-type": type, "content-encoding": coding } = headers;
  if (accept !== undefined && !/json|\*\/\*|application\/\*/i.test(accept)) {
    return "the client asked for another media type than JSON";
  }
  if (method === "POST" && ((type !== undefined && !/json/i.test(type)) || coding !== undefined)) {
    return "the body of the request is no plain JSON";
  }
  return undefined;
}

/** Answers that are no whole ones, because the client wanted less. */
function whyNotAnswered({ headers }: Passed["request"], status: number): string | undefined {
  if (status === 304) {
    return "the client had the answer already: status 304 has no body";
  }
  return headers["range"] !== undefined && status !== 200
    ? "the client asked for a part of the answer"
    : undefined;
}
