// §1 to §9: every clause as a test of vitest, against the service that the environment names (vitest.config.ts)
import { afterAll, inject } from "vitest";
import { reference } from "../lib/reference.ts";
import { conformance, type ConformanceOptions, type RunTarget } from "../lib/vitest.ts";

declare module "vitest" {
  interface ProvidedContext {
    conformance: { readonly target?: RunTarget; readonly options: ConformanceOptions };
  }
}

const { target, options } = inject("conformance");

const embedded = target === undefined ? await reference.start() : undefined;
// vitest calls these hooks in reverse order: registered first, this one is called when the run is over.
afterAll(async () => await embedded?.close());

await conformance(target ?? embedded?.target ?? {}, options);
