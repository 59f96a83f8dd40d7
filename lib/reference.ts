import { allFaults } from "../reference/faults.ts";
import { startReference } from "../reference/server.ts";
import type { Endpoint } from "../schemas/operations.ts";
import { variants } from "../reference/variants.ts";

/** A variant to start the reference as, and what it does. */
export interface DescribedVariant {
  readonly name: string;
  readonly description: string;
}

/** A fault to start the reference with, which its name tells, and the clause that it breaks. */
export interface NamedFault {
  readonly name: string;
  readonly clause: string;
  readonly endpoint: Endpoint;
}

/** The embedded reference server: a whole, legal service to test a client on, or a subtly broken one. */
export const reference = {
  /**
   * Serves the reference on loopback, on a free port unless one is given, until `close()` is called. It keeps the
   * whole contract, `variant` in another legal way, and `fault` breaks one clause of it. Throws an `Error` where
   * there is no such fault or variant, or the port is taken.
   */
  start: startReference,
  /** Every fault by name. */
  faults: (): readonly NamedFault[] =>
    allFaults.map(({ name, clause, endpoint }) => ({ name, clause, endpoint })),
  /** Every legal variant by name. */
  variants: (): readonly DescribedVariant[] =>
    Object.entries(variants).map(([name, { description }]) => ({ name, description })),
} as const;
