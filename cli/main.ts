#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";

// What a target sends must not pile up: the room for what is new never grows (its size itself is set too late here), and
// garbage goes before the heap grows by a fifth. Before all else is loaded.
setFlagsFromString("--semi-space-growth-factor=1");
setFlagsFromString("--heap-growing-percent=20");

const { processIo } = await import("./io.ts");
const { main } = await import("./program.ts");
const code = await main(process.argv.slice(2), processIo());
// Sockets may still be open; what was written is let out first.
process.stdout.write("", () => process.exit(code));
