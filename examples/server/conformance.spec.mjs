// Starts the server of the tutorial (docs/tutorial.md) and tests it.
import { conformance } from "ledger-conformance/vitest";
import target from "./target.json" with { type: "json" };
import "./server.mjs";

const baseUrl = `http://localhost:${process.env.PORT ?? 8080}`;
await conformance({ ...target, baseUrl }, { level: "smoke" });
