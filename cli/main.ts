#!/usr/bin/env node
import { finalCode, processIo } from "./io.ts";
import { main } from "./program.ts";

const argv = process.argv.slice(2);
const io = processIo();
const exitCode = await main(argv, io);
// Sockets may still be open. All output is flushed before the process ends, and the last error event has come.
process.stdout.write("", () => setImmediate(() => process.exit(finalCode(exitCode, argv[0], io))));
