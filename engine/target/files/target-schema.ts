import { Optional as optional, Type, type TSchema } from "@sinclair/typebox";
import { closed, oneOf, type Model } from "../../model/model.ts";
import { given, matching, parameters, samples } from "../../model/settings.ts";

const headers = Type.Unsafe<Record<string, string>>({
  type: "object",
  propertyNames: { type: "string", pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", description: "a header name" },
  additionalProperties: matching("^[\\t\\x20-\\x7e\\x80-\\xff]*$", "text on one line, as headers are"),
  description: "Sent with every request to the service. Values are secrets and appear in no output.",
});

const path = (what: string) => optional(Type.String({ minLength: 1, description: what }));

const tls = closed({
  ca: path("Path of authorities in PEM that are trusted beside the usual ones, from the folder of this file"),
  cert: path("Path of the client certificate in PEM"),
  key: path("Path of its key in PEM"),
  pfx: path("Path of the client certificate with its key in PKCS #12"),
  passphrase: path("Passphrase of the key: a variable of the environment, such as ${KEY_PASSPHRASE}"),
  serverName: path("Name that the certificate has to be made out for, in place of the host"),
});

const authorization = closed({
  tokenUrl: optional(given("URL at which an authorization server grants tokens for client credentials")),
  clientId: optional(given("Name of the client")),
  clientSecret: optional(given("Its secret: a variable of the environment, such as ${CLIENT_SECRET}")),
  clientAuthMethod: optional(
    oneOf(["client_secret_basic", "client_secret_post"], {
      description: "How the client tells who it is: in a header field (as usual), or in the body",
    }),
  ),
  scope: optional(given("What the token is to allow")),
  audience: optional(given("Whom the token is for, where the authorization server asks for it")),
  command: optional(
    given("A command that prints a token, or JSON with access_token and expires_in; in place of all others"),
  ),
});

const byService = <Each extends TSchema>(each: Each, description?: string) =>
  optional(closed({ status: optional(each), base: optional(each), verify: optional(each) }, description));

export const targetSchema = Type.Object(
  {
    $schema: optional(Type.String()),
    statusUrl: optional(given("URL of the status page service, path prefix included")),
    baseUrl: optional(given("URL of the ledger query service, path prefix included")),
    verifyUrl: optional(given("URL of the verification service, path prefix included")),
    headers: byService(headers),
    authorization: byService(
      authorization,
      "Where access tokens come from that are sent as Authorization: Bearer; renewed before they end",
    ),
    tls: byService(tls),
    proxy: optional(
      Type.String({ minLength: 1, description: "URL of a proxy; loopback never goes through it" }),
    ),
    resolve: optional(
      Type.Array(matching("^[^:]+:\\d{1,5}:.+$", "host:port:address, as curl has it"), {
        description: "Addresses of hosts that the runner does not know",
      }),
    ),
    parameters: optional(parameters),
    samples: optional(samples),
  },
  {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:ledger-conformance:target",
    title: "Target of a conformance run",
    additionalProperties: false,
  },
);

/** The content of a target file, its environment variables filled in. */
export type TargetFile = Model<typeof targetSchema>;
