// How a proxy begins and ends, seen from outside.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startReference, type Reference } from "../../reference/server.ts";
import { Judging, TOO_BUSY } from "../../relay/judging.ts";
import { program } from "../cli/program.ts";
import { makeCertificates } from "../reach/certificates.ts";
import { openFront } from "../reach/front.ts";
import { askAround, urlsOf } from "./client.ts";
import { removeFolders, send, sockets, stand, until } from "./standing.ts";

const MINUTE = 120_000;
let reference: Reference;

beforeAll(async () => {
  reference = await startReference();
});

afterAll(async () => {
  await reference.close();
  removeFolders();
});

describe("how it begins and ends", { timeout: MINUTE }, () => {
  test("a client certificate and an authority of the house, as a run has them", async () => {
    const made = makeCertificates();
    const tls = {
      cert: made.text("right.pem"),
      key: made.text("right.key"),
      ca: made.text("ca.pem"),
      requestCert: true,
    };
    const front = await openFront({ ...tls, rejectUnauthorized: true }, reference.baseUrl);
    const certificate = [
      "--ca",
      made.path("ca.pem"),
      "--cert",
      made.path("client.pem"),
      "--key",
      made.path("client.key"),
    ];
    const proxy = await stand("--base-url", `https://localhost:${front.port}/ledger`, ...certificate);
    const { status } = await fetch(`${proxy.origin}/ledger/api/v1/tokens`);
    const left = await proxy.stop();
    await front.close();
    made.remove();
    expect([status, left.code, left.traffic?.judged]).toStrictEqual([200, 0, 1]);
  });

  test("nothing passed: no verdict, exit code 2", async () => {
    const left = await (await stand("--base-url", reference.baseUrl)).stop();
    expect(left).toMatchObject({ code: 2, err: "ledger-conformance: no clause was judged\n" });
    expect(left.traffic).toMatchObject({ exchanges: 0, form: "proxied" });
  });

  test("a request that is under way when it ends is waited for", async () => {
    const service = await sockets((socket) => {
      setTimeout(() => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"), 700);
    });
    const proxy = await stand("--base-url", service.url);
    const coming = send(proxy.port, "GET /api/v1/tokens HTTP/1.1\r\nHost: me\r\n\r\n");
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    const left = await proxy.stop();
    await service.close();
    expect((await coming).toString()).toMatch(/\r\n\r\n\{\}$/);
    expect(left.traffic).toMatchObject({ exchanges: 1, judged: 1 });
  });

  test("a second signal ends it at once", async () => {
    const service = await sockets(() => undefined);
    const { port, running } = await stand("--base-url", service.url);
    const asked = send(port, "GET /api/v1/tokens HTTP/1.1\r\nHost: me\r\n\r\n");
    await until(() => service.came.length === 1, "the service is asked");
    running.process.kill("SIGINT");
    setTimeout(() => running.process.kill("SIGINT"), 300);
    const { code, err } = await running.ended.catch(() => ({ code: 2, err: "interrupted twice" }));
    await Promise.all([asked, service.close()]);
    expect([code, err]).toStrictEqual([2, expect.stringContaining("interrupted twice")]);
  });

  test.each([
    [["proxy"], /no service is given: --base-url, --status-url/],
    [["proxy", "--base-url", "http://127.0.0.1:7", "--port", "7"], /is where the proxy itself is to listen/],
    [
      ["proxy", "--base-url", "http://127.0.0.1:7", "--fail-on", "new"],
      /give an earlier result with --previous/,
    ],
    [
      ["proxy", "--base-url", "http://127.0.0.1:7", "--host", "192.0.2.1"],
      /nothing can listen .* EADDRNOTAVAIL/,
    ],
  ])("%j cannot begin", async (argv, reason) => {
    const { code, err } = await program([
      ...argv,
      "--out",
      join(tmpdir(), `relay-none-${process.pid}`),
    ]).catch((error: unknown) => ({ code: 2, err: String(error) }));
    expect(code).toBe(2);
    expect(err).toMatch(reason);
  });

  test("a port that is taken is told, with exit code 2", async () => {
    const first = await stand("--base-url", reference.baseUrl);
    const argv = ["proxy", "--base-url", reference.baseUrl, "--port", String(first.port)];
    const { code, err } = await program([...argv, "--out", `${first.out}-second`]);
    await first.stop();
    expect(code).toBe(2);
    expect(err).toBe(
      `ledger-conformance: port ${first.port} of 127.0.0.1 is taken: give another --port, or none for a free one\n`,
    );
  });

  test("--fail-on new: what an earlier result holds fails nothing, what it does not hold does", async () => {
    const broken = await startReference({ fault: "tokens-name-null" });
    const first = await stand(...urlsOf(broken));
    await askAround(first, broken);
    const earlier = await first.stop();
    const again = await stand(...urlsOf(broken), "--fail-on", "new", "--previous", first.out);
    await askAround(again, broken);
    const known = await again.stop();
    await broken.close();
    const worse = await startReference({ fault: "fees-timestamp-missing" });
    const last = await stand(...urlsOf(worse), "--fail-on", "new", "--previous", first.out);
    await askAround(last, worse);
    const fresh = await last.stop();
    await worse.close();
    expect([earlier.code, known.code, fresh.code]).toStrictEqual([1, 0, 1]);
    expect(known.clause("2.3-name")?.outcome).toBe("known");
  });
});

test("what waits to be judged is bounded, and what is too much is counted", { timeout: MINUTE }, async () => {
  const MIB = 1024 * 1024;
  const judging = new Judging({
    selected: ["2.5-timestamp"],
    parameters: {},
    known: [],
    secrets: [],
    urls: {},
    paths: [],
    answerBytes: MIB,
  });
  const bytes = Buffer.from(await (await fetch(`${reference.baseUrl}/api/v1/network/fees`)).arrayBuffer());
  const request = { method: "GET", url: `${reference.baseUrl}/api/v1/network/fees`, headers: {} };
  const pass = (): void =>
    judging.judge({
      request,
      response: { status: 200, headers: {}, bytes: new Uint8Array(bytes) },
      held: 0,
    });
  expect([judging.hold(32 * MIB - 5_000), judging.hold(5_001)]).toStrictEqual([true, false]);
  [1, 2, 3].forEach(pass);
  judging.release(32 * MIB - 5_000);
  pass();
  const { files } = await judging.finish();
  expect(files[0]).toMatchObject({ exchanges: 4, judged: 3, left: { [TOO_BUSY]: 1 } });
});
