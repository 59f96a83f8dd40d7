import type { Ask } from "../exchange.ts";
import { cellFaults, type Cell } from "./tables.ts";
import * as as from "./kinds.ts";

const byHash = ({ param }: Ask) => !param.includes("-");
const byTransaction = ({ param }: Ask) => param.includes("-");
const byAddress = ({ param }: Ask) => /[0-9a-f]{40}$/i.test(param);
const byId = (ask: Ask) => !byAddress(ask);

const FEES: readonly Cell[] = [
  ["2.5-fees", "/fees", as.asObject],
  ["2.5-timestamp", "/timestamp", as.missing],
  ["2.5-timestamp", "/timestamp", as.trailingDot],
  ["2.5-fee-gas", "/fees/*/gas", as.asText],
  ["2.5-fee-gas", "/fees/-1/gas", as.fraction],
  ["2.5-fee-transaction-type", "/fees/-1/transaction_type", as.missing],
];

const MESSAGE: readonly Cell[] = [
  ["2.6-chunk-info", "/chunk_info", as.nulled],
  ["2.6-chunk-info-initial-transaction-id", "/chunk_info/initial_transaction_id", as.asObject],
  ["2.6-chunk-info-initial-transaction-id", "/chunk_info/initial_transaction_id", as.twoParts],
  ["2.6-chunk-info-nonce", "/chunk_info/nonce", as.missing],
  ["2.6-chunk-info-number", "/chunk_info/number", as.asText],
  ["2.6-chunk-info-total", "/chunk_info/total", as.nulled],
  ["2.6-chunk-info-scheduled", "/chunk_info/scheduled", as.missing],
  ["2.6-consensus-timestamp", "/consensus_timestamp", as.asNumber],
  ["2.6-message", "/message", as.nulled],
  ["2.6-payer-account-id", "/payer_account_id", as.twoParts],
  ["2.6-running-hash", "/running_hash", as.missing],
  ["2.6-running-hash-version", "/running_hash_version", as.asText],
  ["2.6-sequence-number", "/sequence_number", as.fraction],
  ["2.6-topic-id", "/topic_id", as.elevenDigits],
];

const RESULT: readonly Cell[] = [
  ["2.7-access-list", "/access_list", as.asList],
  ["2.7-address", "/address", as.nulled],
  ["2.7-amount", "/amount", as.rounded],
  ["2.7-amount", "/amount", as.belowInt64],
  ["2.7-block-gas-used", "/block_gas_used", as.aboveInt64],
  ["2.7-block-hash", "/block_hash", as.unprefixed],
  ["2.7-block-number", "/block_number", as.asText],
  ["2.7-bloom", "/bloom", as.missing],
  ["2.7-call-result", "/call_result", as.notHex],
  ["2.7-chain-id", "/chain_id", as.asNumber],
  ["2.7-contract-id", "/contract_id", as.elevenDigits],
  ["2.7-created-contract-ids", "/created_contract_ids", as.missing],
  ["2.7-created-contract-ids", "/created_contract_ids/-1", as.twoParts],
  ["2.7-error-message", "/error_message", as.missing],
  ["2.7-failed-initcode", "/failed_initcode", as.nulled],
  ["2.7-from", "/from", as.shortAddress],
  ["2.7-function-parameters", "/function_parameters", as.base64],
  ["2.7-gas-consumed", "/gas_consumed", as.missing],
  ["2.7-gas-limit", "/gas_limit", as.nulled],
  ["2.7-gas-price", "/gas_price", as.asNumber],
  ["2.7-gas-used", "/gas_used", as.fraction],
  ["2.7-hash", "/hash", as.base64, byTransaction],
  ["2.7-max-fee-per-gas", "/max_fee_per_gas", as.asNumber],
  ["2.7-max-priority-fee-per-gas", "/max_priority_fee_per_gas", as.unprefixed],
  ["2.7-nonce", "/nonce", as.asText],
  ["2.7-r", "/r", as.missing],
  ["2.7-s", "/s", as.notHex],
  ["2.7-result", "/result", as.asNumber],
  ["2.7-status", "/status", as.missing],
  ["2.7-timestamp", "/timestamp", as.isoTime],
  ["2.7-to", "/to", as.longAddress],
  ["2.7-transaction-index", "/transaction_index", as.aboveInt64],
  ["2.7-type", "/type", as.asText],
  ["2.7-v", "/v", as.asText],
  ["2.7-logs", "/logs", as.nulled],
  ["2.7-state-changes", "/state_changes", as.missing],
  ["2.7-log-address", "/logs/-1/address", as.nulled],
  ["2.7-log-bloom", "/logs/*/bloom", as.missing],
  ["2.7-log-contract-id", "/logs/*/contract_id", as.nulled],
  ["2.7-log-data", "/logs/-1/data", as.unprefixed],
  ["2.7-log-index", "/logs/*/index", as.asText],
  ["2.7-log-topics", "/logs/-1/topics/-1", as.unprefixed],
  ["2.7-log-topics", "/logs/0/topics", as.nulled],
  ["2.7-state-change-address", "/state_changes/*/address", as.missing],
  ["2.7-state-change-contract-id", "/state_changes/-1/contract_id", as.twoParts],
  ["2.7-state-change-slot", "/state_changes/*/slot", as.asNumber],
  ["2.7-state-change-value-read", "/state_changes/-1/value_read", as.notHex],
  ["2.7-state-change-value-written", "/state_changes/-1/value_written", as.nulled],
];

const CONTRACT: readonly Cell[] = [
  ["2.8-admin-key", "/admin_key", as.nulled],
  ["2.8-admin-key-type", "/admin_key/_type", as.missing],
  ["2.8-admin-key-key", "/admin_key/key", as.nulled],
  ["2.8-auto-renew-account", "/auto_renew_account", as.emptyText],
  ["2.8-auto-renew-period", "/auto_renew_period", as.aboveInt64],
  ["2.8-contract-id", "/contract_id", as.missing, byAddress],
  ["2.8-created-timestamp", "/created_timestamp", as.elevenSeconds],
  ["2.8-deleted", "/deleted", as.nulled],
  ["2.8-evm-address", "/evm_address", as.shortAddress, byId],
  ["2.8-expiration-timestamp", "/expiration_timestamp", as.missing],
  ["2.8-file-id", "/file_id", as.asNumber],
  ["2.8-max-automatic-token-associations", "/max_automatic_token_associations", as.aboveInt32],
  ["2.8-max-automatic-token-associations", "/max_automatic_token_associations", as.belowInt32],
  ["2.8-memo", "/memo", as.nulled],
  ["2.8-obtainer-id", "/obtainer_id", as.missing],
  ["2.8-permanent-removal", "/permanent_removal", as.asText],
  ["2.8-proxy-account-id", "/proxy_account_id", as.fourParts],
  ["2.8-timestamp", "/timestamp", as.asText],
  ["2.8-timestamp-from", "/timestamp/from", as.tenDecimals],
  ["2.8-timestamp-to", "/timestamp/to", as.nulled],
  ["2.8-bytecode", "/bytecode", as.base64],
  ["2.8-runtime-bytecode", "/runtime_bytecode", as.missing],
];

/** Spoilt cells of the records that stand alone (2.5 to 2.8). */
export const recordCellFaults = [
  ...cellFaults("networkFees", "fees", FEES),
  ...cellFaults("topicMessage", "message", MESSAGE),
  ...cellFaults("contractResult", "result", RESULT),
  ...cellFaults("contractResult", "result-by-hash", [
    ["2.7-timestamp", "/timestamp", as.tenDecimals, byHash],
  ]),
  ...cellFaults("contract", "contract", CONTRACT),
];
