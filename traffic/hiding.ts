import { decoded } from "../engine/model/call.ts";

/** Takes secrets out of recorded requests and answers where they stand, and remembers them. */
export interface Hiding {
  headers(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  url(text: string): string;
  body(text: string): string;
  /** What was taken out: it may be said back elsewhere. */
  readonly found: ReadonlySet<string>;
}

const HIDDEN = "***";

/** Header fields that carry credentials. */
const FIELDS =
  /^(?:(?:proxy-)?authorization|cookie2?|set-cookie2?|.*(?:api-?key|token|secret|password|session|auth-key).*)$/i;
/** Query parameters whose values look like keys. */
const PARAMETERS =
  /^(?:.*(?:api[-_]?key|access[-_]?key|secret|passw(?:or)?d|token|signature|credential)|key|auth|authorization|jwt|sig|session(?:[-_]?id)?|sid|code)$/i;
/** Names of the document that only look so. */
const OWN = new Set(["token.id", "publickey", "account.publickey"]);

/** Different secrets that are remembered: looking for more would take too long. */
const MOST = 400;

/** `named`: further header fields that carry secrets, in lower case. */
export function createHiding(named: ReadonlySet<string> = new Set()): Hiding {
  const found = new Set<string>();

  function hide(value: string): string {
    if (found.size < MOST && value !== HIDDEN) {
      found.add(value);
    }
    return HIDDEN;
  }

  function hideParameter(pair: string): string {
    const at = pair.indexOf("=");
    const name = at === -1 ? pair : pair.slice(0, at);
    if (at === -1 || OWN.has(name.toLowerCase()) || !PARAMETERS.test(name)) {
      return pair;
    }
    const value = pair.slice(at + 1);
    hide(decoded(value) ?? value);
    return `${name}=${value === "" ? "" : hide(value)}`;
  }

  return {
    headers: (fields) =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          FIELDS.test(name) || named.has(name.toLowerCase()) ? hide(value) : value,
        ]),
      ),
    url: (text) =>
      text
        .replace(/#.*$/s, "")
        .replace(
          /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@/i,
          (_all, scheme: string, user: string) => `${scheme}${hide(user)}@`,
        )
        .replace(/\?(.*)$/s, (_all, query: string) => `?${query.split("&").map(hideParameter).join("&")}`),
    body: (text) =>
      text.replace(
        /("(?:api_?key|token|secret|password)"\s*:\s*)"((?:[^"\\]|\\.)*)"/gi,
        (_all, before: string, value: string) => `${before}"${value === "" ? "" : hide(value)}"`,
      ),
    found,
  };
}
