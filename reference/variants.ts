import type { Deviating, Variant } from "./variant.ts";
import { loadVariants } from "./variants/load.ts";
import { choiceVariants } from "./variants/choices.ts";
import { dataVariants } from "./variants/data.ts";
import { errorVariants } from "./variants/errors.ts";
import { linkVariants } from "./variants/links.ts";
import { changingDataVariants } from "./variants/changing-data.ts";
import { mirrorNode } from "./variants/real/mirror-node.ts";
import summary from "./variants/real/statuspage-atlassian.json" with { type: "json" };
import { fewBalancesVariants } from "./variants/few-balances.ts";
import { serializationVariants } from "./variants/serialization.ts";

export const variants: Readonly<Record<string, Variant>> = {
  ...linkVariants,
  ...errorVariants,
  ...loadVariants,
  ...choiceVariants,
  ...dataVariants,
  ...serializationVariants,
  ...changingDataVariants,
  ...fewBalancesVariants,
};

/** Imitations of real implementations, by name: each has the deviations that its profile describes. */
export const deviating: Readonly<Record<string, Deviating>> = {
  "hiero-mirror-node-0.160": mirrorNode,
  "statuspage-atlassian": {
    description: "behaves like a status page of Atlassian Statuspage, with its deviations",
    profile: "statuspage",
    dataset: (data) => ({ ...data, summary }),
  },
};

export const servable: Readonly<Record<string, Variant>> = { ...variants, ...deviating };
