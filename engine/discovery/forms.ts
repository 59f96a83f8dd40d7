// §4.6, §4.7, §4.8, reading 23: the forms that a record is asked for by
import type { Endpoint } from "../model/settings.ts";
import { inTurn } from "../../generators/cases.ts";
import { ENTITY_ID, EVM_ADDRESS, HASH, TRANSACTION_ID } from "../../schemas/formats.ts";

/** Endpoints that show one record, found by samples. */
export type RecordEndpoint = "topicMessage" | "contractResult" | "contract";

export const isRecordEndpoint = (endpoint: Endpoint): endpoint is RecordEndpoint => endpoint in FORMS;

const prefixed = (text: string): boolean => text.startsWith("0x");

/** Each form that an endpoint knows, in words; what fits none is a form of its own. */
const FORMS: Readonly<Record<RecordEndpoint, Readonly<Record<string, (text: string) => boolean>>>> = {
  topicMessage: {
    "with nine decimals": (text) => /\.\d{9}$/.test(text),
    "with fewer decimals": () => true,
  },
  contractResult: {
    "by hash": (text) => HASH.test(text) && prefixed(text),
    "by hash without 0x": (text) => HASH.test(text),
    "by transaction id": (text) => TRANSACTION_ID.test(text),
  },
  contract: {
    "by id": (text) => ENTITY_ID.test(text),
    "by address": (text) => EVM_ADDRESS.test(text) && prefixed(text),
    "by address without 0x": (text) => EVM_ADDRESS.test(text),
    "by short id": (text) => /^(?:\d+\.)?\d+$/.test(text),
  },
};

/** Which form of its endpoint a text has, in words; undefined where its form is open (reading 8). */
export function formOf(endpoint: RecordEndpoint, text: string): string | undefined {
  return Object.entries(FORMS[endpoint]).find(([, fits]) => fits(text))?.[0];
}

/** Some of each form: the first of every form, then the second of every form, and so on; one of each at least. */
export function someOfEach<T extends { readonly asked: string }>(
  endpoint: RecordEndpoint,
  items: readonly T[],
  most: number,
): readonly T[] {
  const byForm = new Map<string | undefined, T[]>();
  for (const item of items) {
    const form = formOf(endpoint, item.asked);
    byForm.set(form, [...(byForm.get(form) ?? []), item]);
  }
  const lists = [...byForm.values()];
  return inTurn(lists).slice(0, Math.max(most, lists.length));
}
