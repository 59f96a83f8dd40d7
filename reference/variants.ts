import type { Deviating, Variant } from "./variant.ts";
import { carryingVariants } from "./variants/carrying.ts";
import { choiceVariants } from "./variants/choices.ts";
import { dataVariants } from "./variants/data.ts";
import { errorVariants } from "./variants/errors.ts";
import { linkVariants } from "./variants/links.ts";
import { movingVariants } from "./variants/moving.ts";
import { mirrorNodes } from "./variants/real/mirror-node.ts";
import { sourcify } from "./variants/real/sourcify.ts";
import { statusPages } from "./variants/real/status-pages.ts";
import { thinVariants } from "./variants/thin.ts";
import { writingVariants } from "./variants/writing.ts";

/** The conforming variants, by name. */
export const variants: Readonly<Record<string, Variant>> = {
  ...linkVariants,
  ...errorVariants,
  ...carryingVariants,
  ...choiceVariants,
  ...dataVariants,
  ...writingVariants,
  ...movingVariants,
  ...thinVariants,
};

/** Imitations of real implementations, by name: each has the deviations that its profile describes. */
export const deviating: Readonly<Record<string, Deviating>> = { ...mirrorNodes, ...statusPages, ...sourcify };

export const servable: Readonly<Record<string, Variant>> = { ...variants, ...deviating };
