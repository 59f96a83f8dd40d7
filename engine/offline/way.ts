import { createRedact } from "../secrets/redact.ts";
import type { Settings } from "../model/settings.ts";
import { networkWay, type Way } from "../http/transport.ts";
import { playerWay } from "./player.ts";
import { recorderWay } from "./recorder.ts";

/** Characters of a secret that are hidden even where the rest of it is missing. */
const HEAD = 9;

/** A recording keeps every answer: what a service itself cut of a secret that it says back is hidden too. */
function headOf(secret: string): readonly string[] {
  return secret.trim().length > HEAD ? [secret.trim().slice(0, HEAD)] : [];
}

/** The way that the settings ask for: a recording in place of the network, the network with a recorder, or it alone. */
export function openWay(settings: Settings): Way {
  const redact = createRedact(settings.secrets, headOf);
  if (settings.replayFrom !== undefined) {
    return playerWay(settings.replayFrom, redact);
  }
  const network = networkWay(settings);
  return settings.record === undefined ? network : recorderWay(settings.record, network, settings, redact);
}
