#!/usr/bin/env node
import { finalCode, processIo } from "./io.ts";
import { main } from "./program.ts";

const argv = process.argv.slice(2);
const io = processIo();
const exitCode = await main(argv, io);
// Sockets may still be open, so the process is ended explicitly, one turn of the event loop after stdout is flushed: by then, an error
// of the last write is known.
process.stdout.write("", () => setImmediate(() => process.exit(finalCode(exitCode, argv[0], io))));
