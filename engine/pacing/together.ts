import { Trouble, type Ask } from "../model/exchange.ts";

type Asked = Pick<Ask, "endpoint" | "target" | "expects">;

/** Stands among the parameters of a request that is malformed: what comes of it tells nothing of others. */
const MALFORMED = "?";

interface Seen {
  readonly endpoint: string;
  readonly parts: readonly string[];
}

/** The parameters of a request; of an order, which has two values, each. */
function partsOf({ endpoint, target, expects }: Asked): Seen {
  const query = new URLSearchParams(target.split("?")[1]);
  const parts = [...query].map(([name, value]) => (/^(?:asc|desc)$/.test(value) ? `${name}=${value}` : name));
  const marks = [...formOf(endpoint, target), ...(expects === "refusal" ? [MALFORMED] : [])];
  return { endpoint, parts: [...new Set([...parts, ...marks])].toSorted() };
}

const FORMS: readonly (readonly [RegExp, string])[] = [
  [/-/, "a transaction id"],
  [/^0x/i, "hex behind 0x"],
  [/^[\da-f]{40,}$/i, "hex without 0x"],
  [/\./, "an id"],
];

/** The form of a record's name, beside which a parameter stands. */
function formOf(endpoint: string, target: string): readonly string[] {
  const name = target.split("?", 1)[0]?.split("/").at(-1) ?? "";
  const isRecord = endpoint === "contract" || endpoint === "contractResult";
  return isRecord ? [FORMS.find(([form]) => form.test(name))?.[1] ?? "a short id"] : [];
}

/** One parameter alone is a matter of its values. */
const isSeveral = ({ parts }: Seen): boolean => parts.filter((part) => part !== MALFORMED).length > 1;

function holds(whole: Seen, part: Seen): boolean {
  return whole.endpoint === part.endpoint && part.parts.every((each) => whole.parts.includes(each));
}

/**
 * Parameters that stand together in requests answered with an error to the last, while the service answered others: to
 * ask again for every request that has them would cost time, and bring nothing.
 */
export class Together {
  #refused: readonly Seen[] = [];
  /** What was answered after all: these errors come and go. */
  #unsteady: readonly Seen[] = [];

  /** Whether it is to be known if such a request is answered with an error while others are answered. */
  asks(ask: Asked): boolean {
    return isSeveral(partsOf(ask)) && !this.covers(ask);
  }

  /** A request was answered with an error at every try. */
  refused(ask: Asked): void {
    const seen = partsOf(ask);
    const isNew = ![...this.#refused, ...this.#unsteady].some((known) => holds(seen, known));
    if (isNew && isSeveral(seen)) {
      this.#refused = [...this.#refused, seen];
    }
  }

  answered(ask: Asked): void {
    const refused = this.#of(ask);
    if (refused !== undefined) {
      this.#refused = this.#refused.filter((known) => known !== refused);
      this.#unsteady = [...this.#unsteady, refused];
    }
  }

  /** Whether such a request comes to nothing each time. */
  covers(ask: Asked): boolean {
    return this.#of(ask) !== undefined;
  }

  /** The trouble with a request, as one that the service has with all that are like it. */
  explain(ask: Asked, error: unknown): unknown {
    const refused = this.#of(ask);
    if (
      refused === undefined ||
      refused.parts.includes(MALFORMED) ||
      !(error instanceof Trouble) ||
      error.reply === undefined
    ) {
      return error;
    }
    const others = `like every request with ${refused.parts.join(" and ")} together`;
    return new Trouble(`answered ${error.reply.status}, ${others}`, "request", { obstacle: "service" });
  }

  #of(ask: Asked): Seen | undefined {
    if (this.#refused.length === 0) {
      return undefined;
    }
    const seen = partsOf(ask);
    return this.#refused.find((known) => holds(seen, known));
  }
}
