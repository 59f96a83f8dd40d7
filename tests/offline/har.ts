/** One exchange of a HAR file that is made for a test. */
export interface Entry {
  readonly url: string;
  readonly method?: string;
  readonly status?: number;
  readonly body?: unknown;
  readonly type?: string;
  /** The text that was posted, or the whole of `postData`. */
  readonly posted?: string | object;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** The query as a list of parameters. */
  readonly queryString?: Readonly<Record<string, string>>;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Replaces `content`. */
  readonly content?: object;
  /** Members of the response that are no HAR. */
  readonly members?: object;
}

const list = (fields: Readonly<Record<string, string>>): readonly object[] =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));

/** A HAR file with these exchanges, as a browser writes it. */
export const har = (...entries: readonly Entry[]) => ({
  log: { version: "1.2", creator: { name: "test", version: "1" }, entries: entries.map(entryOf) },
});

function entryOf(entry: Entry) {
  const { url, method = "GET", status = 200, body = {}, type = "application/json", posted } = entry;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = list({ ":authority": "host", ...entry.requestHeaders });
  return {
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: 1,
    request: {
      method,
      url,
      headers,
      ...(entry.queryString === undefined ? {} : { queryString: list(entry.queryString) }),
      ...(posted === undefined ? {} : { postData: typeof posted === "string" ? { text: posted } : posted }),
    },
    response: {
      ...entry.members,
      status,
      headers: list({ "Content-Type": type, ...entry.responseHeaders }),
      content: entry.content ?? { mimeType: type, size: Buffer.byteLength(text), text },
    },
  };
}
