import { styleText } from "node:util";

/** Colours for a terminal; none where the output is not one, or where they are not wanted. */
export type Paint = ReturnType<typeof paintFor>;

/** Paint for a stream: NO_COLOR switches it off, whatever the stream is. */
export function paintFor(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
) {
  const wanted = stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
  // Whether colours are wanted is decided here, for the stream in question.
  const styled = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    wanted ? styleText(format, text, { validateStream: false }) : text;
  return {
    good: styled("green"),
    bad: styled("red"),
    warn: styled("yellow"),
    dim: styled("dim"),
    bold: styled("bold"),
  };
}
