/** Header fields that concern one connection alone (RFC 9110, 7.6.1), and the announcement of trailers, which come or not. */
const OF_A_CONNECTION: readonly string[] = [
  "connection",
  "proxy-connection",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "proxy-authenticate",
  "proxy-authorization",
];

/** Of a request these are not passed on either: the host is that of the service, and to `expect` the relay answers. */
export const OF_A_REQUEST: readonly string[] = ["host", "expect"];

type RawFields = readonly (string | Buffer)[];

/** Header fields that are passed on, names and values in turn, each as it came and in its order. */
export function passedOn(raw: RawFields, without: readonly string[] = []): string[] {
  const pairs = pairsOf(raw);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.split(",").map((token) => token.trim().toLowerCase()));
  const left = new Set([...OF_A_CONNECTION, ...without, ...named]);
  return pairs.filter(([name]) => !left.has(name.toLowerCase())).flat();
}

/** Header fields by their names in lower case; repeated ones are joined with a comma. */
export function joined(raw: RawFields): Readonly<Record<string, string>> {
  const fields = new Map<string, string>();
  for (const [name, value] of pairsOf(raw)) {
    const known = fields.get(name.toLowerCase());
    fields.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
  }
  return Object.fromEntries(fields);
}

function pairsOf(raw: RawFields): readonly (readonly [name: string, value: string])[] {
  const texts = raw.map((part) => (typeof part === "string" ? part : part.toString("latin1")));
  return texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ""] as const] : []));
}
