// §1 to §9: behaviour that the contract does not specify, in the order of the contract
import type { UnspecifiedBehaviour } from "../engine/clauses/clause.ts";
import * as observations from "../engine/clauses/observations.ts";

/** A run makes the assumption. `observe` describes the behaviour that a response shows; with `warning`, it fails a strict run. */
export const unspecified: readonly UnspecifiedBehaviour[] = [
  {
    id: "1-incidents-shown",
    statement: "whether the summary includes resolved incidents and completed maintenances",
    assumption: "resolved incidents may be included or omitted",
    contract: [7],
  },
  {
    id: "2-extra-members",
    statement: "additional members of objects",
    assumption: "any object, including an error body, may have additional members",
    contract: [76, 296],
    observe: observations.extraMembers,
  },
  {
    id: "2-number-writing",
    statement: "the notation of integers (1.0, 1e2), and duplicate members",
    assumption: "1.0 and 1e2 are integers; if a member occurs twice, the last value counts",
    contract: [76, 10],
  },
  {
    id: "2.1-timestamp-decimals",
    statement: "the number of decimals of a Timestamp, and the meaning of fewer than nine",
    assumption:
      "zero to nine decimals; identity is tested with nine decimals and with the form that the service returns",
    contract: [17, 314],
    observe: observations.timestampDecimals,
  },
  {
    id: "2.1-date-time-writing",
    statement: "the number of decimals and the offset of a date-time",
    assumption: "any fraction of a second and any offset",
    contract: [34],
  },
  {
    id: "2.1-shard-and-realm",
    statement: "the shards and realms in use, and those that a short id denotes",
    assumption:
      "an id without shard and realm has the shard and realm of the records that the service returns",
    contract: [19],
  },
  {
    id: "2.2-relations",
    statement: "relations between page_id, group_id, incident_id, positions and names",
    assumption: "any values",
    contract: [45, 47, 50],
  },
  {
    id: "2.3-admin-key-shape",
    statement: "further types of tokens; the shape of an admin_key that is not null",
    assumption: "a type is any string, and an admin_key any object",
    contract: [81, 83, 75, 84],
  },
  {
    id: "2.4-balance-range",
    statement: "the range and sign of balances, and their relation to the token supply",
    assumption: "a balance is any integer; integers are compared exactly",
    contract: [89, 90],
  },
  {
    id: "2.5-gas-amounts",
    statement: "how gas is estimated, its range, and duplicate transaction types",
    assumption: "an amount of gas is any integer",
    contract: [95, 243],
  },
  {
    id: "2.6-encodings",
    statement: "the encodings of message and running_hash; the numbers of digits in initial_transaction_id",
    assumption: "any string, and any number of digits; base64 is not checked",
    contract: [101, 103, 105],
  },
  {
    id: "2.7-hex-writing",
    statement: "how hexadecimal values are written, and which members have them",
    assumption:
      "either case, an odd number of digits, 0x alone; from and to also without 0x; any string as the address or bloom of a log",
    contract: [21, 112, 129, 144, 151],
  },
  {
    id: "2.7-meanings",
    statement: "the meaning, relation and sign of amounts, the meaning of block numbers and positions",
    assumption: "any integer of the specified width; a block number is at least 0",
    contract: [118, 121, 127, 134, 147],
  },
  {
    id: "2.8-bytecode-prefix",
    statement: "the prefix 0x of bytecodes and EVM addresses; the types of admin_key",
    assumption: "hexadecimal values with or without 0x; any string is a type of key",
    contract: [164, 173, 158],
  },
  {
    id: "2.9-address-writing",
    statement: "the form of addresses and chain ids in responses to verifications; the content of libraryMap",
    assumption:
      "addresses with or without 0x, in either case; a libraryMap is any object; a chain id is any string",
    contract: [179, 181, 182],
  },
  {
    id: "3-values",
    statement: "the values of states, impacts, indicators and result names, and their transitions",
    assumption: "any string in any order; the same result name never has both 0x1 and 0x0",
    contract: [38, 142, 187, 190, 191],
  },
  {
    id: "4-media-type",
    statement: "parameters of media types; JSON sent as text/plain",
    assumption: "any parameter is accepted, and text/plain with a JSON body; text/html is not",
    contract: [10, 195],
    observe: observations.observedMediaTypes,
  },
  {
    id: "4-content-coding",
    statement: "compression, chunked transfer, cookies and further headers",
    assumption: "all are accepted",
    contract: [10, 195],
  },
  {
    id: "4.1-form-of-next",
    statement: "the form of links.next, its parameters, and rows that are added between pages",
    assumption: "any URL reference to the service; filters and order are kept, the page size may change",
    contract: [200, 199],
    observe: observations.formOfNext,
  },
  {
    id: "4-parameter-names",
    statement: "names of query parameters that the contract does not name",
    assumption: "the names in the target file or in a profile, or else usual names",
    contract: [212, 238, 244],
    observe: observations.parameterNamesInUse,
  },
  {
    id: "4-default-order",
    statement: "the sort key of tokens and balances, and their order if the request has no order parameter",
    assumption: "any order",
    contract: [220, 211, 235],
  },
  {
    id: "4-timestamp-selection",
    statement: "the rows that a timestamp filter selects within the range of existing times",
    assumption:
      "which records a bound selects is tested only for bounds that no record or every record meets; requests with other times must be accepted, their other parameters and pages must agree, and a bound finds a record if a narrower one does",
    contract: [18, 221, 244, 263],
  },
  {
    id: "4-public-key-content",
    statement: "the form of public keys, and the result for an unknown key",
    assumption: "any string may be sent; an unknown key may return nothing or be refused",
    contract: [218, 236],
  },
  {
    id: "4-encoded-operators",
    statement: "a percent-encoded colon after an operator (%3A)",
    assumption: "the colon is sent unencoded",
    contract: [19],
  },
  {
    id: "4-ambiguous-values",
    statement: "empty values, upper case, white space, non-ASCII digits, another separator than a dot",
    assumption: "these values may be accepted or refused",
    contract: [16, 19, 220, 235],
  },
  {
    id: "4.4-account-id-meaning",
    statement: "the relation of a token to an account: a balance, an association or a role",
    assumption: "only properties that hold for every relation are tested",
    contract: [231],
  },
  {
    id: "4.4-name-letter-case",
    statement: "letter case and diacritics in a search by name; the length of non-ASCII names",
    assumption: "a search uses the letters of an existing name; lengths are tested with ASCII only",
    contract: [233, 310],
  },
  {
    id: "4.6-doubtful-times",
    statement: "another separator than a dot, and the result for fewer than nine decimals",
    assumption:
      "another separator may be refused; fewer decimals find nothing or a message whose timestamp they can denote",
    contract: [249],
  },
  {
    id: "4.7-doubtful-names",
    statement: "hashes of 48 bytes or with 0X, leading zeros in ids, a nonce with a hash",
    assumption: "these forms may be refused; a hash must not find another result",
    contract: [255, 256],
  },
  {
    id: "4.8-doubtful-names",
    statement: "addresses of another length or with shard and realm; how repeated timestamps are combined",
    assumption: "these addresses may be refused; each timestamp is a parameter of its own",
    contract: [21, 262, 263],
  },
  {
    id: "4.11-verification-requests",
    statement: "supported chain ids and API keys, the state of a session, the required media type",
    assumption:
      "the chain ids and keys of the samples are supported; verifications are independent; application/json is sent",
    contract: [278, 282],
  },
  {
    id: "4.11-verification-addresses",
    statement: "the presence of the address in the entries of the response, and further entries of a session",
    assumption: "entries that show addresses include the requested one, in any form",
    contract: [270, 271, 277, 278],
  },
  {
    id: "5-other-authentication",
    statement: "credentials of the ledger query and verification APIs",
    assumption: "the configured headers are sufficient",
    contract: [287, 288],
  },
  {
    id: "6-events",
    statement: "whether a service sends events, callbacks or notifications",
    assumption: "none are expected",
    contract: [292],
  },
  {
    id: "7.2-path-parameter-names",
    statement: "the name of a path parameter or of a refused combination in an error",
    assumption: "any name",
    contract: [210, 233, 297],
  },
  {
    id: "7.5-signature-files",
    statement: "the rest of the message about missing signature files",
    assumption: "this error may be returned at any time; clauses on fees are then inconclusive",
    contract: [300],
  },
  {
    id: "7.7-error-status-codes",
    statement: "status codes of errors",
    assumption: "any status, including 5xx, with the documented body",
    contract: [297, 302],
    observe: observations.errorStatuses,
  },
  {
    id: "7.7-error-under-200",
    statement: "errors with a successful status code",
    assumption: "an error is recognised by its body",
    contract: [302],
    observe: observations.errorsUnder200,
    warning: true,
  },
  {
    id: "7.8-error-bodies",
    statement: "bodies of errors that the contract does not document",
    assumption: "any response other than a success counts as a refusal and as not found",
    contract: [255, 298, 299, 301, 303],
    observe: observations.errorShapes,
  },
  {
    id: "8-rate-limits",
    statement: "rate limits, size limits and response times",
    assumption: "a run waits after status 429, and for each response, up to its own limits",
    contract: [316],
  },
  {
    id: "8-default-page-size",
    statement: "the number of rows on a page without a limit parameter",
    assumption: "up to 100 rows",
    contract: [316],
    observe: observations.defaultPageSize,
  },
  {
    id: "8-limit-above-100",
    statement: "limits above 100",
    assumption: "such a limit may be refused, or return at most 100 rows",
    contract: [219, 234, 309],
    observe: observations.limitsAbove100,
  },
  {
    id: "9-deprecation",
    statement: "deprecation, compatibility, and the version 1.0.0",
    assumption: "the contract applies whether or not a service is deprecated",
    contract: [320, 323],
  },
];
