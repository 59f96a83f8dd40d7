import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { codeOf, tried } from "../../engine/model/file-trouble.ts";

/** A result folder that one run has to itself. */
export interface Lock {
  /** Whether no other run has taken the folder meanwhile. */
  isOurs(): boolean;
  release(): void;
}

/** The run that has a folder to itself. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
  readonly token: string;
}

const NAME = "run.lock";
/** A run says this often that it is there. */
const BEAT_MS = 5_000;
/** A run that was silent for so long is gone, wherever it was. */
const GONE_MS = 60_000;

/** Another run is writing into the folder. */
function inUse(path: string): Error {
  const { pid = 0, host = "an unknown machine", since = "just now" }: Partial<Holder> = read(path) ?? {};
  return new Error(
    `another run (process ${pid} on ${host}, since ${since}) is writing into this folder: ` +
      `wait for it, or give another folder; if there is none, remove ${path}`,
  );
}

/** Takes the folder for one run; throws while another has it. A run that died has none. */
export function lockFolder(outDir: string): Lock {
  const path = join(outDir, NAME);
  const token = randomUUID();
  const own: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString(), token };
  if (!create(path, own)) {
    setAside(path, token);
    if (!create(path, own)) {
      throw inUse(path);
    }
  }
  const isOurs = (): boolean => read(path)?.token === token;
  // Where the lock is gone, the end of the run tells.
  const beat = setInterval(() => tried(() => utimesSync(path, new Date(), new Date())), BEAT_MS);
  beat.unref();
  return {
    isOurs,
    release: () => {
      clearInterval(beat);
      if (isOurs()) {
        rmSync(path, { force: true });
      }
    },
  };
}

/** Throws while a run is writing into the folder. */
export function demandFree(outDir: string): void {
  const path = join(outDir, NAME);
  if (isHeld(path)) {
    throw inUse(path);
  }
}

function create(path: string, own: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(own), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") {
      return false;
    }
    rmSync(path, { force: true });
    throw error;
  }
}

/** Moves the lock of a run that is gone out of the way, and no other that came in between. */
function setAside(path: string, token: string): void {
  const before = read(path);
  if (isHeld(path)) {
    throw inUse(path);
  }
  const aside = `${path}.${token}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return; // it was released meanwhile
    }
    throw error;
  }
  const moved = read(aside);
  if (moved?.token !== before?.token) {
    renameSync(aside, path);
    throw inUse(path);
  }
  rmSync(aside, { force: true });
}

function isHeld(path: string): boolean {
  const age = tried(() => Date.now() - statSync(path).mtimeMs);
  if (age === undefined || age > GONE_MS) {
    return false;
  }
  const holder = read(path);
  // Just being written, or by a machine whose processes cannot be seen from here: its age decides.
  if (holder === undefined || holder.host !== hostname()) {
    return true;
  }
  return holder.pid !== process.pid && isAlive(holder.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function read(path: string): Holder | undefined {
  const holder = tried((): Partial<Holder> => JSON.parse(readFileSync(path, "utf8"))) ?? {};
  return isWhole(holder) ? holder : undefined;
}

function isWhole(holder: Partial<Holder>): holder is Holder {
  const { pid, host, since, token } = holder;
  return Number.isInteger(pid) && [host, since, token].every((text) => typeof text === "string");
}
