// §1 to §9: the places of the contract, without its words
import { contractResult } from "./contract-result.ts";
import { contract } from "./contract.ts";
import { token } from "./token.ts";
import { topicMessage } from "./topic-message.ts";

/** Tables with one field per line, in the order of the schema, by the line of their first field. */
export const documentTables = {
  "2.3": { first: 75, record: token },
  "2.6": { first: 101, record: topicMessage },
  "2.7": { first: 116, record: contractResult },
  "2.8": { first: 158, record: contract },
} as const;

/**
 * Each other line of the contract that says something, by its number, with the facts that it holds. A field goes by its
 * name, behind the title of its record where that is not the main one of its section.
 */
export const documentLines = {
  "1": {
    7: "status API, status API summary, status API incidents shown",
    8: "ledger API",
    9: "verification API",
    10: "JSON responses, JSON requests",
  },
  "2.1": {
    16: "EntityId responses, EntityId requests",
    17: "Timestamp",
    18: "TimestampFilter form, TimestampFilter effect",
    19: "EntityIdFilter form, EntityIdFilter effect, EntityIdFilter short",
    20: "BalanceFilter form, BalanceFilter effect",
    21: "EvmAddress responses, EvmAddress requests",
    22: "error body",
    23: "links, links end",
  },
  "2.2": {
    27: "page, status, components, incidents, scheduled_maintenances, single objects",
    29: "the page",
    30: "page.id",
    31: "page.name",
    32: "page.url",
    33: "page.time_zone",
    34: "page.updated_at",
    36: "the status",
    37: "status.description",
    38: "status.indicator",
    40: "the component",
    41: "component.id, component.name, component.status",
    42: "component.created_at, component.updated_at",
    43: "component.description",
    44: "component.group",
    45: "component.group_id",
    46: "component.only_show_if_degraded",
    47: "component.position",
    48: "component.showcase",
    49: "component.start_date",
    50: "component.page_id",
    52: "the incident",
    53: "incident.id, incident.name, incident.status, incident.impact",
    54: "incident.created_at, incident.updated_at",
    55: "incident.resolved_at",
    56: "incident.monitoring_at",
    57: "incident.incident_updates",
    58: "incident.components",
    60: "the incident-update, incident-update.id, incident-update.incident_id, incident-update.status, incident-update.body, incident-update.created_at, incident-update.updated_at, incident-update.display_at",
    62: "the scheduled-maintenance",
    63: "scheduled-maintenance.id, scheduled-maintenance.name, scheduled-maintenance.status, scheduled-maintenance.impact",
    64: "scheduled-maintenance.created_at, scheduled-maintenance.updated_at",
    65: "scheduled-maintenance.resolved_at, scheduled-maintenance.monitoring_at",
    66: "scheduled-maintenance.scheduled_for, scheduled-maintenance.scheduled_until",
    67: "scheduled-maintenance.shortlink",
    68: "scheduled-maintenance.incident_updates",
    69: "scheduled-maintenance.components",
  },
  "2.3": {
    83: "other types",
    84: "shape of admin_key",
  },
  "2.4": {
    88: "timestamp, balances, links, links.next",
    89: "balance.account, balance.balance, balance.decimals",
    90: "one token, across accounts",
  },
  "2.5": {
    94: "fees, timestamp",
    95: "fee.gas, fee.transaction_type",
  },
  "2.6": {
    101: "chunk-info.initial_transaction_id, chunk-info.nonce, chunk-info.number, chunk-info.total, chunk-info.scheduled",
  },
  "2.7": {
    112: "hex",
    142: "status meaning",
    151: "log.address, log.bloom, log.contract_id, log.data, log.index, log.topics",
    152: "state-change.address, state-change.contract_id, state-change.slot, state-change.value_read, state-change.value_written",
  },
  "2.8": {
    158: "admin-key._type, admin-key.key",
    172: "timestamp.from, timestamp.to, timestamp range",
  },
  "2.9": {
    178: "contracts, unused",
    179: "contract.verificationId, contract.compiledPath, contract.name, contract.compilerVersion, contract.address, contract.chainId, contract.status, contract.files, files.found, files.missing, contract.storageTimestamp",
    181: "result, result-entry.address, result-entry.chainId, result-entry.status, result-entry.message, result-entry.libraryMap",
    182: "inside libraryMap",
  },
  "3": {
    186: "status page strings, status page groups, status page times",
    187: "contract result",
    188: "contract",
    189: "verification",
    190: "values",
    191: "transitions",
  },
  "4": {
    195: "GET without a body, status 200, JSON body",
  },
  "4.1": {
    199: "end, pages",
    200: "form of next",
  },
  "4.2": {
    204: "path",
    205: "response",
  },
  "4.3": {
    209: "path",
    210: "tokenId",
    211: "response, sorted",
    212: "parameter names",
    216: "balance form, balance effect, balance optional",
    217: "accountId form, accountId effect",
    218: "publicKey effect",
    219: "limit form, limit effect",
    220: "order form, order effect",
    221: "timestamp form, timestamp effect",
  },
  "4.4": {
    225: "path",
    226: "response, tokens, links, links.next",
    227: "all optional",
    231: "accountId form, accountId effect",
    232: "tokenId form, tokenId effect",
    233: "name form, name effect, name beside an id, name pages, name order, name beside others",
    234: "limit form, limit effect",
    235: "order form, order effect",
    236: "publicKey effect",
    238: "parameter names",
  },
  "4.5": {
    242: "path",
    243: "response, gas per type, three types, default order",
    244: "order form, order effect, timestamp form, timestamp effect, parameter names",
  },
  "4.6": {
    248: "path",
    249: "timestamp form, timestamp identity",
    250: "response, missing",
  },
  "4.7": {
    254: "path",
    255: "hash, transaction id",
    256: "nonce form, nonce default, nonce effect, nonce repeated",
    257: "response",
  },
  "4.8": {
    261: "path",
    262: "contractIdOrAddress form, contractIdOrAddress identity",
    263: "timestamp optional, timestamp form, timestamp effect, timestamp repeated",
    264: "response",
  },
  "4.9": {
    268: "path",
    269: "request header",
    270: "body, address, chainId, apiKey",
    271: "response",
  },
  "4.10": {
    275: "path",
    276: "request header",
    277: "body, address, chainId, apiKey",
    278: "response, checked or published",
  },
  "4.11": {
    282: "chainId, apiKey",
  },
  "5": {
    286: "status API",
    287: "apiKey",
    288: "other services",
  },
  "6": {
    292: "events",
  },
  "7": {
    296: "error body",
    297: "parameter error",
    298: "transaction id error",
    299: "missing fees, missing message, missing elsewhere",
    300: "signature files",
    301: "documented errors",
    302: "status codes",
    303: "other error bodies",
  },
  "8": {
    309: "item count",
    310: "name length",
    311: "nonce range, nonce default",
    312: "fee types",
    313: "entity id parts",
    314: "timestamp",
    316: "requests, default page size",
  },
  "9": {
    320: "status API path, status API description",
    321: "ledger API path",
    322: "verification API path",
    323: "deprecation",
  },
} as const;
