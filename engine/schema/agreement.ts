// Interpretation 24: two responses with the same record of a past event agree in every member that is null in neither
import { LosslessNumber } from "lossless-json";
import type { JsonSchema } from "../../schemas/formats.ts";
import { operations } from "../../schemas/operations.ts";
import { isObject } from "../message/classify.ts";
import type { Violation, ApiResponse } from "../model/exchange.ts";
import { exactValueAt, integerOf, stepTo } from "../message/body.ts";
import { cutValues } from "./fields.ts";

/** A violation with `message` for each member of the contract in which two responses with the same record differ. */
export function differences(response: ApiResponse, earlier: ApiResponse, message: string): Violation[] {
  const { properties = {} } = operations[response.request.endpoint].success;
  return Object.entries(properties).flatMap(([name, schema]) => {
    const one = exactValueAt(earlier.body, stepTo(name));
    const other = exactValueAt(response.body, stepTo(name));
    if (agree(one, other, schema)) return [];
    const [value, actual] = cutValues(one, other);
    const isSameRequest = earlier.request.target === response.request.target;
    const expected = `${value}, ${isSameRequest ? "which the same request returned at first" : "as in the first response"}`;
    return [{ message, pointer: stepTo(name), expected, actual, response, compared: [earlier] }];
  });
}

/** Whether a value is null or absent: it may get a value later, and agrees with every value. */
const isUnknown = (value: unknown): boolean => value === null || value === undefined;

function agree(one: unknown, other: unknown, schema: JsonSchema): boolean {
  if (isUnknown(one) || isUnknown(other)) return true;
  if (one instanceof LosslessNumber || other instanceof LosslessNumber) {
    const [text, otherText] = [String(one), String(other)];
    return Number(text) === Number(otherText) && integerOf(text) === integerOf(otherText);
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && agreeInSomeOrder(one, other, schema.items ?? {});
  }
  if (isObject(one) && isObject(other)) {
    const members = Object.entries(schema.properties ?? {});
    return members.every(([name, member]) => agree(one[name], other[name], member));
  }
  return one === other || sameHex(one, other);
}

/** Compares arrays regardless of order: the contract does not state the order of logs and state changes. */
function agreeInSomeOrder(one: readonly unknown[], other: readonly unknown[], schema: JsonSchema): boolean {
  const unmatched = [...other];
  return one.every((element) => {
    const index = unmatched.findIndex((candidate) => agree(element, candidate, schema));
    unmatched.splice(Math.max(index, 0), index === -1 ? 0 : 1);
    return index !== -1;
  });
}

/** Whether two values are hex strings with `0x` that differ at most in the case of their letters. */
function sameHex(one: unknown, other: unknown): boolean {
  if (typeof one !== "string" || typeof other !== "string" || !/^0x/i.test(one)) return false;
  return one.toLowerCase() === other.toLowerCase();
}
