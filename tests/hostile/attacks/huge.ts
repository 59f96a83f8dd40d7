import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import {
  response,
  attacksOf,
  leaves,
  named,
  numbers,
  rewritten,
  rows,
  say,
  strings,
  type Act,
} from "./attack.ts";

const MEBI = 1_048_576;
const NEARLY = 1_900_000;
const blanks = Buffer.alloc(200 * MEBI, 32);
const nested = (count: number): string => "[".repeat(count) + "]".repeat(count);

/** Compresses in a second instead of a minute. */
const brotli = (bytes: Buffer | string): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

/** A response with a content-encoding, compressed when it is first requested. */
function packed(coding: string, pack: () => Buffer): Act {
  let bytes: Buffer | undefined;
  return (socket) => {
    bytes ??= response(pack(), { "content-encoding": coding });
    socket.write(bytes);
  };
}

const packing = attacksOf("huge", {
  "a bomb in three codings": packed("br, gzip, br", () => brotli(gzipSync(brotli(blanks)))),
  "rows that are just allowed, packed": packed("gzip", () =>
    gzipSync(`{"tokens":[${"{},".repeat(24_000)}{}],"links":{"next":null}}${" ".repeat(NEARLY)}`),
  ),
});

/** Responds with an error whose list of messages has this text. */
const messages = (list: string, status: string): Act =>
  say(response(`{"_status":{"messages":[${list}]}}`, {}, status));

const bodies = attacksOf("huge", {
  "20,000 messages": messages(`${'{"message":"Not found"},'.repeat(20_000)}{"message":1}`, "404 X"),
  "levels that are just allowed, everywhere": leaves(
    () => "@@",
    (all) => all.replaceAll('"@@"', nested(90)),
  ),
});

const digits = attacksOf("huge", {
  "numbers of a million digits": numbers("9".repeat(200_000)),
  "numbers beyond every range": numbers("1e400"),
  "an exponent of a thousand digits": numbers(`-1e${"9".repeat(1_000)}`),
  "zeros of every kind": numbers(`-0.${"0".repeat(20_000)}e${"0".repeat(100)}7`),
});

const texts = attacksOf("huge", {
  "strings of percent signs": strings("%25".repeat(5_000)),
  "strings of signs that are long in bytes": strings("é數".repeat(1_500)),
  "40,000 members with one name": rewritten((text) => `{${'"a":1,"a":2,'.repeat(20_000)}${text.slice(1)}`),
  "members that every object has": rewritten(
    (text) => `{${'"__proto__":{"x":[]},"constructor":1,"toString":null,'.repeat(4_000)}${text.slice(1)}`,
  ),
});

const many = attacksOf("huge", {
  "more rows than are read": rows(() => "{}", 20_000),
  "rows that are alike": rows((row) => row),
  "rows that are all different": rows((row, index) =>
    row.replace(/0\.0\.\d+/, `0.0.${index}`).replace(/"[^"]*"$/, `"${index}"`),
  ),
  "rows that are backwards": rows((row, index) => row.replace(/0\.0\.\d+/, `0.0.${9_999_999 - index}`)),
  "rows that are all broken": rows((row, index) =>
    row
      .replace(/"[^"]*"|\d+/g, (leaf) => (index % 2 === 0 ? `[${leaf}]` : leaf))
      .replaceAll(/\[("\w+")\]:/g, "$1:"),
  ),
});

/** Texts that cause catastrophic backtracking in careless patterns. */
const patterns = attacksOf("huge", {
  "ids of dots": named(/(^|_)(id|account|contract_id|token_id)$/, "0.".repeat(300_000)),
  "times of zeros": named(/timestamp|_at$|_until$|_for$/, `1700000000.${"0".repeat(300_000)}1`),
  "hex with a last sign that is none": named(
    /hash|bloom|data|address|from|^to$|parameters|result|bytecode|slot|^[rs]$|value/,
    `0x${"aA".repeat(100_000)}g`,
  ),
  "addresses of escapes": named(/url|shortlink/, `http://${"%41".repeat(100_000)}|`),
  "transaction ids without an end": named(/transaction_id/, `${"0.".repeat(2)}0-${"1-".repeat(150_000)}`),
  "messages of blanks": messages(`{"message":"Invalid parameter: '${" ".repeat(NEARLY)}"}`, "400 X"),
  "messages that nearly count": messages(
    `{"message":"Require at least 1/3 signature files to prove consensus, got ${"1 out of ".repeat(100_000)}"}`,
    "503 X",
  ),
});

export const huge = [packing, bodies, digits, texts, many, patterns].flat();
