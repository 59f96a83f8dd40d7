import { faults } from "../reference/faults.ts";
import { startReference } from "../reference/server.ts";
import type { Endpoint } from "../schemas/operations.ts";
import { variants } from "../reference/variants.ts";

/** A name to start the reference with, and what it means. */
export interface Described {
  readonly name: string;
  readonly description: string;
}

/** A fault, with the clause that it breaks. */
export interface DescribedFault extends Described {
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
  faults: (): readonly DescribedFault[] =>
    Object.entries(faults).map(([name, { description, clause, endpoint }]) => {
      return { name, description, clause, endpoint };
    }),
  /** Every legal variant by name. */
  variants: (): readonly Described[] =>
    Object.entries(variants).map(([name, { description }]) => ({ name, description })),
} as const;
