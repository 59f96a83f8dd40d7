import { encodingsOf } from "../../secrets/encodings.ts";
import {
  response,
  attacksOf,
  everywhere,
  instead,
  linking,
  named,
  say,
  strings,
  tell,
  type Asked,
} from "./attack.ts";

/** All echoed values in every encoding, rotated so that a truncation falls within a value. */
export function echoOf({ said, count }: Asked): string {
  const all = said.flatMap((value) => [value, ...Object.values(encodingsOf(value))]);
  const turned = [...all.slice(count % all.length), ...all.slice(0, count % all.length)];
  return `${"x".repeat(count % 97)} ${turned.join(" ")}`;
}

const first = ({ said }: Asked): string => said[0] ?? "nothing";
const field = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff]/g, "?");
const errorOf = (text: string): string => JSON.stringify({ _status: { messages: [{ message: text }] } });
const secrets = attacksOf("echoing", {
  "in strings, in every way at once": instead((value, asked) => {
    const echo = echoOf(asked).slice(0, 3_000);
    return JSON.stringify(everywhere(value, (leaf) => (typeof leaf === "string" ? echo : leaf))).slice(
      0,
      1_900_000,
    );
  }),
  "in names": instead((value, asked) => JSON.stringify({ ...value, [echoOf(asked)]: 1 })),
  "in header fields": (socket, asked) => {
    const fields = {
      "x-echo": first(asked),
      "set-cookie": first(asked),
      "ratelimit-x": encodeURIComponent(first(asked)),
    };
    socket.write(
      response("{}", Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, field(value)]))),
    );
  },
  "in names of header fields": (socket, asked) => {
    socket.write(response("{}", { [`content-${first(asked).replace(/[^\w-]/g, "")}`]: "1" }));
  },
  "in place of HTTP": (socket, asked) => {
    socket.end(`${first(asked)}\r\n\r\n`);
  },
  "in the type of the content": tell(
    () => "{}",
    (asked) => ({ "content-type": field(first(asked)) }),
  ),
  "in a place to go to": tell(
    () => "",
    (asked) => ({ location: `/?${encodeURIComponent(first(asked))}` }),
    () => "302 X",
  ),
  "in links, within the query": linking((asked) => `/api/v1/tokens?echo=${encodeURIComponent(first(asked))}`),
  "in error messages": tell(
    (asked) => errorOf(`Invalid parameter: ${echoOf(asked)}`),
    () => ({}),
    () => "400 X",
  ),
  "in errors of the service": tell(
    (asked) => errorOf(first(asked)),
    () => ({}),
    () => "503 X",
  ),
  "in web pages": tell(
    (asked) => `<html><title>${echoOf(asked)}</title>`,
    () => ({ "content-type": "text/html" }),
    () => "500 X",
  ),
  "across the place where a report cuts": instead((value, asked) => {
    const long = "x".repeat(1_990 - (asked.count % 60)) + first(asked);
    return JSON.stringify({ ...value, ...Object.fromEntries(Object.keys(value).map((key) => [key, long])) });
  }),
});

const COMMANDS = "\n::error::planted\r\n::set-output name=a::b\u2028##vso[task.complete]##teamcity[x]\u0085";
const ESCAPES = "\u001b[2J\u001b]8;;http://evil.test\u0007x\u001b]52;c;cm0gLXJm\u0007\u009b2J\u009d0;t\u009c";

/** Control sequences of terminals, CI systems and browsers. */
const commands = attacksOf("echoing", {
  "escapes of terminals": strings(ESCAPES),
  "commands of CI systems": strings(COMMANDS),
  scripts: strings(`</pre></script><script>alert(1)</script><img src=x onerror="alert(2)">`),
  "commands in error messages": say(
    response(errorOf(`Invalid parameter: ${COMMANDS}${ESCAPES}`), {}, "400 X"),
  ),
  "commands in links": linking(() => `/api/v1/tokens?${COMMANDS}${ESCAPES}`),
  "commands in place of HTTP": (socket) => {
    socket.end(`${COMMANDS}${ESCAPES}\r\n\r\n`);
  },
  "commands in ids": named(
    /id$|hash|timestamp|address|name/,
    `$(touch planted)'; \`touch planted\` #${COMMANDS}`,
  ),
});

/** Responses that echo a secret, or contain control sequences for readers of a report. */
export const echoing = [...secrets, ...commands];
