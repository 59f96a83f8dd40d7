import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { raw } from "hono/html";
import { html, type Markup } from "./elements.ts";

/** The style sheets and scripts of a page. */
export interface PageAssets {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/** Reads the style sheets and scripts of a page. Throws if one of these files is missing. */
export function readAssets(files: readonly URL[]): PageAssets {
  const textsOf = (ending: string): readonly string[] =>
    files.filter(({ pathname }) => pathname.endsWith(ending)).map((url) => readFileSync(url, "utf8"));
  return { styles: textsOf(".css"), scripts: textsOf(".js") };
}

/**
 * A page as a single file with inline style sheets and scripts. Its content security policy allows only these, so that text of
 * a target could not run or load anything even if it became markup.
 */
export async function documentOf(
  title: string,
  { styles, scripts }: PageAssets,
  content: Markup,
): Promise<string> {
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
