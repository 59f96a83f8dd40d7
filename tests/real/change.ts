import { isObject, type Json, type JsonObject } from "../../reference/json.ts";

/** A change of bodies, to plant a fault: path of the request, and the body that would be sent. */
export type Change = (path: string, body: Json) => Json;

/** Members to set; those that are undefined are taken away. */
export type Members = Readonly<Record<string, Json | undefined>>;

/** The value with the members of the objects at a place changed; `*` stands for every element of an array. */
export function changeAt(value: Json, place: readonly string[], members: Members): Json {
  const [step, ...rest] = place;
  if (step === undefined) {
    return isObject(value) ? changed(value, members) : value;
  }
  if (Array.isArray(value)) {
    return value.map((item: Json, index) =>
      step === "*" || index === Number(step) ? changeAt(item, rest, members) : item,
    );
  }
  const inner = isObject(value) ? value[step] : undefined;
  return isObject(value) && inner !== undefined
    ? { ...value, [step]: changeAt(inner, rest, members) }
    : value;
}

function changed(value: JsonObject, members: Members): JsonObject {
  const kept = Object.entries(value).filter(([name]) => !Object.hasOwn(members, name));
  const set = Object.entries(members).flatMap(([name, item]) =>
    item === undefined ? [] : [[name, item] as const],
  );
  return Object.fromEntries([...kept, ...set]);
}
