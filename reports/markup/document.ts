import { createHash } from "node:crypto";
import { html, trusted, type Markup } from "./elements.ts";
import { HEAD_SCRIPT } from "./script.ts";

/**
 * A page as one file that needs no other. Its policy refuses everything but these very styles and scripts: what a target
 * wrote could not run or load anything even where it became markup. Styles and scripts are our own.
 */
export async function documentOf(
  title: string,
  styles: readonly string[],
  scripts: readonly string[],
  content: Markup,
): Promise<string> {
  const policy = [
    "default-src 'none'",
    `style-src ${sources(styles)}`,
    `script-src ${sources([HEAD_SCRIPT, ...scripts])}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const body = html`${content}
    <div class="visually-hidden" id="live" role="status"></div>`;
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
        ${trusted(compact(String(await body)))}
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
