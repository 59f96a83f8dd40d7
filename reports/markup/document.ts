import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { html, trusted, type Markup } from "./elements.ts";

/** Stands in the head: whoever has scripts sees what needs them from the start. */
const HEAD_SCRIPT = `document.documentElement.classList.add("js");`;

/**
 * A page as one file that needs no other: style sheets and scripts, which are files of our own, are put in. Its policy
 * refuses everything but these: what a target wrote could not run or load anything even where it became markup.
 */
export async function documentOf(title: string, files: readonly URL[], content: Markup): Promise<string> {
  const own = ["./base.css", "./base.js"].map((name) => new URL(name, import.meta.url));
  const textsOf = (ending: string): readonly string[] =>
    [...own, ...files]
      .filter(({ pathname }) => pathname.endsWith(ending))
      .map((url) => readFileSync(url, "utf8"));
  const [styles, scripts] = [textsOf(".css"), textsOf(".js")];
  const policy = [
    "default-src 'none'",
    `style-src ${sources(styles)}`,
    `script-src ${sources([HEAD_SCRIPT, ...scripts])}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${styles.map((style) => trusted(`<style>${style}</style>`))}
        ${trusted(`<script>${HEAD_SCRIPT}</script>`)}
      </head>
      <body>
        ${trusted(compact(String(await content)))}
        ${scripts.map((script) => trusted(`<script>${script}</script>`))}
      </body>
    </html>`;
  return `${String(await page)}\n`;
}

/** Without the indentation of our own templates, which is a tenth of a page; what is in a `pre` stays as it is. */
const compact = (markup: string): string =>
  markup.replace(/(<pre[\s>][^]*?<\/pre>)|\s*\n\s*/g, (_, pre?: string) => pre ?? "\n");

const sources = (texts: readonly string[]): string =>
  texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ");
