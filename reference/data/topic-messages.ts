import type { TopicMessage } from "../dataset.ts";
import { base64 } from "./made-up.ts";

// Instants whose nanoseconds tell a fraction of a second from a count of nanoseconds.
const INSTANTS = [
  "1.000000001",
  "999999999.999999999",
  "1000000000.000000000",
  "1699999999.999999999",
  "1700000000.000000000",
  "1700000000.000000005",
  "1700000000.000000050",
  "1700000000.050000000",
  "1700000000.500000000",
  "1700000001.000000001",
  "1700000002.123456789",
  "1700000003.100000000",
  "1700000004.010000000",
  "4294967296.000000007",
] as const;

function message(instant: string, index: number): TopicMessage {
  const total = 1 + (index % 3);
  const [seconds = "0"] = instant.split(".");
  return {
    chunk_info: {
      initial_transaction_id: `0.0.${[9, 1001, 44_001][index % 3] ?? 9}-${seconds}-${String(index * 7).padStart(9, "0")}`,
      nonce: index % 4 === 3 ? index : 0,
      number: 1 + (index % total),
      total,
      scheduled: index % 5 === 4,
    },
    consensus_timestamp: instant,
    message: index === 2 ? "" : base64(`message/${index}`, 5 + index * 11),
    payer_account_id: `0.0.${[9, 1001, 44_001][index % 3] ?? 9}`,
    running_hash: base64(`running/${index}`, 48),
    running_hash_version: 1 + (index % 3),
    sequence_number: index + 1,
    topic_id: `0.0.${index < 7 ? 7_001 : 70_010}`,
  };
}

/** The messages of two topics, oldest first. */
export function topicMessages(): readonly TopicMessage[] {
  return INSTANTS.map(message);
}
