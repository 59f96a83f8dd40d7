import { inTurn } from "../model/model.ts";
// §4.6, §4.7, §4.8, reading 23: the forms that a record is asked for by
import { ENTITY_ID, EVM_ADDRESS, HASH, TRANSACTION_ID } from "../../schemas/formats.ts";

/** Endpoints that show one record, found by samples. */
export type RecordEndpoint = "topicMessage" | "contractResult" | "contract";

const prefixed = (text: string): boolean => text.startsWith("0x");

/** Each form that an endpoint knows; what fits none is a form of its own. */
const FORMS: Readonly<Record<RecordEndpoint, readonly ((text: string) => boolean)[]>> = {
  topicMessage: [(text) => /\.\d{9}$/.test(text)],
  contractResult: [
    (text) => HASH.test(text) && prefixed(text),
    (text) => HASH.test(text),
    (text) => TRANSACTION_ID.test(text),
  ],
  contract: [
    (text) => ENTITY_ID.test(text),
    (text) => EVM_ADDRESS.test(text) && prefixed(text),
    (text) => EVM_ADDRESS.test(text),
    (text) => /^(?:\d+\.)?\d+$/.test(text),
  ],
};

/** Which form of its endpoint a text has. */
export function formOf(endpoint: RecordEndpoint, text: string): number {
  return FORMS[endpoint].findIndex((fits) => fits(text));
}

/** Some of each form: the first of every form, then the second of every form, and so on; one of each at least. */
export function someOfEach<T extends { readonly asked: string }>(
  endpoint: RecordEndpoint,
  items: readonly T[],
  most: number,
): readonly T[] {
  const byForm = new Map<number, T[]>();
  for (const item of items) {
    const form = formOf(endpoint, item.asked);
    byForm.set(form, [...(byForm.get(form) ?? []), item]);
  }
  const lists = [...byForm.values()];
  return inTurn(lists).slice(0, Math.max(most, lists.length));
}
