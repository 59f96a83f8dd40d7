const HIDDEN = "***";

/** Takes every secret out of a text, in each encoding that the suite writes. */
export type Redact = (text: string) => string;

/** One redaction for all writers: plain, JSON-escaped, percent-encoded and base64 forms. */
export function createRedact(secrets: readonly string[]): Redact {
  const forms = new Set<string>();
  for (const secret of secrets) {
    for (const form of formsOf(secret)) {
      if (form.length >= 3) {
        forms.add(form);
      }
    }
  }
  const longestFirst = [...forms].toSorted((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((clean, form) => clean.replaceAll(form, HIDDEN), text);
}

function formsOf(secret: string): readonly string[] {
  const bare = secret.replace(/^(Bearer|Basic|Token)\s+/i, "");
  return [secret, bare].flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    Buffer.from(value).toString("base64"),
    ...basicCredentials(value),
  ]);
}

/** User and password inside the base64 of basic credentials. */
function basicCredentials(value: string): readonly string[] {
  const decoded = /^[A-Za-z0-9+/]+=*$/.test(value) ? Buffer.from(value, "base64").toString("utf8") : "";
  const [user, ...password] = decoded.split(":");
  const printable = /^[\x20-\x7e]+$/.test(decoded);
  return printable && user !== undefined && password.length > 0 ? [decoded, password.join(":")] : [];
}

/** A copy of a JSON value with every string redacted. */
export function redactDeep<T>(value: T, redact: Redact): T {
  if (typeof value === "string") {
    return redact(value) as T & string;
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown) => redactDeep(item, redact)) as T & unknown[];
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, member]) => [key, redactDeep(member, redact)]);
    return Object.fromEntries(entries) as T & object;
  }
  return value;
}
