// §2.2
import type { Place } from "./place.ts";

/** The status summary. */
export const statusSummaryPlaces: readonly Place[] = [
  {
    place: "2.2 summary / five members",
    fingerprint: "91c67c6dd651",
    clauses: ["2.2-page", "2.2-status", "2.2-components", "2.2-incidents", "2.2-scheduled-maintenances"],
  },
  {
    place: "2.2 summary / single objects",
    fingerprint: "91c67c6dd651",
    clauses: ["2.2-components", "2.2-incidents", "2.2-scheduled-maintenances"],
  },
  { place: "2.2 Page", fingerprint: "0a30a815d67d", clauses: ["2.2-page"] },
  { place: "2.2 Page id", fingerprint: "b185d3937cba", clauses: ["2.2-page-id"] },
  { place: "2.2 Page name", fingerprint: "98aa4ca5c8ac", clauses: ["2.2-page-name"] },
  { place: "2.2 Page url", fingerprint: "77e719cbdad1", clauses: ["2.2-page-url"] },
  { place: "2.2 Page time_zone", fingerprint: "f8d60618407e", clauses: ["2.2-page-time-zone"] },
  {
    place: "2.2 Page updated_at",
    fingerprint: "636eeec59936",
    clauses: ["2.2-page-updated-at"],
    open: ["2.1-date-time-writing"],
  },
  { place: "2.2 Status", fingerprint: "920e413c7d41", clauses: ["2.2-status"] },
  { place: "2.2 Status description", fingerprint: "46742e07b6c1", clauses: ["2.2-status-description"] },
  {
    place: "2.2 Status indicator",
    fingerprint: "84582ef7d45c",
    clauses: ["2.2-status-indicator"],
    open: ["3-indicator-values"],
  },
  {
    place: "2.2 Component",
    fingerprint: "7768ed890e2b",
    clauses: ["2.2-components", "2.2-incident-components", "2.2-scheduled-maintenance-components"],
  },
  {
    place: "2.2 Component id, name, status",
    fingerprint: "6ac1c830c279",
    clauses: ["2.2-component-id", "2.2-component-name", "2.2-component-status"],
    open: ["3-status-values"],
  },
  {
    place: "2.2 Component created_at, updated_at",
    fingerprint: "6b4db5b1964f",
    clauses: ["2.2-component-created-at", "2.2-component-updated-at"],
  },
  { place: "2.2 Component description", fingerprint: "3ec6502bdca5", clauses: ["2.2-component-description"] },
  {
    place: "2.2 Component group",
    fingerprint: "9af5b888d47f",
    clauses: ["2.2-component-group"],
    open: ["2.2-relations"],
    note: "nothing else in the record tells a group",
  },
  {
    place: "2.2 Component group_id",
    fingerprint: "5ade8459c5f9",
    clauses: ["2.2-component-group-id"],
    open: ["2.2-relations"],
  },
  {
    place: "2.2 Component only_show_if_degraded",
    fingerprint: "01e7a1a49209",
    clauses: ["2.2-component-only-show-if-degraded"],
  },
  {
    place: "2.2 Component position",
    fingerprint: "7a09268d5347",
    clauses: ["2.2-component-position"],
    open: ["2.2-relations"],
  },
  { place: "2.2 Component showcase", fingerprint: "46dee64ae0d4", clauses: ["2.2-component-showcase"] },
  { place: "2.2 Component start_date", fingerprint: "0ca6eef269b7", clauses: ["2.2-component-start-date"] },
  {
    place: "2.2 Component page_id",
    fingerprint: "8a58883af780",
    clauses: ["2.2-component-page-id"],
    open: ["2.2-relations"],
  },
  { place: "2.2 Incident", fingerprint: "36a606d48865", clauses: ["2.2-incidents"] },
  {
    place: "2.2 Incident id, name, status, impact",
    fingerprint: "d8641f452bce",
    clauses: ["2.2-incident-id", "2.2-incident-name", "2.2-incident-status", "2.2-incident-impact"],
    open: ["3-status-values", "3-impact-values"],
  },
  {
    place: "2.2 Incident created_at, updated_at",
    fingerprint: "6b4db5b1964f",
    clauses: ["2.2-incident-created-at", "2.2-incident-updated-at"],
  },
  { place: "2.2 Incident resolved_at", fingerprint: "d94cc974c73a", clauses: ["2.2-incident-resolved-at"] },
  {
    place: "2.2 Incident monitoring_at",
    fingerprint: "9fd0c5d4b852",
    clauses: ["2.2-incident-monitoring-at"],
  },
  {
    place: "2.2 Incident incident_updates",
    fingerprint: "6b89d4d23515",
    clauses: ["2.2-incident-incident-updates"],
  },
  { place: "2.2 Incident components", fingerprint: "25ca525050f9", clauses: ["2.2-incident-components"] },
  {
    place: "2.2 IncidentUpdate / strings",
    fingerprint: "4ac4f4082c11",
    clauses: [
      "2.2-incident-update-id",
      "2.2-incident-update-incident-id",
      "2.2-incident-update-status",
      "2.2-incident-update-body",
    ],
    open: ["2.2-relations", "3-status-values"],
  },
  {
    place: "2.2 IncidentUpdate / times",
    fingerprint: "4ac4f4082c11",
    clauses: [
      "2.2-incident-update-created-at",
      "2.2-incident-update-updated-at",
      "2.2-incident-update-display-at",
    ],
  },
  { place: "2.2 ScheduledMaintenance", fingerprint: "3f161ac13e01", clauses: ["2.2-scheduled-maintenances"] },
  {
    place: "2.2 ScheduledMaintenance id, name, status, impact",
    fingerprint: "d8641f452bce",
    clauses: [
      "2.2-scheduled-maintenance-id",
      "2.2-scheduled-maintenance-name",
      "2.2-scheduled-maintenance-status",
      "2.2-scheduled-maintenance-impact",
    ],
    open: ["3-status-values", "3-impact-values"],
  },
  {
    place: "2.2 ScheduledMaintenance created_at, updated_at",
    fingerprint: "cd6da2b8dd5b",
    clauses: ["2.2-scheduled-maintenance-created-at", "2.2-scheduled-maintenance-updated-at"],
  },
  {
    place: "2.2 ScheduledMaintenance resolved_at, monitoring_at",
    fingerprint: "996a906948ab",
    clauses: ["2.2-scheduled-maintenance-resolved-at", "2.2-scheduled-maintenance-monitoring-at"],
  },
  {
    place: "2.2 ScheduledMaintenance scheduled_for, scheduled_until",
    fingerprint: "1a3c4b15a0a9",
    clauses: ["2.2-scheduled-maintenance-scheduled-for", "2.2-scheduled-maintenance-scheduled-until"],
  },
  {
    place: "2.2 ScheduledMaintenance shortlink",
    fingerprint: "aa934186d9b4",
    clauses: ["2.2-scheduled-maintenance-shortlink"],
  },
  {
    place: "2.2 ScheduledMaintenance incident_updates",
    fingerprint: "6b89d4d23515",
    clauses: ["2.2-scheduled-maintenance-incident-updates"],
  },
  {
    place: "2.2 ScheduledMaintenance components",
    fingerprint: "25ca525050f9",
    clauses: ["2.2-scheduled-maintenance-components"],
  },
];
