import { createServer } from "node:http";
import { expect, test } from "vitest";
import { preflight } from "../../engine/target/preflight.ts";
import type { Service } from "../../engine/model/settings.ts";
import { plainSettings } from "../plain-settings.ts";
import { listening } from "../tools/listening.ts";

const look = (urls: Partial<Record<Service, string>>, signal = new AbortController().signal): Promise<void> =>
  preflight(
    { ...plainSettings({}, "smoke", 1, []), target: { ...plainSettings({}, "smoke", 1, []).target, urls } },
    signal,
  );

/** The port of a server that hangs up, and how many connections it had. */
async function hangsUp() {
  let connections = 0;
  const server = createServer().on("connection", (socket) => {
    connections += 1;
    socket.destroy();
  });
  const { port } = await listening(server);
  return { port, connections: () => connections, close: () => server.close() };
}

test.each([
  ["status", "the status page service"],
  ["base", "the ledger query service"],
  ["verify", "the verification service"],
] as const)("a closed port of %s is named", async (service, words) => {
  const { port, close } = await hangsUp();
  close();
  const url = `http://127.0.0.1:${port}`;
  await expect(look({ [service]: url })).rejects.toThrow(
    `${words} at ${url} cannot be reached: the connection was refused`,
  );
});

test("an unresolved host and a plain server behind https are reported", async () => {
  const { port, close } = await hangsUp();
  await expect(look({ base: "http://nowhere.invalid" })).rejects.toThrow("the host name does not resolve");
  await expect(look({ base: `https://127.0.0.1:${port}` })).rejects.toThrow("cannot be reached");
  close();
});

test("each service is connected to without sending a request", async () => {
  const { port, connections, close } = await hangsUp();
  await look({ base: `http://127.0.0.1:${port}`, verify: `http://127.0.0.1:${port}` });
  expect(connections()).toBe(2);
  close();
});
