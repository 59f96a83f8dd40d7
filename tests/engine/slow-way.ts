import { setImmediate as turn } from "node:timers/promises";
import type { Settings } from "../../engine/model/settings.ts";
import { networkWay, type Way } from "../../engine/http/transport.ts";
import type { Incoming } from "../../engine/http/connection.ts";

/** The network with answers that take long, in a time that passes only while all of them are waited for. */
export interface SlowWay {
  readonly way: Way;
  /** Milliseconds that have passed, had the suite itself taken no time. */
  readonly elapsed: () => number;
  readonly requests: () => number;
}

interface Answer {
  readonly due: number;
  readonly deliver: () => void;
}

/** Turns of the event loop after which whoever was answered has asked for what comes next. */
const TURNS = 4;

/** Every answer comes so many milliseconds after its request, whatever this machine is busy with. */
export function slowWay(settings: Settings, latencyMs: number): SlowWay {
  const network = networkWay(settings);
  const waiting: Answer[] = [];
  let now = 0;
  let onTheWire = 0;
  let requests = 0;
  let passing = false;

  /** Lets the time pass until the next answers are due, as often as nothing else happens. */
  async function pass(): Promise<void> {
    while (waiting.length > 0) {
      const before = requests;
      for (let left = TURNS; left > 0; left -= 1) {
        await turn();
      }
      if (onTheWire === 0 && requests === before) {
        now = Math.min(...waiting.map(({ due }) => due));
        const isDue = ({ due }: Answer): boolean => due === now;
        const due = waiting.filter(isDue);
        waiting.splice(0, waiting.length, ...waiting.filter((answer) => !isDue(answer)));
        due.forEach(({ deliver }) => deliver());
      }
    }
    passing = false;
  }

  async function delayed(sent: Promise<Incoming>): Promise<Incoming> {
    const due = now + latencyMs;
    onTheWire += 1;
    requests += 1;
    const incoming = await sent.finally(() => {
      onTheWire -= 1;
    });
    return await new Promise((resolve) => {
      waiting.push({ due, deliver: () => resolve(incoming) });
      if (!passing) {
        passing = true;
        void pass();
      }
    });
  }

  return {
    way: {
      ...network,
      openWire: (service, origin) => {
        const wire = network.openWire(service, origin);
        return { ...wire, send: (request) => delayed(wire.send(request)) };
      },
    },
    elapsed: () => now,
    requests: () => requests,
  };
}
