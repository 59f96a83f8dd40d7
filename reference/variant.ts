import type { MiddlewareHandler } from "hono";
import { ENDPOINT_NAMES, type Endpoint } from "../schemas/operations.ts";
import type { Dataset } from "./dataset.ts";
import type { Handler } from "./exchange.ts";
import { isEndpoint, when, type Rewriting } from "./rewriting.ts";
import type { ServiceSettings } from "./service/parameters.ts";
import type { TargetFile, ReferenceUrls } from "./target.ts";

/** A conforming service that differs from the reference in unspecified behaviour. */
export type Variant = {
  readonly description: string;
  /** The endpoints whose requests and responses the variant edits, and whose clauses it can affect; absent: all endpoints. */
  readonly concerns?: readonly Endpoint[];
  readonly settings?: Partial<ServiceSettings>;
  readonly dataset?: (usual: Dataset) => Dataset;
  /** Changes the data during the run: `step` returns the data after one more step. */
  readonly dataChanges?: {
    readonly everyMs: number;
    readonly step: (data: Dataset, steps: number) => Dataset;
  };
  readonly responses?: (handler: Handler, urls: () => ReferenceUrls) => Handler;
  /** Creates HTTP middleware in front of the handler, for each server. */
  readonly carrier?: () => MiddlewareHandler;
  /** Replaces the conforming handler, before a fault is applied. */
  readonly service?: (handler: Handler) => Handler;
  readonly target?: (target: TargetFile) => TargetFile;
};

/** The handler with the edits of a variant at the endpoints that it concerns; `urls` returns the URLs of the server. */
export const variedHandler = (
  { concerns = ENDPOINT_NAMES, responses = (handler) => handler }: Variant,
  urls: () => ReferenceUrls,
): Rewriting => when(isEndpoint(...concerns))((handler) => responses(handler, urls));

export type Variants = Readonly<Record<string, Variant>>;

/** A service that deviates from the contract like a real implementation, as described by a bundled profile. */
export type Deviating = Variant & { readonly profile: string };

export const LIST_ENDPOINTS: readonly Endpoint[] = ["tokens", "tokenBalances"];
export const CONTRACT_ENDPOINTS: readonly Endpoint[] = ["contractResult", "contract"];

export const concerning = (endpoints: readonly Endpoint[], variants: Variants): Variants =>
  Object.fromEntries(Object.entries(variants).map(([name, one]) => [name, { concerns: endpoints, ...one }]));

export const withSamples =
  (change: (samples: TargetFile["samples"]) => Partial<TargetFile["samples"]>) =>
  (target: TargetFile): TargetFile => ({
    ...target,
    samples: { ...target.samples, ...change(target.samples) },
  });
