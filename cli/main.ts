#!/usr/bin/env node
import { finalCode, processIo } from "./io.ts";
import { main } from "./program.ts";

const argv = process.argv.slice(2);
const io = processIo();
const exitCode = await main(argv, io);
// Sockets may still be open, so the process is ended explicitly: after stdout is flushed, and one turn of the event loop later, so that
// an error of the last write has been emitted.
process.stdout.write("", () => setImmediate(() => process.exit(finalCode(exitCode, argv[0], io))));
