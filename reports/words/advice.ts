import { isSampled, SAMPLE_KINDS } from "../../engine/clauses/prerequisites.ts";
import { type Remedy, type Obstacle, obstacleOf } from "../../engine/model/reason.ts";
import type { ClauseResult } from "../../engine/model/clause-results.ts";
import type { ResponseCounts } from "../../engine/model/results.ts";
import type { Endpoint } from "../../schemas/operations.ts";
import { type Level, nextLevel } from "../../engine/model/settings.ts";
import { present } from "../../engine/model/model.ts";
import { operationLabel } from "./labels.ts";

type Advice = ReturnType<typeof advise>;

const EXAMPLES: Readonly<Record<string, unknown>> = {
  tokenIds: ["0.0.1001"],
  accountIds: ["0.0.98"],
  publicKeys: ["<hex of a key>"],
  topicMessageTimestamps: ["1700000000.000000001"],
  contractResults: ["0x<32 bytes>", "0.0.10-1700000000-000000001"],
  contracts: ["0.0.5001", "0x<20 bytes>"],
  verifications: [{ address: "0x<20 bytes>", chainId: "295" }],
  missing: { topicMessageTimestamp: "<seconds>.<nanoseconds>", contractResult: "0x<32 bytes>" },
};

interface AdviceContext {
  readonly isRecorded?: boolean;
  /** The ids of the clauses whose violations are all known deviations. */
  readonly known?: ReadonlySet<string>;
  readonly level?: Level;
  readonly responded?: ResponseCounts | undefined;
}

/** `entry`: a part of a target file with placeholder values. */
const advise = (text: string, entry?: object) => ({ text, ...present({ entry }) });

const REMEDY_ADVICE: Readonly<Record<Remedy["kind"], (of: string, context: AdviceContext) => Advice>> = {
  correctUrl: (service) => advise(`Check the URL and its path prefix (--${service}-url)`),
  giveSamples: samplesAdvice,
  giveParameterName: (key) => {
    const [list = "", name = ""] = key.split(".");
    const entry = { parameters: { [list]: { [name]: "<name>" } } };
    return advise(`Give parameters.${key} in the target file (null if the service has none)`, entry);
  },
  giveCredentials: (service) =>
    advise("Add the required headers to the target file", {
      headers: { [service === "" ? "base" : service]: { authorization: "Bearer ${TOKEN}" } },
    }),
  useUrl: (url) => advise(`Use ${url}${url.endsWith("//") ? "…" : ""} as the URL of this service`),
  trustAuthority: () => advise("Give the certificate of the server's authority: --ca FILE (PEM)"),
  giveCertificate: () =>
    advise("Give a client certificate that the server accepts: --cert FILE and --key FILE (PEM)"),
  correctCertificate: (names) =>
    advise(
      names === ""
        ? "Renew the certificate of the server: it is not valid at the time of this machine"
        : `Use a URL whose host is in the certificate (${names}), or a certificate with the host of the URL`,
    ),
  correctProxy: () => advise("Correct the proxy: the variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY"),
  offerHttp1: () => advise("Make the server support HTTP/1.1, or test a gateway that does"),
  passFirewall: () =>
    advise("Make the CDN or firewall accept the User-Agent ledger-conformance, or test behind it"),
  shortenBody: () => advise("Make the service return a shorter response: no option raises this limit"),
  readFurther: levelAdvice,
  raiseLevel: levelAdvice,
  fixEndpoint: () =>
    advise("Fix this endpoint first, or run again when it has records: it returned no success"),
  finishRun: () => advise("Run again and let the run finish; check that the service is running, and its URL"),
  runAgain: () =>
    advise(
      "Run again while the data do not change. If responses differ again, they depend on earlier or concurrent requests",
    ),
  nothing: () => advise("Nothing to do: the contract allows this behaviour"),
};

function levelAdvice(_of: string, { level = "smoke" }: AdviceContext): Advice {
  const next = nextLevel(level);
  return advise(
    next === undefined ? "Nothing to do: no level sends more requests" : `Run at --level ${next}`,
  );
}

const OBSTACLE_ADVICE: Readonly<Record<Obstacle, (endpoint: Endpoint, context: AdviceContext) => Advice>> = {
  // At smoke, a higher level sends more requests. At the other levels, records are missing.
  level: (endpoint, context) =>
    context.level === "smoke" ? levelAdvice("", context) : forRecords(endpoint, context),
  data: forRecords,
  user: () =>
    advise("Nothing to do if the target file is right; otherwise, correct the entry that the reason names"),
  service: (endpoint, context) =>
    isUnusable(endpoint, context)
      ? checkEndpoint(endpoint)
      : advise("Check the responses to the requests of this clause: it needs different ones"),
  network: () => advise("Check the service and any gateway in front of it, then run again"),
  suite: () => advise("This is a bug in the suite: please report it"),
};

export function adviceFor(
  clause: Pick<ClauseResult, "endpoint" | "consequenceOf" | "remedy" | "code">,
  context: AdviceContext = {},
): Advice {
  const { endpoint, consequenceOf, remedy, code = "dataUnsuitable" } = clause;
  if (consequenceOf !== undefined) {
    return advise(
      context.known?.has(consequenceOf) === true
        ? `Nothing to do: this is a consequence of the known deviation ${consequenceOf}`
        : `Fix ${consequenceOf} first`,
    );
  }
  if (remedy !== undefined) {
    // Without a sample of a kind, no list shows such records, whatever the counts of responses are.
    const responded = code === "samplesMissing" ? {} : context.responded;
    return REMEDY_ADVICE[remedy.kind](remedy.of ?? "", { ...context, responded });
  }
  // Samples would not help, because no request is sent.
  return context.isRecorded === true && code !== "suiteFailed"
    ? advise("Record exchanges that this clause can check, or run the suite against the service")
    : OBSTACLE_ADVICE[obstacleOf(code)](endpoint, context);
}

function forRecords(endpoint: Endpoint, context: AdviceContext): Advice {
  if (isUnusable(endpoint, context)) return checkEndpoint(endpoint);
  if (!isSampled(endpoint)) return NO_SUCH_RECORDS;
  const { member } = SAMPLE_KINDS[endpoint];
  const { entry } = samplesAdvice(member, context);
  // There are samples, so more of the same kind would not help.
  const text = `Name records that this clause needs in samples.${member}, or test an instance that has them`;
  return entry === undefined ? NO_SUCH_RECORDS : advise(text, entry);
}

const isUnusable = (endpoint: Endpoint, { responded }: AdviceContext): boolean =>
  responded?.[endpoint]?.usable === 0;

/** An endpoint that stopped serving during the run has no usable responses either, so the text is about the end of the run. */
const checkEndpoint = (endpoint: Endpoint): Advice =>
  advise(
    `Check that the service has this endpoint and its records: at the end of the run, no response to ${operationLabel(endpoint)} was usable`,
  );

const NO_SUCH_RECORDS = advise("Test an instance that has the records that this clause needs");

/** By member of `samples`, the list of the contract that shows such records. */
const SHOWN_BY: Readonly<Partial<Record<string, Endpoint>>> = {
  tokenIds: "tokens",
  accountIds: "tokenBalances",
};

function samplesAdvice(member: string, { responded }: AdviceContext): Advice {
  const list = SHOWN_BY[member];
  return list !== undefined && (responded?.[list]?.usable ?? 0) > 0
    ? NO_SUCH_RECORDS
    : advise(`Add samples.${member} to the target file`, {
        samples: { [member]: EXAMPLES[member] ?? ["…"] },
      });
}
