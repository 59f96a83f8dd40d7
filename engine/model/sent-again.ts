import type { SentAgain } from "./results.ts";

/** After which responses requests were sent again, and at which endpoints. */
export function sentAgainText(sentAgain: readonly SentAgain[]): string {
  const statuses = [...new Set(sentAgain.map(({ after }) => after))];
  return statuses
    .map((after) => {
      const own = sentAgain.filter((one) => one.after === after);
      const all = own.reduce((sum, { requests }) => sum + requests, 0);
      const places = own.map(({ endpoint, requests }) => `${endpoint} ${requests}`);
      return `${all} after ${after} (${places.join(", ")})`;
    })
    .join("; ");
}
