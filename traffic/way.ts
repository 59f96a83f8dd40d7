import { createRedact } from "../engine/redact.ts";
import type { Settings } from "../engine/settings.ts";
import { networkWay, type Way } from "../engine/way.ts";
import { playerWay } from "./player.ts";
import { recorderWay } from "./recorder.ts";

/** The way that the settings ask for: a recording in place of the network, the network with a recorder, or it alone. */
export function openWay(settings: Settings): Way {
  const redact = createRedact(settings.secrets);
  if (settings.replayFrom !== undefined) {
    return playerWay(settings.replayFrom, redact);
  }
  const network = networkWay(settings);
  return settings.record === undefined ? network : recorderWay(settings.record, network, settings, redact);
}
