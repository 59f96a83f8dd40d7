/** The part of a terminal's input that keys come from. */
export interface KeyInput {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  resume(): unknown;
  pause(): unknown;
  on(event: "data", listener: (chunk: Buffer | string) => void): unknown;
  off(event: "data", listener: (chunk: Buffer | string) => void): unknown;
}

export type Wish = "all" | "failed" | "quit";

const WISHES: Readonly<Record<string, Wish>> = {
  r: "all",
  a: "all",
  "\r": "all",
  "\n": "all",
  f: "failed",
  q: "quit",
  // Ctrl-C and Ctrl-D, which a terminal in raw mode hands over as they are.
  "\u0003": "quit",
  "\u0004": "quit",
};

/** The next key that means something; never settles once the signal is aborted, and the terminal is as it was. */
export async function nextWish(input: KeyInput, signal: AbortSignal): Promise<Wish> {
  return await new Promise((resolve) => {
    const stop = (): void => {
      input.off("data", listen);
      input.setRawMode?.(false);
      input.pause();
    };
    const listen = (chunk: Buffer | string): void => {
      const wish = WISHES[String(chunk).toLowerCase()];
      if (wish !== undefined) {
        signal.removeEventListener("abort", stop);
        stop();
        resolve(wish);
      }
    };
    signal.addEventListener("abort", stop, { once: true });
    input.setRawMode?.(true);
    input.on("data", listen);
    input.resume();
  });
}
