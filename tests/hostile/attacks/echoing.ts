import { encodingsOf } from "../../secrets/encodings.ts";
import {
  attacksOf,
  everywhere,
  instead,
  linking,
  named,
  strings,
  tell,
  type IncomingRequest,
} from "./attack.ts";

/** All echoed values in every encoding, rotated so that a truncation falls within a value. */
export function echoOf({ said, count }: IncomingRequest): string {
  const all = said.flatMap((value) => [value, ...Object.values(encodingsOf(value))]);
  const turned = [...all.slice(count % all.length), ...all.slice(0, count % all.length)];
  return `${"x".repeat(count % 97)} ${turned.join(" ")}`;
}

const first = ({ said }: IncomingRequest): string => said[0] ?? "nothing";
const field = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff]/g, "?");
const errorOf = (text: string): string => JSON.stringify({ _status: { messages: [{ message: text }] } });
const secrets = attacksOf("echoing", {
  "in strings, in every way at once": instead((value, incoming) => {
    const echo = echoOf(incoming).slice(0, 3_000);
    const echoed = everywhere(value, (leaf) => (typeof leaf === "string" ? echo : leaf));
    return JSON.stringify(echoed).slice(0, 1_900_000);
  }),
  "in names": instead((value, incoming) => JSON.stringify({ ...value, [echoOf(incoming)]: 1 })),
  "in header fields": tell({
    fields: (incoming) => ({
      "x-echo": field(first(incoming)),
      "set-cookie": field(first(incoming)),
      "ratelimit-x": encodeURIComponent(first(incoming)),
    }),
  }),
  "in names of header fields": tell({
    fields: (incoming) => ({ [`content-${first(incoming).replace(/[^\w-]/g, "")}`]: "1" }),
  }),
  "in place of HTTP": (socket, incoming) => void socket.end(`${first(incoming)}\r\n\r\n`),
  "in the type of the content": tell({ fields: (incoming) => ({ "content-type": field(first(incoming)) }) }),
  "in a place to go to": tell({
    body: () => "",
    fields: (incoming) => ({ location: `/?${encodeURIComponent(first(incoming))}` }),
    status: "302 X",
  }),
  "in links, within the query": linking((one) => `/api/v1/tokens?echo=${encodeURIComponent(first(one))}`),
  "in error messages": tell({
    body: (incoming) => errorOf(`Invalid parameter: ${echoOf(incoming)}`),
    status: "400 X",
  }),
  "in errors of the service": tell({ body: (incoming) => errorOf(first(incoming)), status: "503 X" }),
  "in web pages": tell({
    body: (incoming) => `<html><title>${echoOf(incoming)}</title>`,
    fields: () => ({ "content-type": "text/html" }),
    status: "500 X",
  }),
  "across the place where a report cuts": instead((value, incoming) => {
    const long = "x".repeat(1_990 - (incoming.count % 60)) + first(incoming);
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
  "commands in error messages": tell({
    body: () => errorOf(`Invalid parameter: ${COMMANDS}${ESCAPES}`),
    status: "400 X",
  }),
  "commands in links": linking(() => `/api/v1/tokens?${COMMANDS}${ESCAPES}`),
  "commands in place of HTTP": (socket) => void socket.end(`${COMMANDS}${ESCAPES}\r\n\r\n`),
  "commands in ids": named(
    /id$|hash|timestamp|address|name/,
    `$(touch planted)'; \`touch planted\` #${COMMANDS}`,
  ),
});

/** Responses that echo a secret, or contain control sequences for readers of a report. */
export const echoing = [...secrets, ...commands];
