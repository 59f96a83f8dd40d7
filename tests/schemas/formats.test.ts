import { describe, expect, it } from "vitest";
import { newAjv } from "../../engine/schema/validator.ts";

const words = (text: string): readonly string[] => text.split(/ +/);

const named: readonly (readonly ["date-time" | "uri", readonly string[], readonly string[]])[] = [
  [
    "date-time",
    [
      ...words(
        "2024-01-01T00:00:00Z 2024-02-29t23:59:59.999999999999z 2024-12-31T23:59:59.99999999999999999999-00:00",
      ),
      ...words(
        "2016-12-31T23:59:60Z 2017-01-01T00:59:60+01:00 0000-01-01T00:00:00+23:59 2000-02-29T00:00:00Z",
      ),
      "2024-01-01 00:00:00.1+05:30",
    ],
    [
      ...words(
        "2024-01-01 2024-01-01T00:00:00 2024-01-01T00:00Z 2024-01-01T00:00:00+0000 24-01-01T00:00:00Z",
      ),
      ...words("2024-01-01T00:00:00+00 2024-01-01T00:00:00.Z 2023-02-29T00:00:00Z 1900-02-29T00:00:00Z"),
      ...words("2024-13-01T00:00:00Z 2024-00-10T00:00:00Z 2024-04-31T00:00:00Z 2024-01-00T00:00:00Z"),
      ...words("2024-01-01T24:00:00Z 2024-01-01T00:60:00Z 2024-01-01T12:00:60Z 2024-01-01T23:59:61Z"),
      ...words(" 2024-01-01T00:00:00+24:00"),
      " 2024-01-01T00:00:00Z",
      "2024-01-01T00:00:00Z\n",
    ],
  ],
  [
    "uri",
    [
      ...words("https://status.example.test HTTP://user:pw@[2001:db8::1]:8080/a/b;c?d=e/f?g#h/i? http://h:/"),
      ...words("http://[v1.x]/ mailto:a@b.test urn:isbn:1 about: mailto:?to=a x:#y file:///a a+b-c.d:/x%20y"),
    ],
    [
      ...words("/path //host/path host.test 1http://h :x http://h/%2 http://h/ü http://h/#a#b http://h/[1]"),
      "",
      "http://a b",
      "http://[1]/",
    ],
  ],
];

describe.each(named)("format %s", (format, taken, refused) => {
  it("accepts valid and rejects invalid values", () => {
    const validate = newAjv().compile({ type: "string", format });
    expect(taken.filter((text) => !validate(text))).toEqual([]);
    expect(refused.filter((text) => validate(text))).toEqual([]);
  });
});

it("the validator is strict, and reports every error with its value", () => {
  expect(() => newAjv().compile({ type: "string", minimun: 3 })).toThrow("minimun");
  const validate = newAjv().compile({ type: "array", items: { type: "string" } });
  expect(validate([1, 2])).toBe(false);
  expect(validate.errors?.map((error) => error.data)).toEqual([1, 2]);
});
