import { type TSchema, Type } from "typebox";
import { describe, expect, it } from "vitest";
import { BlankableText, Email, OptionalBlank, OptionalBlankDay, Phone, Text, WebAddress } from "./fields.ts";
import { ownFormats } from "./formats.ts";
import { Nullable } from "./list-envelope.ts";
import { compileValidator, describeIssues } from "./validation.ts";

/** What the body becomes, or what is said of it. */
function judge(field: TSchema, value: unknown): unknown {
  const body = { field: value };
  const validate = compileValidator({ schema: Type.Object({ field }), httpPart: "body" });
  if (validate(body)) return body.field;
  return describeIssues((validate.errors ?? []) as Parameters<typeof describeIssues>[0], "body").map(
    ({ msg }) => msg,
  );
}

describe("text fields", () => {
  it("are trimmed before their length is judged", () => {
    expect(judge(Text(3), "  abc ")).toBe("abc");
    expect(judge(Text(3), " \n ")).toEqual(["field must not be empty"]);
    expect(judge(Text(3), "abcd")).toEqual(["field must be at most 3 characters"]);
    expect(judge(BlankableText(3), "   ")).toBe("");
    expect(judge(Nullable(Text(3)), null)).toBe(null);
    expect(judge(Text(3), null)).toEqual(["field must be text"]);
    expect(judge(Nullable(Text(3)), 12)).toEqual(["field must be text or null"]);
    expect(judge(Text(3), 12)).toEqual(["field must be text"]);
    expect(judge(Type.Array(Text(3)), [" a ", "b"])).toEqual(["a", "b"]);
  });

  it("that need not be said are null, blank or absent", () => {
    for (const nothing of [undefined, null, ""]) {
      expect(judge(OptionalBlank(3), nothing)).toBe(nothing);
      expect(judge(OptionalBlankDay(), nothing)).toBe(nothing);
    }
    expect(judge(OptionalBlank(3), " abc ")).toBe("abc");
    expect(judge(OptionalBlankDay(), " 2026-06-15 ")).toBe("2026-06-15");
    expect(judge(OptionalBlankDay(), "15.06.2026")).toEqual(["field must be a valid date (YYYY-MM-DD)"]);
    expect(judge(OptionalBlankDay(), 20260615)).toEqual(["field must be text or null"]);
  });

  it("say what they must be", () => {
    expect(judge(Email(), " ann@oak.test ")).toBe("ann@oak.test");
    expect(judge(Email(), "ann")).toEqual(["field must be a valid email address"]);
    expect(judge(Phone(), "12")).toEqual(["field must be a valid phone number, such as +12085550100"]);
    expect(judge(WebAddress(), "ftp://oak.test")).toEqual([
      "field must be a valid address that starts with http:// or https://",
    ]);
  });
});

describe("formats", () => {
  const cases: Record<string, { good: string[]; bad: string[] }> = {
    slug: {
      good: ["a", "oak", "oak-realty-2", "1st-homes", "a--b"],
      bad: ["", "Oak", "-oak", "oak-", "oak realty", "oak_realty", "öak", "oak/realty", "oak\n"],
    },
    "web-address": {
      good: [
        "https://oak.test",
        "http://oak.test:8080/a?b=c#d",
        "HTTPS://OAK.TEST",
        "https://oak.test/a%20b",
      ],
      bad: [
        "oak.test",
        "//oak.test",
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://oak.test",
        "https://",
        "https://a b",
        'https://oak.test/"onload="x',
        "https://oak.test/<b>",
        "https:\\\\oak.test",
        "java\nscript:alert(1)",
        "https://oak.test\n",
      ],
    },
    link: {
      good: [
        "/search",
        "search",
        "./a",
        "../a",
        "?q=1",
        "#",
        "#top",
        "/",
        "mailto:ann@oak.test",
        "tel:+12085550100",
        "https://oak.test/a",
        "/a:b",
      ],
      bad: [
        "",
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        " javascript:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "//elsewhere.test",
        "/\\elsewhere.test",
        "https://",
        "mailto:",
        "tel:",
        "/a b",
        '"><script>',
      ],
    },
    "hex-color": {
      good: ["#1F5C7A", "#abcdef"],
      bad: ["#fff", "1F5C7A", "#1F5C7G", "red", "#1F5C7A0", "#1F5C7A\n"],
    },
    e164: {
      good: ["+12085550100", "+442079460958"],
      bad: ["2085550100", "+0123456789", "+1 208", "+", "+12", "+1234567890123456"],
    },
    "account-sid": {
      good: [`AC${"0123456789abcdefABCDEF0123456789"}`],
      bad: ["AC12", `SK${"0".repeat(32)}`, `AC${"g".repeat(32)}`, `AC${"0".repeat(33)}`],
    },
    date: { good: ["2026-06-15"], bad: ["", "2026-02-29", "June"] },
    "day-or-blank": {
      good: ["2026-06-15", "2028-02-29", "0001-01-01", "9999-12-31", ""],
      bad: [
        "2026-02-29",
        "2026-06-31",
        "2026-13-01",
        "2026-00-01",
        "2026-01-00",
        "0000-01-01",
        "2026-6-1",
        "20260615",
        "15.06.2026",
        "2026-06-15T00:00:00Z",
        "2026-06-15\n",
        "tomorrow",
        " ",
      ],
    },
    "time-of-day": {
      good: ["00:00", "23:59", "08:05"],
      bad: ["24:00", "8:00", "08:60", "08:00:00", "", "noon"],
    },
    "time-zone": {
      good: ["America/Boise", "UTC", "Europe/Berlin"],
      bad: ["Boise", "America/Nowhere", "", "+02:00", "MST7MDT8", "a".repeat(300)],
    },
  };
  for (const [name, { good, bad }] of Object.entries(cases)) {
    const { check } = ownFormats[name] as (typeof ownFormats)[string];
    const passes = (text: string) => (check instanceof RegExp ? check.test(text) : check(text));
    it.each(good)(`${name} takes %j`, (text) => expect(passes(text)).toBe(true));
    it.each(bad)(`${name} refuses %j`, (text) => expect(passes(text)).toBe(false));
  }
});
