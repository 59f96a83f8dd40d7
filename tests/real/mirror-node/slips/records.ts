// Slips in the single records of a mirror node
import { isObject } from "../../../../reference/json.ts";
import { contracts, executions } from "../data.ts";
import { NOT_FOUND, type Answer } from "../query.ts";
import {
  answering,
  failing,
  isAt,
  member,
  messageOf,
  reading,
  refusals,
  renamed,
  showing,
  TIME,
  unchecked,
  without,
  text,
  type Slip,
} from "./making.ts";

const MESSAGES: readonly Slip[] = [
  {
    name: "the message of the second",
    endpoint: "topicMessage",
    asked: (asked) =>
      isAt("topicMessage", asked)
        ? {
            ...asked,
            steps: asked.steps.map((step) =>
              step === "1700000014.000000001" ? "1700000014.000000002" : step,
            ),
          }
        : asked,
  },
  showing(
    "the topic is null",
    "topicMessage",
    member("topic_id", () => null),
  ),
  showing("sequence number as text", "topicMessage", member("sequence_number", text)),
  showing("running hash renamed", "topicMessage", renamed("running_hash", "runningHash")),
  answering("another message where there is none", "topicMessage", (answer) =>
    answer.status === 404 ? { ...answer, body: messageOf("Message not found") } : answer,
  ),
  answering("two messages where there is none", "topicMessage", (answer) =>
    answer.status === 404
      ? { ...answer, body: { _status: { messages: [{ message: "Not found" }, { message: "x" }] } } }
      : answer,
  ),
  answering(
    "a malformed time is not found",
    "topicMessage",
    refusals(() => NOT_FOUND.answer),
  ),
  answering("500 for chunked messages", "topicMessage", (answer) =>
    isObject(answer.body) && isObject(answer.body["chunk_info"]) ? failing(500) : answer,
  ),
];

const ANY_RESULT = executions[0]?.record ?? null;
const ANY_CONTRACT = contracts[0] ?? null;
const KNOWN = executions.map(({ record }) => record.hash.slice(2));

const isEthereum = ({ body }: Answer): boolean => isObject(body) && typeof body["type"] === "number";

/** Digits behind or before the 64 of a hash are lost. */
const padded = (name: string): string => {
  const digits = name.replace(/^0x/i, "");
  return KNOWN.find((hash) => hash.startsWith(digits.slice(0, 60))) ?? name;
};

const RESULTS: readonly Slip[] = [
  reading("nonce ignored", "contractResult", without("nonce")),
  reading("the first nonce counts", "contractResult", (query) => query.slice(0, 1)),
  reading("nonce not checked", "contractResult", unchecked("nonce", /^\d{1,9}$/, "0")),
  showing("status of failures is 0x1", "contractResult", (body) => ({
    ...body,
    status: body["error_message"] === null || text(body["timestamp"]).endsWith("4") ? "0x1" : "0x0",
  })),
  showing("gas used as text", "contractResult", member("gas_used", text)),
  showing(
    "logs are null",
    "contractResult",
    member("logs", () => null),
  ),
  showing(
    "address always null",
    "contractResult",
    member("address", () => null),
  ),
  showing("amount absent", "contractResult", ({ amount: _amount, ...body }) => body),
  showing(
    "hash without 0x",
    "contractResult",
    member("hash", (old) => text(old).slice(2)),
  ),
  showing(
    "the block hash is no hex",
    "contractResult",
    member("block_hash", () => "none"),
  ),
  answering("always 206", "contractResult", (answer) =>
    answer.status === 200 ? { ...answer, status: 206 } : answer,
  ),
  answering("500 for Ethereum transactions", "contractResult", (answer) =>
    isEthereum(answer) ? failing(500) : answer,
  ),
  answering("503 for Ethereum transactions", "contractResult", (answer) =>
    isEthereum(answer) ? failing(503) : answer,
  ),
  {
    name: "hashes by their beginning alone",
    endpoint: "contractResult",
    asked: (asked) =>
      isAt("contractResult", asked)
        ? {
            ...asked,
            steps: asked.steps.map((step) => (/^(?:0x)?[0-9a-f]{62,66}$/i.test(step) ? padded(step) : step)),
          }
        : asked,
  },
  answering("another record where there is none", "contractResult", (answer, { steps }) =>
    answer.status === 404 && steps[2]?.startsWith("0x") === true ? { status: 200, body: ANY_RESULT } : answer,
  ),
];

const CONTRACTS: readonly Slip[] = [
  reading("time ignored", "contract", without("timestamp")),
  reading("time not checked", "contract", unchecked("timestamp", TIME, "gte:0")),
  answering("503 at any time", "contract", (answer, { query }) => (query.length > 0 ? failing(503) : answer)),
  showing("the id is that of a neighbour", "contract", (body) =>
    body["contract_id"] === "0.0.8008" ? { ...body, contract_id: "0.0.8007" } : body,
  ),
  {
    name: "an address finds another contract",
    endpoint: "contract",
    asked: (asked) =>
      isAt("contract", asked) && asked.steps[1]?.startsWith("0x") === true
        ? { ...asked, steps: ["contracts", "8002"] }
        : asked,
  },
  {
    name: "addresses in upper case are not found",
    endpoint: "contract",
    answered: (answer, asked) =>
      isAt("contract", asked) && /[A-F]/.test(asked.steps[1] ?? "") ? NOT_FOUND.answer : answer,
  },
  {
    name: "a short id is not found",
    endpoint: "contract",
    answered: (answer, asked) =>
      isAt("contract", asked) && /^\d+$/.test(asked.steps[1] ?? "") ? NOT_FOUND.answer : answer,
  },
  showing("deleted is a text", "contract", member("deleted", text)),
  showing(
    "the memo is null",
    "contract",
    member("memo", () => null),
  ),
  showing(
    "the range is a list",
    "contract",
    member("timestamp", (old) => (isObject(old) ? [old["from"] ?? null, old["to"] ?? null] : [])),
  ),
  showing(
    "numbers of associations are large",
    "contract",
    member("max_automatic_token_associations", () => 2 ** 40),
  ),
  answering("200 with an empty object where there is none", "contract", (answer) =>
    answer.status === 404 ? { status: 200, body: ANY_CONTRACT } : answer,
  ),
  answering("500 for deleted contracts", "contract", (answer) =>
    isObject(answer.body) && answer.body["deleted"] === true ? failing(500) : answer,
  ),
  answering("malformed ids find something", "contract", (answer) =>
    answer.status === 400 ? { status: 200, body: ANY_CONTRACT } : answer,
  ),
];

export const recordSlips: readonly Slip[] = [...MESSAGES, ...RESULTS, ...CONTRACTS];
