import type { Endpoint, Handler } from "./exchange.ts";

/** A way to break one sentence, cell or limit of the contract. */
export type Fault = {
  readonly name: string;
  readonly description: string;
  readonly endpoint: Endpoint;
  /** The clause that has to fail. */
  readonly clause: string;
  /** The same request is answered in another way each time. */
  readonly unsteady?: true;
  /** Turns the honest handler of the endpoint into a faulty one. */
  readonly breaks: (honest: Handler) => Handler;
};

/** The handler with the fault in it; the other endpoints stay honest. */
export function withFault(honest: Handler, fault: Fault): Handler {
  const broken = fault.breaks(honest);
  return (ask) => (ask.endpoint === fault.endpoint ? broken(ask) : honest(ask));
}
