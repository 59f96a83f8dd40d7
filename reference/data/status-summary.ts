import type { JsonObject } from "../json.ts";

const PAGE = "p7h2k9q4w1zx";

function component(id: string, name: string, members: JsonObject): JsonObject {
  const usual = {
    status: "operational",
    created_at: "2021-04-12T08:30:11.482Z",
    updated_at: "2024-02-03T17:05:00.000Z",
    description: null,
    group: false,
    group_id: null,
    only_show_if_degraded: false,
    position: 1,
    showcase: true,
    start_date: null,
    page_id: PAGE,
  };
  return { id, name, ...usual, ...members };
}

const NETWORK = component("c01network00", "Main network", {
  status: "partial_outage",
  description: "Consensus and gossip of the main network",
  group: true,
  start_date: "2021-04-12T00:00:00Z",
});

const QUERIES = component("c02queries00", "Ledger queries", {
  description: "REST answers",
  group_id: "c01network00",
  position: 2,
  showcase: false,
  start_date: "2022-11-30T23:59:59.123456+02:00",
});

const EXPLORER = component("c03explorer0", "Explorer", {
  status: "degraded_performance",
  only_show_if_degraded: true,
  position: 12,
});

function update(id: string, of: string, status: string, body: string, at: string): JsonObject {
  return { id, incident_id: of, status, body, created_at: at, updated_at: at, display_at: at };
}

const INCIDENT = {
  id: "i01slowquery",
  name: "Slow answers to ledger queries",
  status: "monitoring",
  impact: "minor",
  created_at: "2024-02-03T15:40:02.001Z",
  updated_at: "2024-02-03T16:55:47Z",
  resolved_at: null,
  monitoring_at: "2024-02-03T16:55:47Z",
  incident_updates: [
    update("u02", "i01slowquery", "monitoring", "A fix is in place.", "2024-02-03T16:55:47Z"),
    update("u01", "i01slowquery", "investigating", "We are looking into it.", "2024-02-03T15:40:02.001Z"),
  ],
  components: [QUERIES, EXPLORER],
};

const MAINTENANCE = {
  id: "m01upgrade00",
  name: "Upgrade of the main network",
  status: "scheduled",
  impact: "maintenance",
  created_at: "2024-01-28T09:00:00.000-05:00",
  updated_at: "2024-02-01T09:12:30.500Z",
  resolved_at: "2024-03-01T03:00:00Z",
  monitoring_at: null,
  scheduled_for: "2024-03-01T01:00:00Z",
  scheduled_until: "2024-03-01T03:00:00Z",
  shortlink: "https://status.example.test/m/upgrade?ref=summary#plan",
  incident_updates: [
    update("u11", "m01upgrade00", "scheduled", "Nodes restart one by one.", "2024-01-28T14:00:00.000Z"),
    update("u12", "m01upgrade00", "scheduled", "", "2024-02-01T09:12:30.500Z"),
  ],
  components: [NETWORK, QUERIES, EXPLORER],
};

/** The status page: one component, one incident and one maintenance, each of them a single object. */
export const STATUS_SUMMARY: JsonObject = {
  page: {
    id: PAGE,
    name: "Ledger status",
    url: "https://status.example.test/",
    time_zone: "Etc/UTC",
    updated_at: "2024-02-03T17:05:00.250Z",
  },
  status: { description: "Minor Service Outage", indicator: "minor" },
  components: NETWORK,
  incidents: INCIDENT,
  scheduled_maintenances: MAINTENANCE,
};
