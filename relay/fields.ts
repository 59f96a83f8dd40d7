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

/** Fields that are not passed on. Of a request, the host is that of the service, and to `expect` the relay answers. */
const LEFT = { answer: new Set(OF_A_CONNECTION), request: new Set([...OF_A_CONNECTION, "host", "expect"]) };

/**
 * The header fields of a message, read from names and values that stand in turn: joined, by their names in lower case,
 * repeated ones with a comma; and those that are passed on, names and values in turn, as they came and in their order.
 */
export function readFields(raw: readonly (string | Buffer)[], of: keyof typeof LEFT) {
  const texts = raw.map((part) => (typeof part === "string" ? part : part.toString("latin1")));
  const names = texts.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : ""));
  const joined: Record<string, string> = Object.create(null);
  for (let at = 0; at < texts.length; at += 2) {
    const [name = "", value = ""] = [names[at], texts[at + 1]];
    joined[name] = joined[name] === undefined ? value : `${joined[name]}, ${value}`;
  }
  const named = (joined["connection"] ?? "").split(",").map((token) => token.trim().toLowerCase());
  const isLeft = (name = ""): boolean => LEFT[of].has(name) || named.includes(name);
  const passed = texts.filter((_, index) => !isLeft(names[index - (index % 2)]));
  return { joined: { ...joined }, passed };
}
