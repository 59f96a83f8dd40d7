import { CannotRun } from "../../engine/target/cannot-run.ts";
import { chooseTarget, type Chosen } from "../../engine/target/choose-target.ts";
import { invocationOf } from "../../engine/target/invocation.ts";
import { RUN_DEFAULTS } from "../../engine/target/options.ts";
import {
  headerOf,
  prepareRun,
  readOrder,
  type PreparedRun,
  type Prepared,
} from "../../engine/target/prepare.ts";
import { isLoopback } from "../../engine/target/url.ts";
import { portOf } from "../../engine/http/curl.ts";
import type { Target } from "../../engine/model/settings.ts";
import { codeOf, reasonOf } from "../../engine/model/file-trouble.ts";
import { serviceLabel } from "../../reports/words/labels.ts";
import { Judging } from "../../relay/judging.ts";
import { openRelay, waysOf, type Relay } from "../../relay/relay.ts";
import { PROXY_DEFAULTS, type ProxyFlags } from "../options/options.ts";
import { listenForInterruption } from "../running/interruption.ts";
import { beginFolder } from "../running/judge.ts";
import { pathsOf, tellOffline } from "../running/offline.ts";
import { startPassing } from "../running/progress.ts";
import { warn, type Io } from "../terminal/io.ts";
import { readEarlier, withEarlier, type Earlier } from "../../engine/target/earlier.ts";

/** `proxy`: passes on what a client asks, judges what comes back, and asks nothing by itself. Gives the exit code. */
export async function proxy(flags: ProxyFlags, io: Io): Promise<number> {
  const earlier = earlierOf(flags, io);
  const all = await readOrder(flags);
  const order = { ...all, known: withEarlier(all.known, earlier) };
  const chosen = targetOf(flags, io);
  const prepared = prepareRun(order, { ...RUN_DEFAULTS, ...flags, seed: 0 }, chosen);
  const { redact, settings, suite, warnings } = prepared;
  warn(io, warnings);
  // The URLs of the target are told as they were taken, whoever gave them.
  const options = { ...chosen.options, ...flags, ...chosen.options };
  const invocation = invocationOf(`${suite.name} proxy`, options, PROXY_DEFAULTS, redact);
  const header = headerOf({ ...prepared, plan: order.selected, strict: flags.strict, invocation });
  const started = performance.now();
  const lock = beginFolder(settings.outDir, header);
  const interruption = listenForInterruption(Number.MAX_SAFE_INTEGER);
  try {
    const judging = judgingOf(order, prepared);
    const relay = await opened(flags, settings.target, judging);
    io.out(redact(introText(relay, settings.target, suite.version, flags.out)));
    const progress = startPassing(judging, io.stderr);
    const { interrupted, endedBy } = await interruption.reason;
    progress.stop();
    await relay.stop();
    const judged = await judging.finish();
    const trouble = endedBy === "signal" ? undefined : interrupted;
    const { outDir } = settings;
    const { previous } = earlier;
    return await tellOffline({ header, judged, outDir, started, previous, interrupted: trouble }, io);
  } finally {
    interruption.dismiss();
    lock.release();
  }
}

/** Entries for known deviations are enough to compare with. */
function earlierOf({ previous, failOn, known }: ProxyFlags, io: Io): Earlier {
  const isEnough = previous === undefined && known !== undefined;
  return readEarlier(
    { previous, failOn: isEnough ? undefined : failOn },
    (line) => warn(io, [line]),
    "--fail-on new compares with what is known: give an earlier result with --previous, or --known",
  );
}

function targetOf(flags: ProxyFlags, io: Io): Chosen {
  const chosen = chooseTarget(flags, io.env);
  if (chosen === undefined) {
    throw new CannotRun("no service is given: --base-url, --status-url, --verify-url or --target name it");
  }
  const { port } = flags;
  const own = Object.values(chosen.target.urls).find(
    (url) => isLoopback(url) && portOf(url) === String(port),
  );
  if (own !== undefined) {
    throw new CannotRun(`${own} is where the proxy itself is to listen: give it another --port`);
  }
  return chosen;
}

function judgingOf({ selected }: PreparedRun, { settings }: Prepared): Judging {
  const { target, known, secrets, limits } = settings;
  return new Judging({
    selected: selected.map(({ id }) => id),
    parameters: target.parameters,
    known,
    secrets,
    secretFields: Object.values(target.headers).flatMap((fields) =>
      Object.keys(fields).map((name) => name.toLowerCase()),
    ),
    urls: target.urls,
    paths: pathsOf(target),
    answerBytes: limits.answerBytes,
  });
}

async function opened({ host, port = 0 }: ProxyFlags, target: Target, judging: Judging): Promise<Relay> {
  try {
    return await openRelay({ host, port, target, paths: pathsOf(target), judging });
  } catch (error) {
    await judging.close();
    throw new CannotRun(
      codeOf(error) === "EADDRINUSE"
        ? `port ${port} of ${host} is taken: give another --port, or none for a free one`
        : `nothing can listen on port ${port} of ${host}: ${reasonOf(error)}`,
    );
  }
}

/** What is passed on where, where a client is to point, and how it ends. */
function introText({ origin }: Relay, { urls }: Target, version: string, out: string): string {
  const ways = waysOf(urls).map(({ service, url, starts }) => ({
    name: serviceLabel(service),
    here: origin + new URL(url).pathname.replace(/\/$/, ""),
    url,
    starts,
  }));
  const width = Math.max(...ways.map(({ here }) => here.length));
  const origins = new Set(ways.map(({ url }) => new URL(url).origin));
  const lines = ways.map(({ name, here, url }) => `  ${name.padEnd(14)}  ${here.padEnd(width)}  for  ${url}`);
  const routed = ways.map(({ starts, url }) => `${starts.join(", ")} to ${new URL(url).origin}`);
  const [first] = origins;
  return [
    `ledger-conformance ${version}: a proxy. Point your client at the address on the left:`,
    ...lines,
    origins.size === 1
      ? `  Every path goes on to ${first}, unchanged.`
      : `  Paths decide: ${routed.join("; ")}; all others to ${first}.`,
    `  Nothing is asked by itself. Ctrl-C (SIGINT, SIGTERM) ends it and writes the report to ${out}; twice, it ends at once.`,
    "",
    "",
  ].join("\n");
}
