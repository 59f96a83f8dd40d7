import type { MiddlewareHandler } from "hono";
import type { Dataset } from "./dataset.ts";
import type { Handler } from "./exchange.ts";
import type { Motion } from "./motion.ts";
import type { Settings } from "./service/parameters.ts";
import type { TargetFile, Urls } from "./target.ts";

/** A way to serve the contract that differs from the usual one and keeps every sentence of it. */
export type Variant = {
  readonly description: string;
  readonly settings?: Partial<Settings>;
  readonly dataset?: () => Dataset;
  readonly motion?: Motion;
  /** Changes requests before, or answers after, the handler. */
  readonly answers?: (handler: Handler, urls: () => Urls) => Handler;
  /** What stands between the connection and the handler; made anew for each server. */
  readonly carriers?: () => readonly MiddlewareHandler[];
  /** What the suite has to be told in addition. */
  readonly target?: (target: TargetFile) => TargetFile;
};
