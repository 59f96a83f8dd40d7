import { styleText } from "node:util";

/** Colours for a terminal; none where the output is not one, or where they are not wanted. */
export interface Paint {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

const plain = (text: string): string => text;

/** Paint for a stream: NO_COLOR switches it off, whatever the stream is. */
export function paintFor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Paint {
  const wanted = stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
  if (!wanted) {
    return { good: plain, bad: plain, warn: plain, dim: plain, bold: plain };
  }
  return {
    good: (text) => styled("green", text),
    bad: (text) => styled("red", text),
    warn: (text) => styled("yellow", text),
    dim: (text) => styled("dim", text),
    bold: (text) => styled("bold", text),
  };
}

// Whether colours are wanted was decided above, for the stream in question.
function styled(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { validateStream: false });
}
