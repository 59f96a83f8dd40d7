import { shownHeaders } from "./curl.ts";
import { present } from "../model/model.ts";
import type { Ask } from "../model/exchange.ts";
import type { Settings } from "../model/settings.ts";

type SentBy = Pick<Settings, "target" | "placeholders" | "userAgent">;

/** Of a header field: its name, its value, and what a report shows for that. */
type Field = readonly [name: string, value: string, shown: string];

/** The header fields of a request: those that the suite sends, and over them those that the user configured. */
export function fieldsFor({ service, bare, body }: Ask, settings: SentBy): readonly Field[] {
  const { userAgent, target } = settings;
  const own = {
    accept: "application/json",
    "accept-encoding": "identity",
    ...present({
      "user-agent": userAgent,
      "content-type": body === undefined ? undefined : "application/json",
    }),
  };
  const shown = shownHeaders(settings, service);
  const fields = new Map(
    Object.entries(own).map(([name, value]): [string, Field] => [name, [name, value, value]]),
  );
  for (const [name, value] of Object.entries(bare === true ? {} : target.headers[service])) {
    fields.set(name.toLowerCase(), [name, value, shown[name] ?? "***"]);
  }
  return [...fields.values()];
}
