import { memoizeByObject } from "../../engine/model/model.ts";
import { encodingsOf } from "./encodings.ts";

/** The secrets in a text, in any encoding, each with some of the surrounding text. */
export function leaksIn(text: string, secrets: readonly string[]): readonly string[] {
  const found = formsOf(secrets).filter((form) => text.includes(form));
  // A secret that was encoded together with other text is found by decoding.
  const inBase64 = [...new Set(text.match(/[A-Za-z0-9+/_-]{8,}/g))].flatMap((run) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), "base64").toString("utf8")),
  );
  const decoded = inBase64.filter((inside) => secrets.some((secret) => inside.includes(secret)));
  return [...found, ...decoded].map((form) => `${form} in ${around(text, form)}`);
}

/** All encodings of the secrets; an encoding that contains another one is found by the shorter one. */
const formsOf = memoizeByObject((secrets: readonly string[]): readonly string[] => {
  const forms = secrets.flatMap((secret) => Object.values(encodingsOf(secret)));
  return [...new Set(forms)].filter((form, _index, all) =>
    all.every((other) => other === form || !form.includes(other)),
  );
});

function around(text: string, form: string): string {
  const at = text.indexOf(form);
  return at < 0 ? "base64" : JSON.stringify(text.slice(Math.max(0, at - 60), at + form.length + 120));
}
