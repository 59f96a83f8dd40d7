import type { Client } from "../http/client.ts";
import { curlOf, reachingWords, shownHeaders } from "../http/curl.ts";
import { fieldsFor } from "../http/headers.ts";
import type { Scribe } from "./violation.ts";
import type { Redact } from "../secrets/redact.ts";
import type { Settings } from "../model/settings.ts";

/** Writes down exchanges of a run: those that its client had with the target, and no other. */
export function createScribe(
  settings: Pick<Settings, "target" | "placeholders" | "userAgent">,
  client: Pick<Client, "gave">,
  redact: Redact,
): Scribe {
  return {
    curl: (reply) => {
      if (!client.gave(reply)) {
        throw new Error("it shows a request that was never sent");
      }
      const { service } = reply.ask;
      const reaching = reachingWords(settings.target.reach?.[service]);
      return curlOf(reply, shownHeaders(settings, service), redact, reaching);
    },
    headers: ({ ask }) =>
      Object.fromEntries(fieldsFor(ask, settings).map(([name, , shown]) => [name, shown])),
    redact,
  };
}
