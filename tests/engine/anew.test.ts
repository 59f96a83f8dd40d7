import { expect, test } from "vitest";
import { lookingAnew } from "../../engine/discovery/anew.ts";

/** Looks that end when they are told to. */
function looking() {
  const ends: (() => void)[] = [];
  const look = lookingAnew(new Set(["list"]), (key: string, again) => {
    const count = ends.length + 1;
    return new Promise((resolve) => {
      ends.push(() => resolve(`${key} ${count}${again ? " again" : ""}`));
    });
  });
  const end = async (index: number): Promise<void> => {
    ends[index]?.();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  return { look, end, begun: () => ends.length };
}

test("each thing is looked for once, and again what moves", async () => {
  const { look, end, begun } = looking();
  const first = look("list");
  expect(look("list")).toBe(first);
  await end(0);
  expect(await first).toBe("list 1");
  const again = look("list", performance.now());
  await end(1);
  expect(await again).toBe("list 2 again");
  const still = look("name");
  await end(2);
  expect(await still).toBe("name 3");
  expect(await look("name", performance.now())).toBe("name 3");
  expect(begun()).toBe(3);
});

test("many who want it anew at once get what is read after the last of them asked, in one reading", async () => {
  const { look, end, begun } = looking();
  await Promise.all([look("list"), end(0)]);
  const early = look("list", performance.now());
  const late = Array.from({ length: 200 }, () => look("list", performance.now()));
  expect(begun()).toBe(2);
  await end(1);
  expect(await early).toBe("list 2 again");
  expect(begun()).toBe(3);
  await end(2);
  expect(new Set(await Promise.all(late))).toStrictEqual(new Set(["list 3 again"]));
});

test("a reading that failed keeps nobody from the next one", async () => {
  let count = 0;
  const look = lookingAnew(new Set(["list"]), async () => {
    count += 1;
    if (count === 1) {
      throw new Error("gone");
    }
    return await Promise.resolve(count);
  });
  const first = look("list");
  const second = look("list", performance.now());
  await expect(first).rejects.toThrow("gone");
  expect(await second).toBe(2);
});
