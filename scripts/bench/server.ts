// The reference in a process of its own, which tells when requests came in.
import { subscribe } from "node:diagnostics_channel";
import { startReference } from "../../reference/server.ts";

/** When each request came in, in milliseconds since the epoch. */
let arrivals: number[] = [];

subscribe("http.server.request.start", () => {
  arrivals.push(performance.timeOrigin + performance.now());
});

const { target } = await startReference({ latencyMs: Number(process.argv[2] ?? 0) });
process.send?.({ target });
process.on("message", () => {
  process.send?.({ arrivals });
  arrivals = [];
});
