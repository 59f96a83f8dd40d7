import { HttpClient } from "../http/client.ts";
import { isFailure } from "../message/errors.ts";
import type { Settings } from "../model/settings.ts";
import { SERVICE_NAMES, SERVICE_WORDS } from "../../schemas/operations.ts";
import { remedyOf } from "../model/reason.ts";
import { CannotRun } from "../model/cannot-run.ts";

/** Milliseconds for one connection: less than in the run, because a wrong URL has to be reported quickly. */
const REQUEST_MS = 5_000;

/** Connects to each service without sending a request. Throws {@link CannotRun} if a service cannot be reached. */
export async function preflight(settings: Settings, signal: AbortSignal): Promise<void> {
  const { target, limits } = settings;
  const client = new HttpClient({ ...settings, limits: { ...limits, requestMs: REQUEST_MS } }, signal);
  try {
    for (const service of SERVICE_NAMES.filter((name) => target.urls[name] !== undefined)) {
      await client.connect(service).catch((error: unknown) => {
        if (!isFailure(error)) throw error;
        const place = `the ${SERVICE_WORDS[service]} service at ${target.urls[service]}`;
        throw new CannotRun(`${place} ${error.message}`, remedyOf(error.why));
      });
    }
  } finally {
    await client.close();
  }
}
