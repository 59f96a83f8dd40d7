// §2.2, §4.2
import type { JsonSchema } from "./json-schema.ts";

const dateTime = { type: "string", format: "date-time" } as const satisfies JsonSchema;
const dateTimeOrNull = { type: ["string", "null"], format: "date-time" } as const satisfies JsonSchema;

const page = {
  title: "page",
  type: "object",
  required: ["id", "name", "url", "time_zone", "updated_at"],
  properties: {
    id: { type: "string" },
    name: { type: "string" },
    url: { type: "string", format: "uri" },
    time_zone: { type: "string" },
    updated_at: dateTime,
  },
} as const satisfies JsonSchema;

const status = {
  title: "status",
  type: "object",
  required: ["description", "indicator"],
  properties: {
    description: { type: "string" },
    indicator: { type: "string" },
  },
} as const satisfies JsonSchema;

const component = {
  title: "component",
  type: "object",
  required: [
    "id",
    "name",
    "status",
    "created_at",
    "updated_at",
    "description",
    "group",
    "group_id",
    "only_show_if_degraded",
    "position",
    "showcase",
    "start_date",
    "page_id",
  ],
  properties: {
    id: { type: "string" },
    name: { type: "string" },
    status: { type: "string" },
    created_at: dateTime,
    updated_at: dateTime,
    description: { type: ["string", "null"] },
    group: { type: "boolean" },
    group_id: { type: ["string", "null"] },
    only_show_if_degraded: { type: "boolean" },
    position: { type: "integer" },
    showcase: { type: "boolean" },
    start_date: dateTimeOrNull,
    page_id: { type: "string" },
  },
} as const satisfies JsonSchema;

const incidentUpdate = {
  title: "incident-update",
  type: "object",
  required: ["id", "incident_id", "status", "body", "created_at", "updated_at", "display_at"],
  properties: {
    id: { type: "string" },
    incident_id: { type: "string" },
    status: { type: "string" },
    body: { type: "string" },
    created_at: dateTime,
    updated_at: dateTime,
    display_at: dateTime,
  },
} as const satisfies JsonSchema;

const incident = {
  title: "incident",
  type: "object",
  required: [
    "id",
    "name",
    "status",
    "impact",
    "created_at",
    "updated_at",
    "resolved_at",
    "monitoring_at",
    "incident_updates",
    "components",
  ],
  properties: {
    id: { type: "string" },
    name: { type: "string" },
    status: { type: "string" },
    impact: { type: "string" },
    created_at: dateTime,
    updated_at: dateTime,
    resolved_at: dateTimeOrNull,
    monitoring_at: dateTimeOrNull,
    incident_updates: { type: "array", items: incidentUpdate },
    components: { type: "array", items: component },
  },
} as const satisfies JsonSchema;

const scheduledMaintenance = {
  title: "scheduled-maintenance",
  type: "object",
  required: [
    "id",
    "name",
    "status",
    "impact",
    "created_at",
    "updated_at",
    "resolved_at",
    "monitoring_at",
    "scheduled_for",
    "scheduled_until",
    "shortlink",
    "incident_updates",
    "components",
  ],
  properties: {
    id: { type: "string" },
    name: { type: "string" },
    status: { type: "string" },
    impact: { type: "string" },
    created_at: dateTime,
    updated_at: dateTime,
    resolved_at: dateTimeOrNull,
    monitoring_at: dateTimeOrNull,
    scheduled_for: dateTime,
    scheduled_until: dateTime,
    shortlink: { type: "string", format: "uri" },
    incident_updates: { type: "array", items: incidentUpdate },
    components: { type: "array", items: component },
  },
} as const satisfies JsonSchema;

/** Three of its members have plural names and are nevertheless one object each. */
export const statusSummary = {
  $comment: "main",
  title: "status-summary",
  type: "object",
  required: ["page", "status", "components", "incidents", "scheduled_maintenances"],
  properties: {
    page,
    status,
    components: component,
    incidents: incident,
    scheduled_maintenances: scheduledMaintenance,
  },
} as const satisfies JsonSchema;
