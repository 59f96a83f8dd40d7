import { jsonIn } from "../message/body.ts";
import { isObject } from "../message/classify.ts";
import type { Difference } from "../model/clause-results.ts";
import { present } from "../model/model.ts";
import { excerptAt, treeOf } from "./excerpt.ts";

/**
 * An expected body and the one that came, both around the first place at which that one lacks what was expected or has
 * something else. What it has beyond is no difference.
 *
 * @param expected JSON of an object
 */
export function differenceOf(expected: string, came: string): Difference | undefined {
  const body = jsonIn(expected);
  const steps = placeOf(body, jsonIn(came)) ?? [];
  // What came is no object at all: the first member stands for the whole body.
  const place = steps.length > 0 ? steps : Object.keys(isObject(body) ? body : {}).slice(0, 1);
  const shown = excerptAt(treeOf(expected), place);
  const pointer = steps.map((step) => `/${step}`).join("");
  return shown && { pointer, expected: shown, ...present({ got: excerptAt(treeOf(came), place) }) };
}

/** The steps to the first difference; undefined where there is none. */
function placeOf(expected: unknown, came: unknown): readonly string[] | undefined {
  if (typeof expected !== "object" || expected === null) {
    return expected === came ? undefined : [];
  }
  if (typeof came !== "object" || came === null || Array.isArray(expected) !== Array.isArray(came)) {
    return [];
  }
  const own = new Map<string, unknown>(Object.entries(came));
  for (const [step, value] of Object.entries(expected)) {
    const inside = own.has(step) ? placeOf(value, own.get(step)) : [];
    if (inside !== undefined) {
      return [step, ...inside];
    }
  }
  return Array.isArray(expected) && own.size > expected.length ? [] : undefined;
}
