// §2, §3: values and meanings of fields that the document does not settle, and how bodies are written
import { left, shown } from "../../engine/clauses/left.ts";
import * as tell from "./tell.ts";

export const writing = [
  left("2-extra-members", "whether an object has members that the document does not name")
    .cites("2.3 decimals")
    .assumes("members beside the named ones are welcome anywhere")
    .told(({ succeeds, more }) => succeeds && more),
  left("2-integer-writing", "whether an integer is written with a decimal point or an exponent")
    .cites("2.3 decimals")
    .assumes("1.0 and 1e2 are integers")
    .told(({ exact }) => exact?.odd.map((digits) => `written as ${digits}`)),
  left("2-member-given-twice", "whether an object may give a member twice, with another value each time")
    .cites("1 JSON responses")
    .assumes("a member counts with its last value")
    .told(({ exact }) => exact?.duplicates.map((name) => `twice: ${shown(name)}`)),
  left("2.1-timestamp-decimals", "how many decimals a Timestamp has, what fewer than nine of them mean")
    .cites("2.1 Timestamp", "8 timestamp")
    .assumes(
      "none to nine decimals are fine; identity is tested for nine, and for the form that the service writes",
    )
    .shows(tell.decimals, "timestamp consensus_timestamp created_timestamp expiration_timestamp"),
  left("2.1-date-time-writing", "how many decimals a date-time has, how its offset is written")
    .cites("2.2 page.updated_at")
    .assumes("any fraction of a second and any offset is fine")
    .shows(
      tell.tail,
      ["page", "components", "incidents", "scheduled_maintenances"]
        .map((member) => `${member}.created_at ${member}.updated_at ${member}.resolved_at`)
        .join(" "),
    ),
  left("2.1-shard-and-realm", "which shards or realms are in use, which of them a short id stands for")
    .cites("2.1 EntityIdFilter short")
    .assumes("an id without shard and realm has those of the service's own records")
    .shows(tell.home, "tokens.token_id balances.account"),
];

export const fields = [
  left("2.2-relations", "how page_id, group_id, incident_id, positions, names relate to one another")
    .cites(
      "2.2 component.group",
      "2.2 component.group_id",
      "2.2 component.position",
      "2.2 component.page_id",
      "2.2 incident-update.incident_id",
    )
    .assumes("any values are fine"),
  left("2.3-token-types", "which values a token's type has beside FUNGIBLE_COMMON")
    .cites("2.3 type", "2.3 other types")
    .assumes("any text is a type")
    .shows(shown, "tokens.type"),
  left("2.3-admin-key-shape", "what a token's admin_key looks like that is not null")
    .cites("2.3 admin_key", "2.3 shape of admin_key")
    .assumes("any object is an admin_key")
    .shows(tell.membersOf, "tokens.admin_key"),
  left(
    "2.4-balance-range",
    "how large a balance may be, whether negative, how it relates to the token's supply",
  )
    .cites("2.4 balance.balance", "2.4 one token")
    .assumes("any integer is a balance, compared exactly")
    .shows(tell.range, "balances.balance"),
  left("2.5-gas-amounts", "how gas is estimated, how large it may be, whether a type is listed twice")
    .cites("2.5 fee.gas", "4.5 gas per type")
    .assumes("any integer is an amount of gas")
    .shows(shown, "fees.transaction_type"),
  left("2.6-encodings", "how message, running_hash are encoded, which digits initial_transaction_id has")
    .cites("2.6 chunk-info.initial_transaction_id", "2.6 message", "2.6 running_hash")
    .assumes("any text is fine; base64 is not checked")
    .shows(tell.encoding, "message running_hash"),
  left("2.7-hex-writing", "which case, how many digits come behind 0x, whether 0x may stand alone")
    .cites("2.7 hex")
    .assumes("letters of either case, an odd count of digits and 0x alone are hex")
    .shows(tell.hexWriting, "address block_hash bloom call_result function_parameters hash r s"),
  left("2.7-from-to-prefix", "whether from, to carry 0x")
    .cites("2.1 EvmAddress responses", "2.7 from", "2.7 to")
    .assumes("0x may be missing")
    .shows(tell.prefix, "from to"),
  left("2.7-log-text", "whether address, bloom of a log or address of a state change are hex")
    .cites("2.7 hex", "2.7 log.address", "2.7 log.bloom", "2.7 state-change.address")
    .assumes("they are plain text")
    .shows(tell.prefix, "logs.address logs.bloom state_changes.address"),
  left("2.7-chain-ids", "which values a contract result's chain_id has")
    .cites("2.7 chain_id")
    .assumes("any hex, or null")
    .shows(shown, "chain_id"),
  left("2.7-meanings", "what amounts, heights, positions mean, how they relate, whether one may be negative")
    .cites(
      "2.7 amount",
      "2.7 block_gas_used",
      "2.7 block_number",
      "2.7 created_contract_ids",
      "2.7 error_message",
      "2.7 gas_consumed",
      "2.7 gas_limit",
      "2.7 gas_used",
      "2.7 nonce",
      "2.7 transaction_index",
      "2.7 v",
    )
    .assumes("any integer of the given width is fine")
    .shows(tell.range, "amount block_number gas_consumed gas_limit gas_used transaction_index"),
  left("2.8-bytecode-prefix", "whether the bytecodes or the EVM address carry 0x")
    .cites("2.8 evm_address", "2.8 bytecode", "2.8 runtime_bytecode")
    .assumes("hex, with 0x or without")
    .shows(tell.prefix, "bytecode runtime_bytecode evm_address"),
  left("2.8-key-types", "which _type a contract's admin_key has, what the keys look like")
    .cites("2.8 admin-key._type", "2.8 admin-key.key")
    .assumes("any text is a type of key")
    .shows(shown, "admin_key._type"),
  left("2.9-library-map", "what is in libraryMap")
    .cites("2.9 inside libraryMap")
    .assumes("any object is fine")
    .shows(tell.membersOf, "result.libraryMap"),
  left("2.9-address-writing", "how addresses or chain ids are written in the response to a verification")
    .cites("2.9 contract.address", "2.9 result-entry.address", "4.10 checked or published")
    .assumes("with 0x or without, in letters of either case")
    .shows(tell.prefix, "contracts.address contracts.chainId result.address result.chainId"),
];

export const states = [
  left("1-incidents-shown", "whether the summary also shows incidents or maintenances that are over")
    .cites("1 status API incidents shown")
    .assumes("incidents that are over may be shown or left out")
    .shows(tell.notNull, "incidents.resolved_at scheduled_maintenances.resolved_at"),
  left("3-status-values", "which values the status of a component, incident, update or maintenance has")
    .cites(
      "2.2 component.status",
      "2.2 incident.status",
      "2.2 incident-update.status",
      "2.2 scheduled-maintenance.status",
      "3 values",
    )
    .assumes("any text is a status")
    .shows(
      tell.pair,
      "components.status incidents.status incidents.incident_updates.status " +
        "scheduled_maintenances.status scheduled_maintenances.incident_updates.status",
    ),
  left("3-impact-values", "which values the impact of an incident or maintenance has")
    .cites("2.2 incident.impact", "2.2 scheduled-maintenance.impact", "3 values")
    .assumes("any text is an impact")
    .shows(tell.pair, "incidents.impact scheduled_maintenances.impact"),
  left("3-indicator-values", "which values the indicator of the overall status has")
    .cites("2.2 status.indicator", "3 values")
    .assumes("any text is an indicator")
    .shows(shown, "status.indicator"),
  left("3-result-names", "which names stand in result, which of them mean success")
    .cites("2.7 result", "2.7 status meaning", "3 contract result", "3 values")
    .assumes("any text is a result; one name never goes with both 0x1 and 0x0")
    .of("contractResult")
    .shows(tell.pair, "result status"),
  left("3-verification-statuses", "which values the status of a verification has")
    .cites("3 values")
    .assumes("any text is a status")
    .shows(shown, "contracts.status result.status"),
  left("3-transitions", "what leads from one status, indicator or impact to another")
    .cites("3 transitions")
    .assumes("anything may follow anything"),
];
