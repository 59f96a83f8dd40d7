// §3: values of states, and what leads from one to another
import { open } from "../../engine/clauses/clause.ts";
import type { JsonObject } from "../../engine/message/classify.ts";
import type { Answer } from "../../engine/model/exchange.ts";
import {
  distinct,
  recordsIn,
  shown,
  successIn,
  valuesOf,
  verificationEntries,
  type Observed,
} from "./seen.ts";

/** The records of a summary that have a state, by the word for their kind. */
function kindsIn(reply: Answer): Readonly<Record<string, readonly JsonObject[]>> {
  const body = successIn(reply);
  const [incidents, maintenances] = [recordsIn(body, "incidents"), recordsIn(body, "scheduled_maintenances")];
  return {
    component: recordsIn(body, "components"),
    incident: incidents,
    maintenance: maintenances,
    update: [...incidents, ...maintenances].flatMap((record) => recordsIn(record, "incident_updates")),
  };
}

function statesIn(reply: Answer, member: string): Observed {
  return distinct(
    Object.entries(kindsIn(reply)).flatMap(([kind, records]) =>
      valuesOf(records, member).map((value) => `${kind}: ${value}`),
    ),
  );
}

export const statuses = open({
  id: "3-status-values",
  endpoint: "statusSummary",
  statement: "which values the status of a component, incident, update or maintenance has",
  cites: [
    "2.2 component.status",
    "2.2 incident.status",
    "2.2 incident-update.status",
    "2.2 scheduled-maintenance.status",
    "3 values",
  ],
  assumes: "any text is a status",
  observe: (reply) => statesIn(reply, "status"),
});

export const impacts = open({
  id: "3-impact-values",
  endpoint: "statusSummary",
  statement: "which values the impact of an incident or maintenance has",
  cites: ["2.2 incident.impact", "2.2 scheduled-maintenance.impact", "3 values"],
  assumes: "any text is an impact",
  observe: (reply) => statesIn(reply, "impact"),
});

export const indicators = open({
  id: "3-indicator-values",
  endpoint: "statusSummary",
  statement: "which values the indicator of the overall status has",
  cites: ["2.2 status.indicator", "3 values"],
  assumes: "any text is an indicator",
  observe: (reply) => valuesOf(recordsIn(successIn(reply), "status"), "indicator"),
});

export const results = open({
  id: "3-result-names",
  endpoint: "contractResult",
  statement: "which names stand in result, which of them mean success",
  cites: ["2.7 result", "2.7 status meaning", "3 contract result", "3 values"],
  assumes: "any text is a result; one name never goes with both 0x1 and 0x0",
  observe: (reply) => {
    const body = successIn(reply);
    return body === undefined ? [] : distinct([`${shown(body["result"])} with ${shown(body["status"])}`]);
  },
});

export const verificationStatuses = open({
  id: "3-verification-statuses",
  statement: "which values the status of a verification has",
  cites: ["3 values"],
  assumes: "any text is a status",
  observe: (reply) => valuesOf(verificationEntries(reply), "status"),
});

export const transitions = open({
  id: "3-transitions",
  statement: "what leads from one status, indicator or impact to another",
  cites: ["3 transitions"],
  assumes: "anything may follow anything",
});
