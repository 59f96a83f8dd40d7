import type { Dataset, Holder } from "../dataset.ts";
import type { JsonObject } from "../json.ts";

/** The data with other holders of tokens at each time. */
export function withHolders(
  data: Dataset,
  change: (holders: readonly Holder[]) => readonly Holder[],
): Dataset {
  const distributions = data.distributions.map(({ snapshots, ...rest }) => ({
    ...rest,
    snapshots: snapshots.map(({ timestamp, holders }) => ({ timestamp, holders: change(holders) })),
  }));
  return { ...data, distributions };
}

/** The data with other records of contract results. */
export function withResults(
  data: Dataset,
  change: (record: JsonObject, index: number) => JsonObject,
): Dataset {
  const contractResults = data.contractResults.map(({ record, ...entry }, index) => ({
    ...entry,
    record: change(record, index),
  }));
  return { ...data, contractResults };
}
