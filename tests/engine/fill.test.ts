import { expect, test } from "vitest";
import { createFill } from "../../engine/message/fill.ts";

const KIBI = 1_024;
const MEBI = KIBI * KIBI;

/** A process that holds so much more after its start. */
function filled(held: number, exposes = true): ReturnType<typeof createFill> {
  let used = 50 * MEBI;
  const allow = createFill({ collect: () => exposes, used: () => used });
  used += held;
  for (let sent = 0; sent < 5 * MEBI; sent += 100 * KIBI) {
    allow(100 * KIBI);
  }
  return allow;
}

test("long answers are refused while the memory is full, short ones never", () => {
  const allow = filled(40 * MEBI);
  expect(() => allow(200 * KIBI)).toThrow("the memory is full of responses like that");
  expect(() => allow(100 * KIBI)).not.toThrow();
});

test("so are short ones with a great many values", () => {
  expect(() => filled(40 * MEBI)(40 * KIBI, () => 700 * KIBI)).toThrow("the memory is full");
  expect(() => filled(40 * MEBI)(40 * KIBI, () => 200 * KIBI)).not.toThrow();
  expect(() => filled(20 * MEBI)(40 * KIBI, () => 700 * KIBI)).not.toThrow();
});

test("long answers are read where little is held, or where nobody can tell garbage from what is held", () => {
  expect(() => filled(20 * MEBI)(200 * KIBI)).not.toThrow();
  expect(() => filled(40 * MEBI, false)(200 * KIBI)).not.toThrow();
});

test("a run reads its fill of large answers", () => {
  const allow = filled(0);
  for (let read = 0; read < 48; read += 1) {
    allow(MEBI);
  }
  expect(() => allow(MEBI)).toThrow("the run has read as many");
  expect(() => allow(100 * KIBI)).not.toThrow();
});
