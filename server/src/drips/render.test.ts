import { describe, expect, it } from "vitest";
import { hostileTexts, inOneLine } from "../../test/harness/hostile-texts.ts";
import { type PlaceholderValues, placeholders, renderSubject, renderTemplate } from "./render.ts";

const values: PlaceholderValues = {
  first_name: "Ann",
  last_name: "Oak",
  agent_name: "Bo Reed",
  agent_phone: "(208) 555-0100",
  agent_email: "bo@oak.test",
  brokerage_name: "Oak Realty",
  brokerage_phone: "(208) 555-0101",
};

describe("renderTemplate", () => {
  it("knows the seven names of the specification", () => {
    expect(placeholders.map((name) => renderTemplate(`{{${name}}}`, values))).toEqual(Object.values(values));
    expect(placeholders).toHaveLength(7);
  });

  it.each([
    ["{{ first_name }} {{\tlast_name  }}", "Ann Oak"],
    ["{{First_Name}} {{LAST_NAME}}", "Ann Oak"],
    ["{{first_name}}{{first_name}}", "AnnAnn"],
    ["Hi {{nickname}}!", "Hi !"],
    ["a{{}}b{{ }}c{{first name}}d{{first_name.length}}e", "abcde"],
    ["{{constructor}}{{__proto__}}{{toString}}{{hasOwnProperty}}", ""],
    ["{first_name} {{first_name} {{first_name", "{first_name} {{first_name} {{first_name"],
    ["{{{first_name}}}", "{Ann}"],
    ["{{ {{first_name}} }}", "{{ Ann }}"],
    ["{{first_\nname}}", "{{first_\nname}}"],
    ["Line 1\n\n  Line 2 {{first_name}}\r\n", "Line 1\n\n  Line 2 Ann\r\n"],
    ["no placeholder at all, $1 $& %s #{x}", "no placeholder at all, $1 $& %s #{x}"],
  ])("renders %j", (template, expected) => {
    expect(renderTemplate(template, values)).toBe(expected);
  });

  it("writes nothing for what is not known", () => {
    expect(
      renderTemplate("[{{agent_name}}][{{agent_phone}}]", { ...values, agent_name: null, agent_phone: "" }),
    ).toBe("[][]");
  });

  it("renders no value again, whichever name it is under", () => {
    for (const name of placeholders) {
      for (const text of ["{{agent_email}}", "{{ first_name }}", "{{nickname}}", "{{", "}}", "$&", "$1$'"]) {
        expect(renderTemplate(`<{{${name}}}>`, { ...values, [name]: text })).toBe(`<${text.trim()}>`);
      }
    }
    const halves = { ...values, first_name: "{{agent_", last_name: "email}}" };
    expect(renderTemplate("{{first_name}}{{last_name}}", halves)).toBe("{{agent_email}}");
  });

  it.each(Object.entries(hostileTexts))(
    "keeps %s on the line it was put on, word for word",
    (_name, text) => {
      const rendered = renderTemplate("Hello {{first_name}},\n\nBye", { ...values, first_name: text });
      expect(rendered).toBe(`Hello ${inOneLine(text)},\n\nBye`);
    },
  );

  it("is done at once with texts made to keep it busy", () => {
    const began = performance.now();
    for (const text of [
      "{{".repeat(10_000),
      `{{${" ".repeat(20_000)}`,
      "{{a".repeat(6000),
      "{{x}}".repeat(4000),
    ]) {
      renderTemplate(text, values);
    }
    expect(performance.now() - began).toBeLessThan(500);
  });
});

describe("renderSubject", () => {
  it.each(Object.entries(hostileTexts))("is one line with %s in it", (_name, text) => {
    const subject = renderSubject("For {{first_name}}", { ...values, first_name: text });
    expect(subject).toBe(inOneLine(`For ${text}`));
    expect(subject).not.toMatch(/\p{Cc}/u);
  });

  it("folds line breaks and control characters of the template too", () => {
    expect(renderSubject(" One\r\nBcc: x@y.test\ttwo\u0007 {{first_name}}\u2028", values)).toBe(
      "One Bcc: x@y.test two Ann",
    );
  });
});
