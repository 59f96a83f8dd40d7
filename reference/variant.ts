import type { MiddlewareHandler } from "hono";
import type { Endpoint } from "../schemas/operations.ts";
import type { Dataset } from "./dataset.ts";
import type { Handler } from "./exchange.ts";
import type { ServiceSettings } from "./service/parameters.ts";
import type { TargetFile, ReferenceUrls } from "./target.ts";

/** A way to serve the contract that differs from the usual one and keeps every sentence of it. */
export type Variant = {
  readonly description: string;
  /** The endpoints that it serves otherwise, and those that are asked about the same records; left out: all. */
  readonly concerns?: readonly Endpoint[];
  readonly settings?: Partial<ServiceSettings>;
  /** Other data, made of the usual ones. */
  readonly dataset?: (usual: Dataset) => Dataset;
  /** How data change while they are served: the data after one more step. */
  readonly motion?: { readonly everyMs: number; readonly step: (data: Dataset, steps: number) => Dataset };
  /** Changes requests before, or answers after, the handler. */
  readonly responses?: (handler: Handler, urls: () => ReferenceUrls) => Handler;
  /** What stands between the connection and the handler; made anew for each server. */
  readonly carriers?: () => readonly MiddlewareHandler[];
  /** The service itself, made of the honest one, before a fault is planted. */
  readonly service?: (honest: Handler) => Handler;
  /** Operations that stand at another path than the contract's, where a web page says that nothing is there. */
  readonly moved?: Partial<Readonly<Record<Endpoint, string>>>;
  /** What the suite has to be told in addition. */
  readonly target?: (target: TargetFile) => TargetFile;
};

export type Variants = Readonly<Record<string, Variant>>;

/** A way to serve that breaks the contract as a real implementation does, which a bundled profile describes. */
export type Deviating = Variant & { readonly profile: string };

export const LIST_ENDPOINTS: readonly Endpoint[] = ["tokens", "tokenBalances"];
export const CONTRACT_ENDPOINTS: readonly Endpoint[] = ["contractResult", "contract"];

/** Variants that serve these endpoints alone otherwise. */
export const concerning = (endpoints: readonly Endpoint[], variants: Variants): Variants =>
  Object.fromEntries(Object.entries(variants).map(([name, one]) => [name, { concerns: endpoints, ...one }]));

/** What the suite is told of the samples, changed. */
export const withSamples =
  (change: (samples: TargetFile["samples"]) => Partial<TargetFile["samples"]>) =>
  (target: TargetFile): TargetFile => ({
    ...target,
    samples: { ...target.samples, ...change(target.samples) },
  });
