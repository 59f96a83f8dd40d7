import * as formats from "../../schemas/formats.ts";
import { operations, type Endpoint, type Service } from "../../schemas/operations.ts";
import type { SentExchange } from "./exchange.ts";
import type { KnownDeviation } from "./known-deviation.ts";
import * as json from "./schema.ts";
import type { AppliedProfile } from "./results.ts";

/** Levels by number of requests: at most 500, 3,000 and 30,000 against the reference server. */
export const LEVELS = ["smoke", "standard", "thorough"] as const;
export type Level = (typeof LEVELS)[number];

export const nextLevel = (level: Level): Level | undefined => LEVELS[LEVELS.indexOf(level) + 1];

const entityIdSetting = json.matchingText(formats.ENTITY_ID.source, "an entity id such as 0.0.1001");
const timestampSetting = json.matchingText(
  formats.TIMESTAMP_PATTERN.source,
  "a timestamp such as 1700000000.000000001",
);
const contractResultName = json.matchingText(
  `${formats.TRANSACTION_HASH_PATTERN.source}|${formats.TRANSACTION_ID.source}`,
  "a 32-byte hash, or a transaction id such as 0.0.10-1700000000-000000001",
);
const contractName = json.matchingText(
  formats.CONTRACT_ID_OR_ADDRESS.source,
  "a contract id such as 0.0.5001, or an address of 40 hex digits",
);

export const parameterNamesSchema = json.partialObject(
  {
    tokens: parameterNames("tokens"),
    tokenBalances: parameterNames("tokenBalances"),
    networkFees: parameterNames("networkFees"),
  },
  "Names of the query parameters that the contract describes without a name; null: the service has no such parameter.",
);
export type ParameterNames = json.Model<typeof parameterNamesSchema>;

function parameterNames(endpoint: Endpoint) {
  const named = operations[endpoint].query.flatMap((parameter) =>
    "assumedName" in parameter
      ? [[parameter.key, { type: ["string", "null"], minLength: 1, default: parameter.assumedName }] as const]
      : [],
  );
  return json.schema<Readonly<Record<string, string | null>>>({
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(named),
  });
}

const verificationSample = json.closed({
  address: json.nonEmptyText(),
  chainId: json.nonEmptyText(),
  apiKey: json.optional(json.nonEmptyText("a secret: it appears in no output")),
});
export type VerificationSample = json.Model<typeof verificationSample>;

export const samplesSchema = json.partialObject(
  {
    tokenIds: json.listSchema(entityIdSetting),
    accountIds: json.listSchema(entityIdSetting),
    publicKeys: json.listSchema(json.nonEmptyText()),
    topicMessageTimestamps: json.listSchema(timestampSetting),
    contractResults: json.listSchema(contractResultName),
    contracts: json.listSchema(contractName),
    verifications: json.listSchema(verificationSample),
    missing: json.partialObject({
      tokenId: entityIdSetting,
      topicMessageTimestamp: timestampSetting,
      contractResult: contractResultName,
      contract: contractName,
    }),
  },
  "Records that exist at the target and, under `missing`, records that do not.",
);
export type Samples = json.Model<typeof samplesSchema>;

const FOUND_KINDS = [
  "tokenIds",
  "accountIds",
  "publicKeys",
  "topicMessageTimestamps",
  "contractResults",
  "contracts",
] as const satisfies readonly (keyof Samples)[];
export type FoundKind = (typeof FOUND_KINDS)[number];

const step = json.closed({
  path: json.textSchema({
    pattern: "^/[^\\s]*$",
    description: "a path below the URL of the service, such as /api/v1/topics/{topic}/messages?limit=5",
  }),
  select: json.either(
    json.nonEmptyText(),
    json.listSchema(json.nonEmptyText(), { minItems: 1, maxItems: 20 }),
    "a JSONPath (RFC 9535) such as $.contracts[*].contract_id, or several: the first value of each is used first, then the second of each",
  ),
  as: json.optionalText({
    pattern: "^[a-z]\\w{0,30}$",
    description: "a name such as topic, by which later steps refer to the selected values",
  }),
  most: json.optional(
    json.integerSchema({
      minimum: 1,
      maximum: 100,
      description:
        "maximum number of values; by default 5, and 1,000 in the last step of a recipe for topic messages, contract results or contracts",
    }),
  ),
  nonce: json.optional(
    json.nonEmptyText(
      "name of the member of a row that holds the nonce of the transaction; a value above zero is sent as nonce",
    ),
  ),
});
/** One list that a recipe reads. The last step selects the samples, and has no `as`. */
export type RecipeStep = json.Model<typeof step>;

/** Placeholder `{holder}` in the paths of recipes, for an account that holds the token whose balances are tested. */
export const HOLDER = "holder";

export const recipeSchema = json.closed({
  sample: json.oneOf(FOUND_KINDS, "kind of sample, as in the target file"),
  steps: json.listSchema(step, { minItems: 1, maxItems: 3 }),
});
/** How to find samples of one kind in lists that are not in the contract. `profile`: the name of the profile with the recipe. */
export type Recipe = json.Model<typeof recipeSchema> & { readonly profile: string };

const moved = json.closed({
  path: json.textSchema({ pattern: "^/[^\\s?#{}]*$", description: "a path such as /verify/other" }),
  reason: json.nonEmptyText(),
});
export type MovedPath = json.Model<typeof moved>;

export const movedPaths = json.partialObject(
  { statusSummary: moved, sessionVerify: moved, verify: moved },
  "Paths of operations that the service has under another path than the contract.",
);
export type MovedPaths = json.Model<typeof movedPaths>;

export type ProfileInfo = Pick<AppliedProfile, "name" | "title" | "group" | "versions" | "notes">;

/** TLS options of a connection: paths of PEM files. */
export interface Tls {
  /** Certificate authorities to trust in addition to the default ones. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** Passphrase of the key: a secret. */
  readonly passphrase?: string;
}

export interface Proxy {
  /** The URL with its credentials: a secret. */
  readonly url: string;
  /** Hosts that bypass the proxy, in the syntax of NO_PROXY. */
  readonly except: string;
}

export interface Reach {
  readonly tls?: Tls;
  readonly proxy?: Proxy;
}

/** The services under test. URLs have no trailing slash and keep their path prefix. */
export interface Target {
  readonly urls: Readonly<Partial<Record<Service, string>>>;
  /** Header values after substitution of `${ENV}`: secrets. */
  readonly headers: Readonly<Record<Service, Readonly<Record<string, string>>>>;
  readonly parameters: ParameterNames;
  readonly samples: Samples;
  readonly recipes?: readonly Recipe[];
  readonly paths?: MovedPaths;
  /** Absent: a direct connection with the default certificate authorities. */
  readonly reach?: Readonly<Partial<Record<Service, Reach>>>;
}

/** Bounds that protect the run from the target, and the target from the run, with their default values. */
export const DEFAULT_LIMITS = {
  /** Milliseconds for one request, from its start to the last byte of its response. */
  requestMs: 15_000,
  runMs: 30 * 60_000,
  /** Bytes of the body of one response; applies before and after decompression. */
  responseBytes: 2 * 1024 * 1024,
  /** Bytes of the header fields of one response. */
  headerBytes: 32 * 1024,
  retries: 3,
  /** Longest wait for a Retry-After, in milliseconds. */
  retryAfterMs: 10_000,
  /** Milliseconds for which an endpoint that stopped responding is tried again, before nothing more is sent to it. */
  outageMs: 10_000,
};
export type Limits = Readonly<typeof DEFAULT_LIMITS>;

export interface Settings {
  readonly target: Target;
  readonly limits: Limits;
  readonly seed: number;
  readonly level: Level;
  readonly concurrency: number;
  /** Maximum number of requests in any second; absent: unlimited. */
  readonly rps?: number;
  /** Maximum number of requests of the run; absent: unlimited. */
  readonly mostRequests?: number;
  /** Ids of the clauses to check, in order. */
  readonly clauseIds: readonly string[];
  /** Values that must not appear in any output. A renewal of headers adds to the array. */
  readonly secrets: string[];
  /** Shell variables that replace header values in output, by service and header. */
  readonly placeholders?: Readonly<Partial<Record<Service, Readonly<Record<string, string>>>>>;
  /** User-Agent of every request; absent: none is sent. */
  readonly userAgent?: string;
  /** Calls the user's function for the headers of a service; the result is undefined if the user gave none for the service. */
  readonly renewHeaders?: (service: Service) => Promise<Readonly<Record<string, string>> | undefined>;
  /** Called with each exchange, those of retries included, for a HAR file. */
  readonly onExchange?: (exchange: SentExchange) => void;
  readonly known: readonly KnownDeviation[];
  readonly profiles?: readonly ProfileInfo[];
  readonly strict: boolean;
  readonly embedded?: true;
  readonly command?: string;
}
