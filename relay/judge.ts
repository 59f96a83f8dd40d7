// The thread that judges what passes: see judging.ts.
import { constants, platform, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { hideable } from "../engine/target/files/secrets.ts";
import { loadCatalogue } from "../engine/clauses/catalogue.ts";
import { decode } from "../engine/message/decode.ts";
import { Trouble } from "../engine/model/exchange.ts";
import { applyKnown } from "../reports/reading/known.ts";
import { OfflineJudge } from "../engine/offline/offline.ts";
import type { SeenExchange } from "../engine/offline/exchange.ts";
import { TRAFFIC, type JudgingOptions, type Passed, type Telling, type JudgingMessage } from "./judging.ts";

if (platform() === "linux") {
  // Of this thread alone there, so that nothing on its way waits for a processor either.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

const options: JudgingOptions = workerData;
const { answerBytes, selected } = options;
const catalogue = await loadCatalogue();
const offline = new OfflineJudge({
  ...options,
  catalogue,
  selected: new Set(selected),
  hideable: hideable(catalogue),
});

parentPort?.on("message", (told: JudgingMessage) => {
  switch (told.type) {
    case "passed":
      offline.take(TRAFFIC, "proxied", exchangeOf(told, `exchange ${told.number}`));
      tell({ type: "judged", held: told.held });
      break;
    case "look":
      tell({ type: "looked", broken: broken() });
      break;
    case "finish": {
      const { redact: _redact, ...result } = offline.finish();
      tell({ type: "finished", result });
    }
  }
});

/** Clauses that are broken so far, known deviations left out. */
function broken(): number {
  const { clauses } = applyKnown(offline.finish().clauses, options.known);
  return clauses.filter(({ outcome }) => outcome === "fail").length;
}

function tell(telling: Telling): void {
  parentPort?.postMessage(telling, []);
}

function exchangeOf({ request, response }: Passed, place: string): SeenExchange {
  const { status, headers, bytes } = response;
  try {
    return {
      place,
      request,
      response: { status, headers, bytes: decode(bytes, headers["content-encoding"], answerBytes) },
    };
  } catch (error) {
    if (!(error instanceof Trouble)) {
      throw error;
    }
    return { place, request, response: { missing: `a copy could not be decoded: ${error.message}` } };
  }
}
