import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { packageInfo } from "../engine/target/package-info.ts";
import { createRedact } from "../engine/secrets/redact.ts";
import type { JudgedFile } from "../engine/model/results.ts";
import type { SeenExchange, SeenResponse } from "../engine/offline/exchange.ts";
import type { OfflineOptions, OfflineResult } from "../engine/offline/offline.ts";

/** Bytes of exchanges that may wait to be judged: more of them are passed on and not judged. */
const MOST_WAITING = 32 * 1024 * 1024;
/** Bytes that an exchange takes beside its bodies, about. */
const EACH = 2_048;

export const TOO_BUSY = "judging did not keep up with the traffic";

/** What stands in a result for a file. */
export const TRAFFIC = "the traffic that passed";

/** An exchange that passed. */
export interface Passed {
  /** As the service was asked. */
  readonly request: NonNullable<SeenExchange["request"]>;
  /** Its bytes as they came, content coding and all. */
  readonly response: Required<SeenResponse> & { readonly bytes: Uint8Array<ArrayBuffer> };
  /** Bytes that were held for it. */
  readonly held: number;
}

/** What exchanges are judged with, as it is handed to a thread. */
export interface JudgingOptions extends Omit<OfflineOptions, "catalogue" | "selected" | "hideable"> {
  readonly selected: readonly string[];
  /** Bytes of one answer, decoded too, that are judged. */
  readonly answerBytes: number;
}

/** What the thread that judges is told. */
export type JudgingMessage =
  ({ readonly type: "passed"; readonly number: number } & Passed) | { readonly type: "look" | "finish" };

/** What it tells. */
export type Telling =
  | { readonly type: "judged"; readonly held: number }
  | { readonly type: "looked"; readonly broken: number }
  | { readonly type: "finished"; readonly result: Omit<OfflineResult, "redact"> };

/** Judges exchanges in a thread of its own, so that nothing on its way waits for it; what is too much is counted. */
export class Judging {
  readonly answerBytes: number;
  readonly #worker: Worker;
  readonly #left = new Map<string, number>();
  #numbered = 0;
  #waiting = 0;
  #held = 0;
  #broken = 0;
  #looked = 0;
  #failure: string | undefined;
  #finished: (result?: Omit<OfflineResult, "redact">) => void = () => undefined;

  constructor(options: JudgingOptions) {
    this.answerBytes = options.answerBytes;
    this.#worker = new Worker(join(packageInfo().root, "dist/relay/judge.js"), { workerData: options });
    this.#worker.on("message", (telling: Telling) => this.#hear(telling));
    this.#worker.on("error", (error) => {
      this.#failure = error.message;
      this.#finished();
    });
  }

  /** Whether so many bytes more may wait: then they are counted. */
  hold(bytes: number): boolean {
    const fits = this.#held + bytes <= MOST_WAITING;
    this.#held += fits ? bytes : 0;
    return fits;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }

  judge(passed: Passed): void {
    if (this.#failure !== undefined || !this.hold(EACH)) {
      this.release(passed.held);
      this.leave(TOO_BUSY);
      return;
    }
    this.#numbered += 1;
    this.#waiting += 1;
    const told: JudgingMessage = {
      type: "passed",
      number: this.#numbered,
      ...passed,
      held: passed.held + EACH,
    };
    this.#worker.postMessage(told, [passed.response.bytes.buffer]);
  }

  /** Counts an exchange that is not judged. */
  leave(why: string): void {
    this.#left.set(why, (this.#left.get(why) ?? 0) + 1);
  }

  /** How far it came. */
  standing() {
    if (this.#looked !== this.#numbered) {
      this.#looked = this.#numbered;
      this.#tell({ type: "look" });
    }
    const left = [...this.#left.values()].reduce((sum, times) => sum + times, 0);
    return { passed: this.#numbered + left, judged: this.#numbered - this.#waiting, broken: this.#broken };
  }

  /** What came of all of them; throws where judging itself broke down. */
  async finish(): Promise<OfflineResult> {
    const result = await new Promise<Omit<OfflineResult, "redact"> | undefined>((resolve) => {
      this.#finished = resolve;
      this.#tell({ type: "finish" });
    });
    await this.close();
    if (result === undefined) {
      throw new Error(`judging broke down: ${this.#failure}`);
    }
    return { ...result, files: [this.#withLeft(result.files[0])], redact: createRedact(result.hidden) };
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #withLeft(file: JudgedFile = NOTHING): JudgedFile {
    const left = new Map(Object.entries(file.left));
    let exchanges = file.exchanges;
    for (const [why, times] of this.#left) {
      left.set(why, (left.get(why) ?? 0) + times);
      exchanges += times;
    }
    return { ...file, exchanges, left: Object.fromEntries(left) };
  }

  #tell(told: JudgingMessage): void {
    if (this.#failure === undefined) {
      this.#worker.postMessage(told, []);
    } else {
      this.#finished();
    }
  }

  #hear(telling: Telling): void {
    switch (telling.type) {
      case "judged":
        this.#waiting -= 1;
        this.release(telling.held);
        break;
      case "looked":
        this.#broken = telling.broken;
        break;
      case "finished":
        this.#finished(telling.result);
    }
  }
}

const NOTHING: JudgedFile = {
  file: TRAFFIC,
  form: "proxied",
  exchanges: 0,
  judged: 0,
  left: {},
  departures: [],
};
