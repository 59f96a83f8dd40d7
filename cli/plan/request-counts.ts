import type { Endpoint, Level } from "../../engine/settings.ts";

type Counts = Readonly<Record<Endpoint, number>>;

/** Requests that all clauses together send to the embedded reference, with samples of every kind. */
export const WITH_SAMPLES: Readonly<Record<Level, Counts>> = {
  smoke: counts(3, 96, 91, 14, 10, 25, 21, 14, 14),
  standard: counts(3, 525, 463, 72, 71, 155, 143, 26, 26),
  thorough: counts(3, 2_199, 1_797, 439, 428, 885, 637, 26, 26),
};

/** The same without samples: what is malformed or missing is asked for all the same. */
export const WITHOUT_SAMPLES: Readonly<Record<Level, Counts>> = {
  smoke: counts(3, 68, 66, 20, 5, 5, 4, 0, 0),
  standard: counts(3, 368, 439, 78, 42, 28, 19, 0, 0),
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
