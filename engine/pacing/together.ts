import { Trouble, type Ask } from "../model/exchange.ts";

type Asked = Pick<Ask, "endpoint" | "target">;

interface Seen {
  readonly endpoint: string;
  readonly parts: readonly string[];
}

/** The parameters of a request; of an order, which has two values, each. */
function partsOf({ endpoint, target }: Asked): Seen {
  const query = new URLSearchParams(target.split("?")[1]);
  const parts = [...query].map(([name, value]) => (/^(?:asc|desc)$/.test(value) ? `${name}=${value}` : name));
  return { endpoint, parts: [...new Set(parts)].toSorted() };
}

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

  /** A request was answered with an error at every try. One parameter alone is a matter of its values. */
  refused(ask: Asked): void {
    const seen = partsOf(ask);
    const isNew = ![...this.#refused, ...this.#unsteady].some((known) => holds(seen, known));
    if (isNew && seen.parts.length > 1) {
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
    if (refused === undefined || !(error instanceof Trouble) || error.reply === undefined) {
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
