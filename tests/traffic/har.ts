/** One exchange of a HAR file that is made for a test. */
export interface Entry {
  readonly url: string;
  readonly method?: string;
  readonly status?: number;
  readonly body?: unknown;
  readonly base64?: boolean;
  readonly type?: string;
  readonly posted?: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Replaces `content`. */
  readonly content?: object;
}

function list(fields: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value }));
}

/** A HAR file with these exchanges, as a browser writes it. */
export function har(...entries: readonly Entry[]): object {
  return {
    log: {
      version: "1.2",
      creator: { name: "test", version: "1" },
      entries: entries.map((entry) => {
        const { url, method = "GET", status = 200, body = {}, type = "application/json" } = entry;
        const text = typeof body === "string" ? body : JSON.stringify(body);
        const content = {
          mimeType: type,
          size: Buffer.byteLength(text),
          ...(entry.base64 === true
            ? { text: Buffer.from(text).toString("base64"), encoding: "base64" }
            : { text }),
        };
        return {
          startedDateTime: "2026-01-01T00:00:00.000Z",
          time: 1,
          request: {
            method,
            url,
            httpVersion: "h2",
            headers: list({ ":authority": "host", ...entry.requestHeaders }),
            ...(entry.posted === undefined
              ? {}
              : { postData: { mimeType: "application/json", text: entry.posted } }),
          },
          response: {
            status,
            headers: list({ "Content-Type": type, ...entry.responseHeaders }),
            content: entry.content ?? content,
          },
        };
      }),
    },
  };
}
