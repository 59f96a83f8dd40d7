import { memoizeByObject } from "../../engine/model/model.ts";

const HTML: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };
const html = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&${HTML[sign]};`);

const numbered = (text: string): string =>
  text.replace(/[^\w,.\- ]/gu, (sign) => `&#${sign.codePointAt(0)};`);
const json = (text: string): string => JSON.stringify(text).slice(1, -1);

const unicode = (text: string): string =>
  text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

export function encodingsOf(secret: string): Readonly<Record<string, string>> {
  const url = encodeURIComponent(secret);
  const nested = numbered(secret).replaceAll("&", "\\u0026");
  const base64 = Buffer.from(secret).toString("base64");
  return {
    plain: secret,
    "as in JSON": json(secret),
    "as in JSON within JSON": json(json(secret)),
    "as in JSON, every letter": unicode(secret),
    "as in JSON, every letter, upper case": unicode(secret).replace(/[a-f]/g, (digit) => digit.toUpperCase()),
    "as in JSON, slashes too": json(secret).replaceAll("/", "\\/"),
    "as in a URL": url,
    "as in a URL, lower case": url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    "as in a URL, every letter": percent(secret),
    "as in a URL, every letter, upper case": percent(secret).toUpperCase(),
    "as in a URL, resolved": encodeURI(secret.replaceAll("\\", "/")),
    "as in a URL, twice": encodeURIComponent(url),
    "as in a URL, sparingly": encodeURI(secret),
    "as in a form": new URLSearchParams({ "": secret }).toString().slice(1),
    "as a header field is read, each byte a letter": Buffer.from(secret).toString("latin1"),
    "as in HTML": html(secret),
    "in HTML, by number": Array.from(secret, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`).join(""),
    "as in HTML, signs by number": numbered(secret),
    "as in HTML, twice": html(numbered(secret)),
    "as in HTML within a JSON within JSON": nested,
    "as in HTML within a JSON within JSON, in a URL": encodeURIComponent(nested),
    "as in JSON within HTML": html(json(secret)),
    "as in Markdown": secret.replace(/[\\`*_[\]()!|~$]/g, "\\$&"),
    base64,
    "base64 for URLs": Buffer.from(secret).toString("base64url"),
    "base64 in a URL": encodeURIComponent(base64),
    hexadecimal: Buffer.from(secret).toString("hex"),
    "hexadecimal in upper case": Buffer.from(secret).toString("hex").toUpperCase(),
  };
}

/** The secrets in a text, in any encoding, each with some of the surrounding text. */
export function leaksIn(text: string, secrets: readonly string[]): readonly string[] {
  const found = formsOf(secrets).filter((form) => text.includes(form));
  // A secret that was encoded together with other text is found by decoding.
  const inBase64 = [...new Set(text.match(/[A-Za-z0-9+/_-]{8,}/g))].flatMap((run) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), "base64").toString("utf8")),
  );
  const decoded = inBase64.filter((inside) => secrets.some((secret) => inside.includes(secret)));
  return [...found, ...decoded].map((form) => `${form} in ${around(text, form)}`);
}

/** All encodings of the secrets; an encoding that contains another one is found by the shorter one. */
const formsOf = memoizeByObject((secrets: readonly string[]): readonly string[] => {
  const forms = new Set(secrets.flatMap((secret) => Object.values(encodingsOf(secret))));
  return [...forms].filter((form) => ![...forms].some((other) => other !== form && form.includes(other)));
});

function around(text: string, form: string): string {
  const at = text.indexOf(form);
  return at < 0 ? "base64" : JSON.stringify(text.slice(Math.max(0, at - 60), at + form.length + 120));
}
