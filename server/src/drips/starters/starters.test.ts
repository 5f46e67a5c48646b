import { describe, expect, it } from "vitest";
import { type PlaceholderValues, placeholders, renderSubject, renderTemplate } from "../render.ts";
import { starters } from "./list-drip-starters.ts";

const full: PlaceholderValues = {
  first_name: "Ann",
  last_name: "Oak",
  agent_name: "Bo Reed",
  agent_phone: "(208) 555-0100",
  agent_email: "bo@oak.test",
  brokerage_name: "Oak Realty Co.",
  brokerage_phone: "(208) 555-0101",
};
/** A lead without an agent, of a brokerage without a number. */
const sparse = { ...full, agent_name: null, agent_phone: null, agent_email: null, brokerage_phone: null };

const letters = [...starters].flatMap(([key, { steps }]) =>
  steps.map((step, at) => ({ ...step, letter: `${key} ${at + 1}` })),
);

describe("the starters", () => {
  it.each([...starters])(
    "%s has three to seven steps within the limits, and none on the heels of another",
    (_key, starter) => {
      expect(starter.steps.length).toBeGreaterThanOrEqual(3);
      expect(starter.steps.length).toBeLessThanOrEqual(7);
      expect(starter.steps.slice(1).every(({ delay_days }) => delay_days >= 2)).toBe(true);
      for (const { delay_days, subject_template, body_template } of starter.steps) {
        expect(delay_days).toBeLessThanOrEqual(365);
        // What a telephone shows of a subject.
        expect(renderSubject(subject_template, full).length).toBeLessThanOrEqual(50);
        expect(renderTemplate(body_template, full).split(/\s+/).length).toBeLessThanOrEqual(150);
      }
    },
  );

  it("end before the stage does: 21 quiet days of contacting, 180 of being qualified", () => {
    const days = (key: string) =>
      starters.get(key)?.steps.reduce((sum, { delay_days }) => sum + delay_days, 0);
    expect([days("new_buyer"), days("new_seller"), days("long_nurture"), days("past_client")]).toEqual([
      19, 19, 147, 365,
    ]);
  });

  it.each(letters)("$letter uses placeholders that there are", ({ subject_template, body_template }) => {
    for (const [, name] of `${subject_template}${body_template}`.matchAll(/\{\{(.*?)\}\}/g)) {
      expect(placeholders).toContain(name);
    }
    expect(renderTemplate(body_template, full)).not.toMatch(/[{}]/);
  });

  it.each(letters)("$letter reads well, also without an agent", ({ subject_template, body_template }) => {
    for (const values of [full, sparse]) {
      const [subject, body] = [
        renderSubject(subject_template, values),
        renderTemplate(body_template, values).trim(),
      ];
      expect(subject).not.toMatch(/ [,.?]| {2}/);
      expect(body).not.toMatch(/ [,.?:;]| {2}|\.\.|^[,.]|[ \t]$/m);
      expect(body).toMatch(/^Hello Ann,\n\n\p{Lu}.*\n\nWarm regards,\n(Bo Reed)?\nOak Realty Co\./su);
    }
  });

  it.each(letters)("$letter has no words of advertisements", ({ subject_template, body_template }) => {
    const spam =
      /\b(free|guarantee\w*|act now|limited|urgent|hurry up|exclusive|bargain|cash|winner|click|deal|risk|offer ends|no obligation|best price|lowest|dream home|hot market|don't miss)\b|!|[$%€]|\b[A-Z]{3,}\b|https?:/;
    expect(`${subject_template}\n${body_template}`.replaceAll(/\{\{.*?\}\}/g, "")).not.toMatch(spam);
  });

  it.each(letters)("$letter describes homes and places, and no residents", ({ body_template }) => {
    const fairHousing =
      /\b(famil(?:y|ies)|kids?|child(?:ren)?|adults?|seniors?|retire\w*|couples?|single|bachelor|master|schools?|church\w*|safe\w*|crime|exclusive|quiet area|integrated|ethnic|disab\w*|able-bodied|walking distance|mature|christian|jewish|muslim)\b/i;
    expect(body_template).not.toMatch(fairHousing);
  });
});
