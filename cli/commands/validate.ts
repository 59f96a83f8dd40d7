import { resolve } from "node:path";
import { FLAGS, MEMBERS, targetOfFile, type Chosen } from "../../engine/target/choose-target.ts";
import { readEarlier, withEarlier } from "../../engine/target/earlier.ts";
import { hideable } from "../../engine/target/files/secrets.ts";
import { readTargetFile } from "../../engine/target/files/target-file.ts";
import { invocationOf } from "../../engine/target/invocation.ts";
import { RUN_DEFAULTS } from "../../engine/target/options.ts";
import {
  headerOf,
  prepareRun,
  readOrder,
  type PreparedRun,
  type Prepared,
} from "../../engine/target/prepare.ts";
import { baseUrl } from "../../engine/target/url.ts";
import { SERVICE_NAMES, type Service } from "../../schemas/operations.ts";
import { openFile, type NamedFile } from "../../engine/offline/files.ts";
import { OfflineJudge, type OfflineResult } from "../../engine/offline/offline.ts";
import { VALIDATE_DEFAULTS, type ValidateFlags } from "../options/options.ts";
import { beginFolder } from "../running/judge.ts";
import { readable } from "../running/recorded-run.ts";
import { pathsOf, tellOffline } from "../running/offline.ts";
import { warn, type Io } from "../terminal/io.ts";
import { filesOf } from "./validate-files.ts";

type Urls = Readonly<Partial<Record<Service, string>>>;

/** Stands for every service: answers of each may be in the files. */
const SOMEWHERE = "https://recorded.invalid";

/** `validate`: judges recorded answers, and sends nothing. Gives the exit code. */
export async function validate(given: readonly string[], flags: ValidateFlags, io: Io): Promise<number> {
  const earlier = readEarlier(flags, (line) => warn(io, [line]));
  const named = await readOrder(flags);
  const order = { ...named, known: withEarlier(named.known, earlier) };
  const read = flags.target === undefined ? undefined : readTargetFile(flags.target, io.env);
  const { target } = targetOfFile({ file: read?.file ?? {}, secrets: [] });
  const chosen: Chosen = {
    target: { ...target, urls: { status: SOMEWHERE, base: SOMEWHERE, verify: SOMEWHERE } },
    secrets: read?.secrets ?? [],
    options: {},
  };
  const prepared = prepareRun(order, { ...RUN_DEFAULTS, ...flags, seed: 0 }, chosen);
  const urls = urlsOf(flags);
  const files = filesOf(given, flags);
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const judged = readable(() => judgeFiles(files, flags, urls, order, prepared));
  const { redact, bases } = judged;
  const program = `${prepared.suite.name} validate`;
  // The services are those that the command line names, or that all requests of the files went to.
  const asked = { ...target, urls: { ...Object.fromEntries(bases), ...urls } };
  const header = headerOf({
    ...prepared,
    settings: { ...prepared.settings, target: asked },
    plan: order.selected,
    strict: flags.strict,
    redact,
    invocation: invocationOf(program, flags, VALIDATE_DEFAULTS, redact, given),
  });
  const outDir = resolve(flags.out);
  const lock = beginFolder(outDir, header);
  try {
    const { previous } = earlier;
    return await tellOffline({ header: { ...header, startedAt }, judged, outDir, started, previous }, io);
  } finally {
    lock.release();
  }
}

const urlsOf = (flags: ValidateFlags): Urls =>
  Object.fromEntries(
    SERVICE_NAMES.flatMap((service) => {
      const url = flags[MEMBERS[service]];
      return url === undefined ? [] : [[service, baseUrl(url, FLAGS[service], service)]];
    }),
  );

function judgeFiles(
  files: readonly NamedFile[],
  flags: ValidateFlags,
  urls: Urls,
  { catalogue, selected }: PreparedRun,
  { settings: { target, known, secrets } }: Prepared,
): OfflineResult {
  const offline = new OfflineJudge({
    catalogue,
    selected: new Set(selected.map(({ id }) => id)),
    parameters: target.parameters,
    known,
    secrets,
    hideable: hideable(catalogue),
    urls,
    paths: [
      ...pathsOf(target),
      ...flags.path.map(({ endpoint, pattern = "" }) => ({ endpoint, path: pattern })),
    ],
  });
  for (const file of files) {
    const { form, exchanges } = openFile(file, flags.maxFileBytes);
    for (const exchange of exchanges) {
      offline.take(file.file, form, exchange);
    }
  }
  return offline.finish();
}
