#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";

// What a target sends must not pile up: little room for what is new, and garbage goes before the heap grows by a fifth.
// Before all else is loaded.
setFlagsFromString("--max-semi-space-size=2");
setFlagsFromString("--heap-growing-percent=20");

const { processIo } = await import("./io.ts");
const { main } = await import("./program.ts");
const code = await main(process.argv.slice(2), processIo());
// Sockets may still be open; what was written is let out first.
process.stdout.write("", () => process.exit(code));
