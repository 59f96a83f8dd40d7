import { HttpClient } from "../http/client.ts";
import { Failure } from "../message/errors.ts";
import type { Settings } from "../model/settings.ts";
import { SERVICE_NAMES, SERVICE_WORDS } from "../../schemas/operations.ts";
import { CannotRun } from "../model/cannot-run.ts";

/** A connection is waited for less long than in the run itself, which has more patience. */
const REQUEST_MS = 5_000;

/** Connects to each service, and sends nothing; throws {@link CannotRun} where one cannot be reached. */
export async function preflight(settings: Settings, signal: AbortSignal): Promise<void> {
  const { target, limits } = settings;
  const client = new HttpClient({ ...settings, limits: { ...limits, requestMs: REQUEST_MS } }, signal);
  try {
    for (const service of SERVICE_NAMES.filter((name) => target.urls[name] !== undefined)) {
      await client.connect(service).catch((error: unknown) => {
        throw error instanceof Failure
          ? new CannotRun(
              `the ${SERVICE_WORDS[service]} service at ${target.urls[service]} ${error.message}`,
              error.why.remedy,
            )
          : error;
      });
    }
  } finally {
    await client.close();
  }
}
