import { measure, type Measured, type Plan } from "./measure.ts";

/** What a worker is told: the fault to look for, and how. */
export interface Task {
  readonly fault: string;
  readonly plan: Plan;
}

/** What a worker tells: the measurement, or why there is none. */
export type WorkerReport = { readonly measured: Measured } | { readonly accident: string };

process.on("message", ({ fault, plan }: Task) => {
  measure(fault, plan).then(
    (measured) => tell({ measured }),
    (error: unknown) => tell({ accident: error instanceof Error ? error.message : String(error) }),
  );
});

function tell(told: WorkerReport): void {
  process.send?.(told);
}
