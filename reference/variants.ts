import type { Variant } from "./variant.ts";
import { carryingVariants } from "./variants/carrying.ts";
import { choiceVariants } from "./variants/choices.ts";
import { dataVariants } from "./variants/data.ts";
import { errorVariants } from "./variants/errors.ts";
import { linkVariants } from "./variants/links.ts";
import { movingVariants } from "./variants/moving.ts";
import { writingVariants } from "./variants/writing.ts";

/** The legal variants by name: none of them breaks the contract. */
export const variants: Readonly<Record<string, Variant>> = {
  ...linkVariants,
  ...errorVariants,
  ...carryingVariants,
  ...choiceVariants,
  ...dataVariants,
  ...writingVariants,
  ...movingVariants,
};
