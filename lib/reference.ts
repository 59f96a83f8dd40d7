import { allFaults } from "../reference/faults.ts";
import { startReference } from "../reference/server.ts";
import type { Endpoint } from "../schemas/operations.ts";
import { variants } from "../reference/variants.ts";

/** A variant of the reference: it conforms, but differs where the contract leaves a choice. */
export interface DescribedVariant {
  readonly name: string;
  readonly description: string;
}

/** A fault of the reference: a deliberate violation of one clause. */
export interface NamedFault {
  readonly name: string;
  readonly clause: string;
  readonly endpoint: Endpoint;
}

/** The embedded reference server, which conforms to the contract unless it is started with a fault. */
export const reference = {
  /**
   * Starts the reference on loopback and a free port unless `host` or `port` is given; it runs until `close()` is called. Throws an
   * `Error` if there is no such fault or variant, or if the port is in use.
   */
  start: startReference,
  faults: (): readonly NamedFault[] =>
    allFaults.map(({ name, clause, endpoint }) => ({ name, clause, endpoint })),
  variants: (): readonly DescribedVariant[] =>
    Object.entries(variants).map(([name, { description }]) => ({ name, description })),
} as const;
