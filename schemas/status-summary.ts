// §2.2, §4.2
import { plainBoolean, dateTime, integer, plainText, uriText } from "./formats.ts";
import { arrayOf, mainRecord, orNull, record } from "./formats.ts";

const page = record("page", {
  id: plainText,
  name: plainText,
  url: uriText,
  time_zone: plainText,
  updated_at: dateTime,
});

const overallStatus = record("status", { description: plainText, indicator: plainText });

const component = record("component", {
  id: plainText,
  name: plainText,
  status: plainText,
  created_at: dateTime,
  updated_at: dateTime,
  description: orNull(plainText),
  group: plainBoolean,
  group_id: orNull(plainText),
  only_show_if_degraded: plainBoolean,
  position: integer,
  showcase: plainBoolean,
  start_date: orNull(dateTime),
  page_id: plainText,
});

const incidentUpdate = record("incident-update", {
  id: plainText,
  incident_id: plainText,
  status: plainText,
  body: plainText,
  created_at: dateTime,
  updated_at: dateTime,
  display_at: dateTime,
});

/** The members that incidents and scheduled maintenances share. */
const started = {
  id: plainText,
  name: plainText,
  status: plainText,
  impact: plainText,
  created_at: dateTime,
  updated_at: dateTime,
  resolved_at: orNull(dateTime),
  monitoring_at: orNull(dateTime),
};
const affected = { incident_updates: arrayOf(incidentUpdate), components: arrayOf(component) };

/** `components`, `incidents` and `scheduled_maintenances` are one object each, in spite of their names. */
export const statusSummary = mainRecord("status-summary", {
  page,
  status: overallStatus,
  components: component,
  incidents: record("incident", { ...started, ...affected }),
  scheduled_maintenances: record("scheduled-maintenance", {
    ...started,
    scheduled_for: dateTime,
    scheduled_until: dateTime,
    shortlink: uriText,
    ...affected,
  }),
});
