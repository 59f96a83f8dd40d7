import { createServer } from "node:http";

const port = process.env.PORT ?? 8080;

function handle(url) {
  if (url.pathname === "/api/v1/network/fees") {
    return fees(url.searchParams);
  }
  if (url.pathname.startsWith(MESSAGES_PATH)) {
    return topicMessage(url.pathname.slice(MESSAGES_PATH.length));
  }
  return [404, { error: "no such path" }];
}

const FEES = [
  { gas: 853000, transaction_type: "ContractCall" },
  { gas: 1294000, transaction_type: "ContractCreate" },
  { gas: 561000, transaction_type: "EthereumTransaction" },
];

const FEES_TIMESTAMP = "1700000000.000000001";

function fees(parameters) {
  const order = parameters.get("order") ?? "asc";
  if (order !== "asc" && order !== "desc") {
    return error(400, "Invalid parameter: order");
  }
  const timestamp = parameters.get("timestamp");
  if (timestamp !== null && !TIMESTAMP_FILTER.test(timestamp)) {
    return error(400, "Invalid parameter: timestamp");
  }
  if (timestamp !== null && !matches(FEES_TIMESTAMP, timestamp)) {
    return error(404, "Not found");
  }
  const direction = order === "desc" ? -1 : 1;
  const sorted = FEES.toSorted((a, b) => direction * (a.gas - b.gas));
  return [200, { fees: sorted, timestamp: FEES_TIMESTAMP }];
}

const TIMESTAMP_FILTER = /^((eq|gt|gte|lt|lte|ne):)?\d{1,10}(\.\d{1,9})?$/;

function error(status, message) {
  return [status, { _status: { messages: [{ message }] } }];
}

function nanoseconds(timestamp) {
  const [seconds, decimals = ""] = timestamp.split(".");
  return BigInt(seconds) * 1_000_000_000n + BigInt(decimals.padEnd(9, "0"));
}

function matches(timestamp, filter) {
  const [bound, operator = "eq"] = filter.split(":").toReversed();
  const [a, b] = [nanoseconds(timestamp), nanoseconds(bound)];
  return { eq: a === b, ne: a !== b, gt: a > b, gte: a >= b, lt: a < b, lte: a <= b }[operator];
}

const MESSAGES_PATH = "/api/v1/topics/messages/";

const MESSAGE = {
  chunk_info: {
    initial_transaction_id: "0.0.98-1700000000-000000000",
    nonce: 0,
    number: 1,
    total: 1,
    scheduled: false,
  },
  consensus_timestamp: "1700000000.000000001",
  message: "aGVsbG8=",
  payer_account_id: "0.0.98",
  running_hash: "3f1a",
  running_hash_version: 3,
  sequence_number: 1,
  topic_id: "0.0.7001",
};

function topicMessage(timestamp) {
  if (!/^\d{1,10}(\.\d{1,9})?$/.test(timestamp)) {
    return error(400, "Invalid parameter: timestamp");
  }
  const exists = nanoseconds(timestamp) === nanoseconds(MESSAGE.consensus_timestamp);
  return exists ? [200, MESSAGE] : error(404, "Not found");
}

createServer((request, response) => {
  const [status, body] = handle(new URL(request.url, `http://${request.headers.host}`));
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}).listen(port, () => console.log(`http://localhost:${port}`));
