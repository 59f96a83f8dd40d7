// The reference in a process of its own, so that its work is not counted as ours.
import { subscribe } from "node:diagnostics_channel";
import { startReference } from "../../reference/server.ts";
import { answerAs, cpuSince } from "./children.ts";

const reference = await startReference();
let before = 0;
let start = process.cpuUsage();
let firstRequestAt: number | undefined;

subscribe("http.server.request.start", () => {
  firstRequestAt ??= Date.now();
});

answerAs("server", ({ order }) => {
  const state = {
    target: reference.target,
    requests: reference.requests() - before,
    ...(firstRequestAt === undefined ? {} : { firstRequestAt }),
    cpuMs: cpuSince(start),
  };
  if (order === "count from now") {
    before = reference.requests();
    firstRequestAt = undefined;
    start = process.cpuUsage();
  }
  return state;
});
