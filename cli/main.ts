#!/usr/bin/env node
import { processIo } from "./io.ts";
import { main } from "./program.ts";

const code = await main(process.argv.slice(2), processIo());
// Sockets may still be open; what was written is let out first.
process.stdout.write("", () => process.exit(code));
