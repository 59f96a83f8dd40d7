const FULL = /^(\d{1,10})\.(\d{1,10})\.(\d{1,10})$/;
const PART = 10n ** 10n;

/** The place of an id among all ids, counted by number and not by text. */
export function idKey(id: string): bigint {
  const parts = FULL.exec(id);
  if (parts === null) throw new Error(`not an entity id: ${id}`);
  const [, shard = "0", realm = "0", num = "0"] = parts;
  return (BigInt(shard) * PART + BigInt(realm)) * PART + BigInt(num);
}

/** Whether a text is an id with all of its three parts. */
export function isEntityId(text: string): boolean {
  return FULL.test(text);
}

/** The long-zero address of an id: its number in forty digits. */
export function longZeroAddress(id: string): string {
  return `0x${(idKey(id) % PART).toString(16).padStart(40, "0")}`;
}
