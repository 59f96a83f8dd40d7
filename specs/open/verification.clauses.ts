// §4.9, §4.10, §4.11: verifications, where the document does not settle what they are
import { left, shown, type View } from "../../engine/clauses/left.ts";
import { describe, isSuccess } from "../../engine/message/classify.ts";
import { bareHex } from "../../engine/model/compare.ts";
import type { VerificationSample } from "../../engine/model/settings.ts";
import { operations } from "../../schemas/operations.ts";
import { place } from "../../schemas/places.ts";
import {
  askedAddress,
  verificationAsk,
  type VerifyEndpoint,
  VERIFYING,
} from "../laws/records/verification.ts";

/**
 * The first sample with something changed, unless that changes nothing. The sample itself is sent before: a service may refuse
 * to verify a contract twice.
 */
const changed = (
  endpoints: readonly VerifyEndpoint[],
  change: (sample: VerificationSample) => Readonly<Record<string, unknown>>,
) =>
  [
    { samples: "verifications", session: "sessionVerifications", direct: "directVerifications" },
    ({ samples }: { readonly samples: readonly VerificationSample[] }) =>
      samples
        .slice(0, 1)
        .filter((sample) => JSON.stringify(change(sample)) !== JSON.stringify(sample))
        .flatMap((sample) => endpoints.map((name) => verificationAsk(name, change(sample), "open"))),
  ] as const;

export const verifications = [
  left("4.11-chain-ids", "which values of chainId are supported, how they are written")
    .cites("4.9 chainId", "4.10 chainId", "4.11 chainId")
    .assumes("the chain ids of the samples are supported")
    .shows(shown, "contracts.chainId result.chainId")
    .sends(...changed(VERIFYING, ({ address, chainId }) => ({ address, chainId: Number(chainId) }))),
  left("4.11-api-key", "what becomes of an apiKey")
    .cites("4.9 apiKey", "4.10 apiKey", "4.11 apiKey", "5 apiKey")
    .assumes("a request may carry one or not")
    .told(
      ({ endpoint, status, expects, reply }) =>
        expects !== "refusal" &&
        reply.ask.body?.includes('"apiKey"') === true &&
        `${endpoint} with apiKey: status ${status}`,
    )
    .sends(...changed(VERIFYING, ({ address, chainId }) => ({ address, chainId, apiKey: "no-such-key" }))),
  left("4.11-session", "what a session keeps, when a contract counts as checked or published")
    .cites("1 verification API", "4.10 checked or published")
    .assumes("every verification stands for itself")
    .of(...VERIFYING)
    .told(({ endpoint, headers, reply }) => [
      "set-cookie" in headers && `${endpoint} sets a cookie`,
      reply.ask.fresh === true && `${endpoint} of what was verified before: ${describe(reply)}`,
    ]),
  left(
    "4.11-request-media-type",
    "whether verification requests may have another media type than JSON, or none",
  )
    .cites("1 JSON requests", "4.9 request header", "4.10 request header")
    .assumes("requests are sent as application/json"),
];

/** Whether the entries of a success name the contract that was asked for. */
const isNamed: View = (_value, path, { at, reply }) => {
  const asked = askedAddress(reply);
  const texts = [...at(path)].filter((text) => typeof text === "string");
  const some = texts.some((text) => bareHex(text) === bareHex(asked)) ? "an" : "no";
  return isSuccess(reply) && asked !== "" && texts.length > 0
    ? `${some} entry has the requested address`
    : undefined;
};

/** Other ways to write the address of a sample: whether the address format of 4.9 takes them is not said. */
const FORMS = [
  ["address-without-prefix", "an address without 0x", (text: string) => text.replace(/^0x/, "")],
  ["address-in-lower-case", "an address in lower case", (text: string) => text.toLowerCase()],
] as const;

export const ofEach = VERIFYING.flatMap((endpoint) => [
  ...FORMS.map(([slug, statement, form]) =>
    left(`${operations[endpoint].section}-${slug}`, statement)
      .cites(place(`${operations[endpoint].section} address`))
      .assumes("such an address may be accepted or refused")
      .told(({ expects, reply }) => {
        const address = askedAddress(reply);
        return expects === "open" && address !== "" && form(address) === address && describe(reply);
      })
      .sends(...changed([endpoint], (sample) => ({ ...sample, address: form(sample.address) }))),
  ),
  // The id is older than the statement, and frozen. A key may be refused; where it is not, what comes is a verification.
  left(
    `${operations[endpoint].section}-chain-ids-and-keys`,
    "whether an entry of the response has the requested address",
  )
    .cites(place(`${operations[endpoint].section} response`))
    .assumes("the entries may have any address")
    .shows(isNamed, "contracts.address result.address")
    .sends(...changed([endpoint], (sample) => ({ apiKey: "no-such-key", ...sample }))),
]);
