import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { raw } from "hono/html";
import { html, type Markup } from "./elements.ts";

/**
 * A page as one file that needs no other: style sheets and scripts, which are files of our own, are put in. Its policy
 * refuses everything but these: what a target wrote could not run or load anything even where it became markup.
 */
export async function documentOf(title: string, files: readonly URL[], content: Markup): Promise<string> {
  const textsOf = (ending: string): readonly string[] =>
    files.filter(({ pathname }) => pathname.endsWith(ending)).map((url) => readFileSync(url, "utf8"));
  const [styles, scripts] = [textsOf(".css"), textsOf(".js")];
  const policy = `default-src 'none'; style-src ${sources(styles)}; script-src ${sources(scripts)}; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${styles.map((style) => raw(`<style>${style}</style>`))}
      </head>
      <body>
        ${content} ${scripts.map((script) => raw(`<script>${script}</script>`))}
      </body>
    </html>`;
  return `${String(await page)}\n`;
}

const sources = (texts: readonly string[]): string =>
  texts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ") || "'none'";
