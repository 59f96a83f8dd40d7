// §2.2, §4.2
import { boolean, dateTime, integer, text, uri } from "./fields.ts";
import { arrayOf, mainRecord, orNull, record } from "./json-schema.ts";

const page = record("page", { id: text, name: text, url: uri, time_zone: text, updated_at: dateTime });

const status = record("status", { description: text, indicator: text });

const component = record("component", {
  id: text,
  name: text,
  status: text,
  created_at: dateTime,
  updated_at: dateTime,
  description: orNull(text),
  group: boolean,
  group_id: orNull(text),
  only_show_if_degraded: boolean,
  position: integer,
  showcase: boolean,
  start_date: orNull(dateTime),
  page_id: text,
});

const incidentUpdate = record("incident-update", {
  id: text,
  incident_id: text,
  status: text,
  body: text,
  created_at: dateTime,
  updated_at: dateTime,
  display_at: dateTime,
});

/** What incidents and scheduled maintenances begin with, and what they end with. */
const started = {
  id: text,
  name: text,
  status: text,
  impact: text,
  created_at: dateTime,
  updated_at: dateTime,
  resolved_at: orNull(dateTime),
  monitoring_at: orNull(dateTime),
};
const affected = { incident_updates: arrayOf(incidentUpdate), components: arrayOf(component) };

/** Three of its members have plural names and are nevertheless one object each. */
export const statusSummary = mainRecord("status-summary", {
  page,
  status,
  components: component,
  incidents: record("incident", { ...started, ...affected }),
  scheduled_maintenances: record("scheduled-maintenance", {
    ...started,
    scheduled_for: dateTime,
    scheduled_until: dateTime,
    shortlink: uri,
    ...affected,
  }),
});
