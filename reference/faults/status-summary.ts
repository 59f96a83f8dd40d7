import { cellFaults, type Cell } from "./tables.ts";
import * as as from "./kinds.ts";

const IN_INCIDENT = "/incidents/components/-1";
const IN_MAINTENANCE = "/scheduled_maintenances/components/*";
const INCIDENT_UPDATE = "/incidents/incident_updates/-1";
const MAINTENANCE_UPDATE = "/scheduled_maintenances/incident_updates/0";

const TOP: readonly Cell[] = [
  ["2.2-page", "/page", as.missing],
  ["2.2-status", "/status", as.nulled],
  ["2.2-components", "/components", as.asList],
  ["2.2-incidents", "/incidents", as.asList],
  ["2.2-scheduled-maintenances", "/scheduled_maintenances", as.missing],
  ["2.2-page-id", "/page/id", as.asNumber],
  ["2.2-page-name", "/page/name", as.nulled],
  ["2.2-page-url", "/page/url", as.relativeUri],
  ["2.2-page-time-zone", "/page/time_zone", as.missing],
  ["2.2-page-updated-at", "/page/updated_at", as.withoutOffset],
  ["2.2-status-description", "/status/description", as.missing],
  ["2.2-status-indicator", "/status/indicator", as.nulled],
];

const COMPONENT: readonly Cell[] = [
  ["2.2-component-id", "/components/id", as.asNumber],
  ["2.2-component-name", `${IN_INCIDENT}/name`, as.missing],
  ["2.2-component-status", "/components/status", as.nulled],
  ["2.2-component-created-at", `${IN_MAINTENANCE}/created_at`, as.dateOnly],
  ["2.2-component-updated-at", "/components/updated_at", as.epochSeconds],
  ["2.2-component-description", `${IN_INCIDENT}/description`, as.missing],
  ["2.2-component-group", "/components/group", as.asText],
  ["2.2-component-group-id", `${IN_MAINTENANCE}/group_id`, as.asNumber],
  ["2.2-component-only-show-if-degraded", `${IN_INCIDENT}/only_show_if_degraded`, as.nulled],
  ["2.2-component-position", "/components/position", as.fraction],
  ["2.2-component-showcase", `${IN_MAINTENANCE}/showcase`, as.asNumber],
  ["2.2-component-start-date", "/components/start_date", as.dateOnly],
  ["2.2-component-page-id", `${IN_INCIDENT}/page_id`, as.nulled],
];

const INCIDENT: readonly Cell[] = [
  ["2.2-incident-id", "/incidents/id", as.missing],
  ["2.2-incident-name", "/incidents/name", as.nulled],
  ["2.2-incident-status", "/incidents/status", as.asObject],
  ["2.2-incident-impact", "/incidents/impact", as.asNumber],
  ["2.2-incident-created-at", "/incidents/created_at", as.impossibleDate],
  ["2.2-incident-updated-at", "/incidents/updated_at", as.nulled],
  ["2.2-incident-resolved-at", "/incidents/resolved_at", as.missing],
  ["2.2-incident-monitoring-at", "/incidents/monitoring_at", as.withoutOffset],
  ["2.2-incident-incident-updates", "/incidents/incident_updates", as.nulled],
  ["2.2-incident-components", "/incidents/components", as.asObject],
  ["2.2-incident-update-id", `${INCIDENT_UPDATE}/id`, as.asNumber],
  ["2.2-incident-update-incident-id", `${MAINTENANCE_UPDATE}/incident_id`, as.missing],
  ["2.2-incident-update-status", `${INCIDENT_UPDATE}/status`, as.nulled],
  ["2.2-incident-update-body", `${MAINTENANCE_UPDATE}/body`, as.nulled],
  ["2.2-incident-update-created-at", `${INCIDENT_UPDATE}/created_at`, as.missing],
  ["2.2-incident-update-updated-at", `${MAINTENANCE_UPDATE}/updated_at`, as.dateOnly],
  ["2.2-incident-update-display-at", `${INCIDENT_UPDATE}/display_at`, as.nulled],
];

const MAINTENANCE: readonly Cell[] = [
  ["2.2-scheduled-maintenance-id", "/scheduled_maintenances/id", as.nulled],
  ["2.2-scheduled-maintenance-name", "/scheduled_maintenances/name", as.asList],
  ["2.2-scheduled-maintenance-status", "/scheduled_maintenances/status", as.missing],
  ["2.2-scheduled-maintenance-impact", "/scheduled_maintenances/impact", as.nulled],
  ["2.2-scheduled-maintenance-created-at", "/scheduled_maintenances/created_at", as.asNumber],
  ["2.2-scheduled-maintenance-updated-at", "/scheduled_maintenances/updated_at", as.missing],
  ["2.2-scheduled-maintenance-resolved-at", "/scheduled_maintenances/resolved_at", as.dateOnly],
  ["2.2-scheduled-maintenance-monitoring-at", "/scheduled_maintenances/monitoring_at", as.asBoolean],
  ["2.2-scheduled-maintenance-scheduled-for", "/scheduled_maintenances/scheduled_for", as.withoutOffset],
  ["2.2-scheduled-maintenance-scheduled-until", "/scheduled_maintenances/scheduled_until", as.nulled],
  ["2.2-scheduled-maintenance-shortlink", "/scheduled_maintenances/shortlink", as.spacedUri],
  ["2.2-scheduled-maintenance-incident-updates", "/scheduled_maintenances/incident_updates", as.missing],
  ["2.2-scheduled-maintenance-components", "/scheduled_maintenances/components", as.nulled],
];

/** Spoilt cells of the status summary (2.2). */
export const summaryFaults = cellFaults("statusSummary", "summary", [
  ...TOP,
  ...COMPONENT,
  ...INCIDENT,
  ...MAINTENANCE,
]);
