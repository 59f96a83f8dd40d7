import type { Endpoint, Level } from "../engine/settings.ts";

type Counts = Readonly<Record<Endpoint, number>>;

/** Requests that all clauses together send to the embedded reference, with samples of every kind. */
export const WITH_SAMPLES: Readonly<Record<Level, Counts>> = {
  smoke: counts(4, 85, 96, 18, 13, 34, 31, 8, 8),
  standard: counts(4, 489, 473, 70, 71, 180, 175, 48, 48),
  thorough: counts(4, 2_516, 2_077, 525, 444, 749, 618, 48, 48),
};

/** The same without samples: what is malformed or missing is asked for all the same. */
export const WITHOUT_SAMPLES: Readonly<Record<Level, Counts>> = {
  smoke: counts(4, 74, 92, 18, 8, 5, 5, 6, 6),
  standard: counts(4, 419, 465, 70, 41, 22, 15, 42, 42),
  thorough: counts(3, 2_214, 1_771, 445, 391, 264, 135, 0, 0),
};

/** What one more generated case per property adds. */
export const PER_CASE: Counts = counts(0, 20.4, 15.4, 3, 3, 5.9, 3.9, 0, 0);

/** Counts in the order of the document. */
function counts(
  statusSummary: number,
  tokenBalances: number,
  tokens: number,
  networkFees: number,
  topicMessage: number,
  contractResult: number,
  contract: number,
  sessionVerify: number,
  verify: number,
): Counts {
  return {
    statusSummary,
    tokenBalances,
    tokens,
    networkFees,
    topicMessage,
    contractResult,
    contract,
    sessionVerify,
    verify,
  };
}
