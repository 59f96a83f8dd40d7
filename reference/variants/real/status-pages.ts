// Status pages of other makers: the usual summary in their forms.
import type { Dataset } from "../../dataset.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../json.ts";
import { changedEverywhere } from "../../rewriting/answer.ts";
import type { Deviating } from "../../variant.ts";

/** Many where the document has one. */
function inArrays(summary: JsonObject): JsonObject {
  const { components, incidents, scheduled_maintenances: maintenances, ...rest } = summary;
  const inside = isObject(incidents) && isArray(incidents["components"]) ? incidents["components"] : [];
  return {
    ...rest,
    components: [components ?? null, ...inside],
    incidents: [incidents ?? null],
    scheduled_maintenances: [maintenances ?? null],
  };
}

const only = (one: JsonObject, names: string): JsonObject =>
  Object.fromEntries(Object.entries(one).filter(([name]) => names.split(" ").includes(name)));

/** Every page sends arrays, and the day on which a component began. */
function statuspage(summary: JsonObject): JsonObject {
  return changedEverywhere(inArrays(summary), (one) => {
    if (!isObject(one) || !("start_date" in one)) return one;
    const { start_date: date } = one;
    const dated = { ...one, start_date: typeof date === "string" ? date.slice(0, 10) : null };
    return one["group"] === true ? { ...dated, components: ["c02queries00"] } : dated;
  });
}

const pageOf = (summary: JsonObject, names: string): JsonObject =>
  isObject(summary["page"]) ? only(summary["page"], names) : {};

const rowsOf = (list: Json | undefined, names: string): readonly JsonObject[] =>
  isArray(list) ? list.filter(isObject).map((one) => only(one, names)) : [];

/** A page without incidents: it has no such members then. */
function incidentIo(summary: JsonObject): JsonObject {
  const { status = null, components } = inArrays(summary);
  const page = { ...pageOf(summary, "name url updated_at"), id: "01JAAAAAAAAAAAAAAAAAAAAAAA" };
  return {
    page,
    status,
    components: rowsOf(components, "id name status created_at updated_at position page_id"),
  };
}

function openstatus(summary: JsonObject): JsonObject {
  const { status = null, components, incidents, scheduled_maintenances: maintenances } = inArrays(summary);
  const updates = (list: Json | undefined): readonly JsonObject[] => rowsOf(list, "status body created_at");
  return {
    page: pageOf(summary, "name url updated_at"),
    status,
    components: rowsOf(components, "name status"),
    incidents: rowsOf(incidents, "id name status updated_at incident_updates").map((one) => ({
      ...one,
      incident_updates: updates(one["incident_updates"]),
    })),
    scheduled_maintenances: rowsOf(maintenances, "id name status scheduled_for scheduled_until"),
  };
}

const page = (profile: string, form: (summary: JsonObject) => JsonObject, more: Partial<Deviating> = {}) => ({
  description: `behaves as a status page of ${profile} does, with its deviations`,
  profile,
  dataset: (data: Dataset) => ({ ...data, summary: form(data.summary) }),
  ...more,
});

/** Status pages of three makers, as they were seen. */
export const statusPages: Readonly<Record<string, Deviating>> = {
  "statuspage-atlassian": page("statuspage", statuspage),
  "incident-io": page("incident-io", incidentIo),
  openstatus: page("openstatus", openstatus, { moved: { statusSummary: "/api/status/summary.json" } }),
};
