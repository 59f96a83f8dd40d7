import { spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { demandFree, lockFolder } from "../../reports/files/lock.ts";

let folder = "";
let path = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  path = join(folder, "run.lock");
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function plant(pid: number, host = hostname()): void {
  writeFileSync(path, JSON.stringify({ pid, host, since: "2026-11-20T10:00:00.000Z", token: "other" }));
}

/** A process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => {
    child.once("close", resolve);
  });
  return child.pid ?? 0;
}

test("is there for as long as the run, and names it", () => {
  const lock = lockFolder(folder);
  expect(lock.isOurs()).toBe(true);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid, host: hostname() });
  lock.release();
  expect(existsSync(path)).toBe(false);
});

test("a run that is going on keeps others out, and is named", () => {
  plant(process.ppid);
  expect(() => lockFolder(folder)).toThrow(
    `another run (process ${process.ppid} on ${hostname()}, since 2026-11-20T10:00:00.000Z) is writing`,
  );
  expect(() => demandFree(folder)).toThrow("wait for it, or give another folder");
  expect(readdirSync(folder)).toStrictEqual(["run.lock"]);
});

test("a run that was killed does not", async () => {
  plant(await deadPid());
  expect(() => demandFree(folder)).not.toThrow();
  const lock = lockFolder(folder);
  expect(lock.isOurs()).toBe(true);
  expect(readdirSync(folder)).toStrictEqual(["run.lock"]);
  lock.release();
});

test("a run on another machine does for as long as it says that it is there", () => {
  plant(1, "another-machine");
  expect(() => lockFolder(folder)).toThrow("process 1 on another-machine");
  utimesSync(path, new Date(), new Date(Date.now() - 120_000));
  lockFolder(folder).release();
});

test("a lock that is just being written is one", () => {
  writeFileSync(path, "");
  expect(() => lockFolder(folder)).toThrow("another run");
});

test("a run whose folder was taken knows it, and leaves the other's lock alone", () => {
  const lock = lockFolder(folder);
  plant(1);
  expect(lock.isOurs()).toBe(false);
  lock.release();
  expect(existsSync(path)).toBe(true);
});
