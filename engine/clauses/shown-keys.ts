import { isObject } from "../message/classify.ts";

/** The public keys that records show in their admin_key (§2.3, §2.8), each once. */
export function keysIn(records: readonly unknown[]): readonly string[] {
  const keys = records
    .map((record) => (isObject(record) && isObject(record["admin_key"]) ? record["admin_key"]["key"] : ""))
    .filter((key) => typeof key === "string")
    .filter((key) => /^(?:[0-9a-f]{2}){16,66}$/i.test(key));
  return [...new Set(keys)];
}
