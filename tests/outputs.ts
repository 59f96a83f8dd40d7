import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/**
 * Every text in a result folder, by its path below it. What the Allure report holds encoded is there decoded, too,
 * under its own name behind the page's.
 */
export function outputsIn(dir: string): ReadonlyMap<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    files.flatMap((path) => {
      const text = readFileSync(path, "utf8");
      const name = path.slice(dir.length + 1);
      return [
        [name, text] as const,
        ...embeddedIn(text).map(([own, inside]) => [`${name}: ${own}`, inside] as const),
      ];
    }),
  );
}

/** The texts that a single-file Allure report holds packed or as base64: results, attachments, widgets, scripts. */
export function embeddedIn(html: string): readonly (readonly [name: string, text: string])[] {
  const scripts = [...html.matchAll(/data-packed>([^<]+)</g)].map(([, packed = ""]) =>
    gunzipSync(Buffer.from(packed, "base64")).toString("utf8"),
  );
  const data = [html, ...scripts].flatMap((text) => [...text.matchAll(/\bd\("([^"]+)","([^"]*)"\)/g)]);
  return [
    ...data.map(([, name = "", encoded = ""]) => [name, decode(encoded)] as const),
    ...scripts.map((text, index) => [`script ${index}`, text] as const),
  ];
}

function decode(encoded: string): string {
  return Buffer.from(encoded, "base64").toString("utf8");
}
