import { readBody } from "../message/body.ts";
import { placesIn, standing, type Coverage } from "../message/known-deviations.ts";
import type { Scribe } from "../evidence/violation.ts";
import { curlOf, quoted } from "../http/curl.ts";
import type { Ask, Reply } from "../model/exchange.ts";
import type { KnownDeviation } from "../model/known-deviation.ts";
import { createRedact, type Redact } from "../secrets/redact.ts";
import type { SeenResponse } from "./exchange.ts";
import { decoded } from "../model/call.ts";

const HIDDEN = "***";

/** Header fields that carry credentials. */
const FIELDS =
  /^(?:(?:proxy-)?authorization|cookie2?|set-cookie2?|.*(?:api-?key|token|secret|password|session|auth-key).*)$/i;
/** Query parameters whose values look like keys. */
const PARAMETERS =
  /^(?:.*(?:api[-_]?key|access[-_]?key|secret|passw(?:or)?d|token|signature|credential)|key|auth|authorization|jwt|sig|session(?:[-_]?id)?|sid|code)$/i;
/** Names of the document that only look so. */
const OWN = new Set(["token.id", "publickey", "account.publickey"]);

/** Different secrets that are remembered: looking for more would take too long. */
const MOST = 400;

/**
 * Takes secrets out of recorded requests and answers where they stand, and remembers them: they may be said back
 * elsewhere. `named`: further header fields that carry secrets, in lower case.
 */
function createHiding(named: ReadonlySet<string>) {
  const found = new Set<string>();

  function hide(value: string): string {
    if (found.size < MOST && value !== HIDDEN) {
      found.add(value);
    }
    return HIDDEN;
  }

  function hideParameter(pair: string): string {
    const at = pair.indexOf("=");
    const name = at === -1 ? pair : pair.slice(0, at);
    if (at === -1 || OWN.has(name.toLowerCase()) || !PARAMETERS.test(name)) {
      return pair;
    }
    const value = pair.slice(at + 1);
    hide(decoded(value) ?? value);
    return `${name}=${value === "" ? "" : hide(value)}`;
  }

  return {
    headers: (fields: SeenFields): SeenFields =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          FIELDS.test(name) || named.has(name.toLowerCase()) ? hide(value) : value,
        ]),
      ),
    url: (text: string): string =>
      text
        .replace(/#.*$/s, "")
        .replace(
          /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@/i,
          (_all, scheme: string, user: string) => `${scheme}${hide(user)}@`,
        )
        .replace(/\?(.*)$/s, (_all, query: string) => `?${query.split("&").map(hideParameter).join("&")}`),
    body: (text: string): string =>
      text.replace(
        /("(?:api_?key|token|secret|password)"\s*:\s*)"((?:[^"\\]|\\.)*)"/gi,
        (_all, before: string, value: string) => `${before}"${value === "" ? "" : hide(value)}"`,
      ),
    found,
  };
}

/** What recorded answers are written down with. */
export interface EvidenceOptions {
  readonly known: readonly KnownDeviation[];
  /** Secrets that are known beforehand. */
  readonly secrets: readonly string[];
  /** Which of the secrets that are found may be hidden without making the report unreadable. */
  readonly hideable: (found: ReadonlySet<string>) => readonly string[];
  /** Header fields whose values are secret whatever their names say, in lower case. */
  readonly secretFields?: readonly string[];
}

/** Takes secrets out of what was recorded, and writes it down without them. */
export class Evidence {
  readonly #hiding: ReturnType<typeof createHiding>;
  readonly #fields = new WeakMap<Reply, Readonly<Record<string, string>>>();
  readonly #options: EvidenceOptions;
  readonly #coverage: Coverage;
  readonly scribe: Scribe;
  #redactor: { readonly size: number; readonly redact: Redact } | undefined;

  constructor(options: EvidenceOptions, coverage: Coverage) {
    this.#options = options;
    this.#hiding = createHiding(new Set(options.secretFields));
    this.#coverage = coverage;
    this.scribe = {
      curl: (reply) =>
        reply.ask.origin === reply.url
          ? `cat ${quoted(this.redact(reply.url))}`
          : curlOf(reply, {}, this.redact),
      headers: (reply) => this.#fields.get(reply) ?? {},
      redact: this.redact,
      places: placesIn(options.known),
    };
  }

  readonly redact: Redact = (text) => {
    const { size } = this.#hiding.found;
    if (this.#redactor?.size !== size) {
      this.#redactor = { size, redact: createRedact(this.hidden()) };
    }
    return this.#redactor.redact(text);
  };

  /** All values that are taken out so far. */
  hidden(): readonly string[] {
    return [...this.#options.secrets, ...this.#options.hideable(this.#hiding.found)];
  }

  /** The answer to a request, as one of a run; `fields`: the header fields of the request. */
  replyTo(
    ask: Ask,
    { url, base, fields }: { readonly url: string; readonly base: string; readonly fields: SeenFields },
    response: SeenResponse,
  ): Reply {
    const { target, body } = ask;
    const reply = standing(
      {
        ask: {
          ...ask,
          target: this.#hiding.url(target),
          ...(body === undefined ? {} : { body: this.#hiding.body(body) }),
        },
        // A body alone comes from a file, whose name is shown as it is.
        url: url === ask.origin ? url : this.#hiding.url(url),
        prefix: base.replace(/^[a-z]+:\/\/[^/]*/i, ""),
        status: response.status ?? 200,
        headers: this.#hiding.headers(response.headers ?? {}),
        body: readBody(response.bytes),
      },
      this.#coverage,
    );
    this.#fields.set(reply, this.#hiding.headers(fields));
    return reply;
  }
}

type SeenFields = Readonly<Record<string, string>>;
