// §4.9 to §4.11, §5, §6
import type { Place } from "./place.ts";

/** The verification endpoints, authentication, events. */
export const verificationPlaces: readonly Place[] = [
  { place: "4.9 path", fingerprint: "fc7ade46de5c", clauses: ["4.9-answers-200"] },
  {
    place: "4.9 request header",
    fingerprint: "6e879c80efe3",
    clauses: ["4.9-answers-200"],
    open: ["4.11-request-media-type"],
    note: "every request of the suite carries it",
  },
  {
    place: "4.9 request body / an object",
    fingerprint: "2d78cfe3de35",
    clauses: ["4.9-body-is-json-object"],
  },
  {
    place: "4.9 request body / address",
    fingerprint: "2d78cfe3de35",
    clauses: ["4.9-address-required", "4.9-address-type", "4.9-address-format"],
    open: ["4.9-address-without-prefix", "4.9-address-in-lower-case"],
  },
  {
    place: "4.9 request body / chainId",
    fingerprint: "2d78cfe3de35",
    clauses: ["4.9-chain-id-required", "4.9-chain-id-type"],
    open: ["4.9-chain-ids-and-keys"],
  },
  {
    place: "4.9 request body / apiKey",
    fingerprint: "2d78cfe3de35",
    clauses: ["4.9-api-key-optional"],
    open: ["4.9-chain-ids-and-keys"],
  },
  { place: "4.10 path", fingerprint: "6aa09e1d0960", clauses: ["4.10-answers-200"] },
  {
    place: "4.10 request header",
    fingerprint: "6e879c80efe3",
    clauses: ["4.10-answers-200"],
    open: ["4.11-request-media-type"],
    note: "every request of the suite carries it",
  },
  {
    place: "4.10 request body / an object",
    fingerprint: "66f4ce4025ff",
    clauses: ["4.10-body-is-json-object"],
  },
  {
    place: "4.10 request body / address",
    fingerprint: "66f4ce4025ff",
    clauses: ["4.10-address-required", "4.10-address-type", "4.10-address-format"],
    open: ["4.10-address-without-prefix", "4.10-address-in-lower-case"],
  },
  {
    place: "4.10 request body / chainId",
    fingerprint: "66f4ce4025ff",
    clauses: ["4.10-chain-id-required", "4.10-chain-id-type"],
    open: ["4.10-chain-ids-and-keys"],
  },
  {
    place: "4.10 request body / apiKey",
    fingerprint: "66f4ce4025ff",
    clauses: ["4.10-api-key-optional"],
    open: ["4.10-chain-ids-and-keys"],
  },
  {
    place: "4.9 answer",
    fingerprint: "b43f1c9a0b44",
    clauses: [
      "4.9-answers-200",
      "4.9-json-body",
      "4.9-media-type",
      "4.9-success-status",
      "2.9-contracts",
      "2.9-unused",
    ],
  },
  {
    place: "4.10 answer / result",
    fingerprint: "288d34e06cec",
    clauses: ["4.10-answers-200", "4.10-json-body", "4.10-media-type", "4.10-success-status", "2.9-result"],
  },
  {
    place: "4.10 answer / checked or published",
    fingerprint: "288d34e06cec",
    open: ["4.11-session", "2.9-address-writing"],
    note: "nor whether an entry is that of the contract asked for",
  },
  { place: "4.11 not shown / chainId", fingerprint: "59271ba1f943", open: ["4.11-chain-ids"] },
  { place: "4.11 not shown / apiKey", fingerprint: "59271ba1f943", open: ["4.11-api-key"] },
  { place: "5 status API", fingerprint: "bcdf91d88936", clauses: ["5-summary-needs-no-credentials"] },
  {
    place: "5 apiKey in the body",
    fingerprint: "c0f9c0800a0e",
    clauses: ["4.9-api-key-optional", "4.10-api-key-optional"],
    open: ["4.11-api-key"],
  },
  { place: "5 others not shown", fingerprint: "135654d1fdc7", open: ["5-other-authentication"] },
  { place: "6 not shown", fingerprint: "c4bfa2d9ef74", open: ["6-events"] },
];
