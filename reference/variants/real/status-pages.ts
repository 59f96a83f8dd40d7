// Status pages of other vendors: the usual summary in their format.
import incidentIo from "./incident-io.json" with { type: "json" };
import openstatus from "./openstatus.json" with { type: "json" };
import statuspage from "./statuspage-atlassian.json" with { type: "json" };
import type { Dataset } from "../../dataset.ts";
import type { JsonObject } from "../../exchange.ts";
import type { Deviating } from "../../variant.ts";

const statusPageVariant = (profile: string, summary: JsonObject, more: Partial<Deviating> = {}) => ({
  description: `behaves like a status page of ${profile}, including its deviations`,
  profile,
  dataset: (data: Dataset) => ({ ...data, summary }),
  ...more,
});

export const statusPages: Readonly<Record<string, Deviating>> = {
  "statuspage-atlassian": statusPageVariant("statuspage", statuspage),
  "incident-io": statusPageVariant("incident-io", incidentIo),
  openstatus: statusPageVariant("openstatus", openstatus, {
    moved: { statusSummary: "/api/status/summary.json" },
  }),
};
