import type { Attack } from "./attacks/attack.ts";
import { echoing } from "./attacks/echoing.ts";
import { endless } from "./attacks/endless.ts";
import { huge } from "./attacks/huge.ts";
import { malformed } from "./attacks/malformed.ts";
import { redirecting } from "./attacks/redirecting.ts";
import { slow } from "./attacks/slow.ts";

export const attacks: readonly Attack[] = [endless, huge, slow, malformed, redirecting, echoing].flat();
