// Bodies in the forms of pages of Atlassian Statuspage: recordings of www.githubstatus.com and status.claude.com, 2020
// to 2026, found as fixtures in kdlbs/kandev-plugin-github-status, crazy-max/ghaction-github-status and
// SamofPanini/quotabar. Names, ids and times are our own.
import { Hono } from "hono";
import type { Json } from "../../reference/json.ts";
import type { Change } from "./change.ts";
import { serve, type Served } from "./serve.ts";

const PAGE_ID = "pg0example00";

function component(index: number, more: Record<string, Json> = {}): Json {
  return {
    id: `cmp${index}`,
    name: `Service ${index}`,
    status: "operational",
    created_at: "2019-11-13T18:02:19.120Z",
    updated_at: "2026-08-07T02:10:00.000+01:00",
    position: index + 2,
    description: null,
    showcase: true,
    start_date: null,
    group_id: null,
    page_id: PAGE_ID,
    group: false,
    only_show_if_degraded: false,
    ...more,
  };
}

/** A component with a date for its start, one of a group, and the group with the ids of its members. */
const COMPONENTS: readonly Json[] = [
  component(1, { description: "Pushes and pulls", start_date: "2023-07-11" }),
  component(2, { status: "under_maintenance", group_id: "cmp3" }),
  component(3, { group: true, components: ["cmp2"] }),
];

function update(of: string, status: string): Json {
  return {
    id: `upd-${of}`,
    status,
    body: "We are looking into it.",
    incident_id: of,
    created_at: "2026-08-07T13:25:04.163Z",
    updated_at: "2026-08-07T13:25:04.163Z",
    display_at: "2026-08-07T13:25:04.163Z",
    affected_components: [
      { code: "cmp1", name: "Service 1", old_status: "operational", new_status: "partial_outage" },
    ],
    deliver_notifications: true,
    custom_tweet: null,
    tweet_id: null,
  };
}

const INCIDENT: Json = {
  id: "inc1",
  name: "Elevated errors",
  status: "monitoring",
  created_at: "2026-08-07T13:25:04.163Z",
  updated_at: "2026-08-07T21:45:27.699Z",
  monitoring_at: "2026-08-07T21:44:41.466Z",
  resolved_at: null,
  impact: "major",
  shortlink: "https://stspg.io/example",
  started_at: "2026-08-07T13:25:04.155Z",
  page_id: PAGE_ID,
  incident_updates: [update("inc1", "monitoring"), update("inc1", "identified")],
  components: [component(1, { start_date: "2023-07-11" })],
  reminder_intervals: "[]",
};

const MAINTENANCE: Json = {
  id: "mnt1",
  name: "Maintenance of the runners",
  status: "scheduled",
  created_at: "2026-08-05T09:00:00.000Z",
  updated_at: "2026-08-05T09:00:00.000Z",
  monitoring_at: null,
  resolved_at: null,
  impact: "maintenance",
  shortlink: "https://stspg.io/example2",
  started_at: "2026-08-05T09:00:00.000Z",
  page_id: PAGE_ID,
  incident_updates: [update("mnt1", "scheduled")],
  components: [component(2, { start_date: "2021-08-11" })],
  scheduled_for: "2026-08-09T02:00:00.000Z",
  scheduled_until: "2026-08-09T06:00:00.000Z",
};

/** Members stand in the order of the real pages. */
const SUMMARY: Json = {
  page: {
    id: PAGE_ID,
    name: "Example",
    url: "https://status.example.test",
    time_zone: "Etc/UTC",
    updated_at: "2026-08-07T21:45:27.699Z",
  },
  components: COMPONENTS,
  incidents: [INCIDENT],
  scheduled_maintenances: [MAINTENANCE],
  status: { indicator: "minor", description: "Partially Degraded Service" },
};

const HTML_404 = { status: 404, headers: { "content-type": "text/html; charset=utf-8" } };

/** Serves a status page on loopback: `summary` at `path`, and web pages elsewhere. */
async function servePage(
  path: string,
  summary: Json,
  change: Change = (_path, body) => body,
): Promise<Served> {
  const app = new Hono();
  app.get(path, (context) =>
    Response.json(change(context.req.path, summary), {
      headers: { "content-type": "application/json; charset=utf-8" },
    }),
  );
  app.notFound(() => new Response("<!DOCTYPE html><title>Not found</title>", HTML_404));
  return await serve(app);
}

/** A status page rebuilt from recordings. */
export const startStatuspage = async (change?: Change): Promise<Served> =>
  await servePage("/api/v2/summary.json", SUMMARY, change);

/** A compatible page in the form of status.openai.com (incident.io), found as a fixture in SamofPanini/quotabar. */
export const startIncidentIo = async (change?: Change): Promise<Served> =>
  await servePage("/api/v2/summary.json", INCIDENT_IO, change);

const INCIDENT_IO: Json = {
  page: {
    id: "01JAAAAAAAAAAAAAAAAAAAAAAA",
    name: "Example",
    url: "https://status.example.test/",
    updated_at: "2026-09-29T18:29:41Z",
  },
  status: { description: "All Systems Operational", indicator: "none" },
  components: [0, 1].map((position) => ({
    id: `01JBBBBBBBBBBBBBBBBBBBBBB${position}`,
    name: `Service ${position}`,
    status: "operational",
    created_at: "2025-02-25T01:32:55Z",
    updated_at: "2026-09-29T18:29:41Z",
    position,
    page_id: "01JAAAAAAAAAAAAAAAAAAAAAAA",
  })),
};

/** A compatible page in the form that the open-source server openstatus gives to the input of its own tests. */
export const startOpenstatus = async (change?: Change): Promise<Served> =>
  await servePage("/api/status/summary.json", OPENSTATUS, change);

const OPENSTATUS: Json = {
  page: { name: "Example", url: "https://example.openstatus.test", updated_at: "2026-06-19T11:00:00.000Z" },
  status: { indicator: "minor", description: "Degraded Performance" },
  components: [
    { name: "API", status: "major_outage" },
    { name: "CDN", status: "operational" },
  ],
  incidents: [
    {
      id: "1",
      name: "Latency",
      status: "investigating",
      updated_at: "2026-06-19T10:30:00.000Z",
      incident_updates: [
        { status: "investigating", body: "We are looking.", created_at: "2026-06-19T10:30:00.000Z" },
      ],
    },
  ],
  scheduled_maintenances: [
    {
      id: "5",
      name: "Upgrade",
      status: "scheduled",
      scheduled_for: "2026-06-20T00:00:00.000Z",
      scheduled_until: "2026-06-20T01:00:00.000Z",
    },
  ],
};
