import type { ApiRequest } from "../model/exchange.ts";
import type { Service, Settings } from "../model/settings.ts";

type HeaderFields = Readonly<Record<string, string>>;

/** Calls of the caller's function in a run: a service that returns 401 to every request must not call it without end. */
const MOST_RENEWALS = 30;

/** Holds the configured header fields of a run, and renews them with a function of the caller when a response is 401. */
export class HeaderRenewal {
  /** The header fields of all services, as the next request gets them. */
  headers: Settings["target"]["headers"];
  readonly #renew: Settings["renewHeaders"];
  readonly #pending = new Map<Service, Promise<boolean>>();
  readonly #calls = new Map<Service, number>();

  constructor({ target, renewHeaders }: Settings) {
    this.headers = target.headers;
    this.#renew = renewHeaders;
  }

  /**
   * Renews the header fields after a request got 401 with the fields `sent`; returns whether they differ now, so that the request
   * is worth sending again. Requests that fail together share one call of the function.
   */
  async renewed({ service, withoutUserHeaders }: ApiRequest, sent: HeaderFields): Promise<boolean> {
    if (withoutUserHeaders === true || this.#renew === undefined) {
      return false;
    }
    if (this.headers[service] !== sent) {
      return true;
    }
    const pending = this.#pending.get(service) ?? this.#call(service, this.#renew);
    this.#pending.set(service, pending);
    return await pending.finally(() => this.#pending.delete(service));
  }

  async #call(service: Service, renew: NonNullable<Settings["renewHeaders"]>): Promise<boolean> {
    const calls = (this.#calls.get(service) ?? 0) + 1;
    if (calls > MOST_RENEWALS) {
      return false;
    }
    this.#calls.set(service, calls);
    const fields = await renew(service);
    const before = this.headers[service];
    const isNew = fields !== undefined && JSON.stringify(fields) !== JSON.stringify(before);
    if (isNew) {
      this.headers = { ...this.headers, [service]: fields };
    }
    return isNew;
  }
}
