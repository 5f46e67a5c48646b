import { describe, expect, it } from "vitest";
import { smsText } from "./sms-text.ts";

const data = {
  name: "Ann",
  leadName: "Ada Lovelace",
  email: "ada@visitors.test",
  phone: null,
  arrivedAt: "today",
  waited: "10 minutes",
  target: "5 minutes",
  agentName: "Ann",
  isOwn: true,
  crmUrl: "https://crm.test/leads/7",
};
const render = (fields: Partial<typeof data>, brokerage = "North Realty") =>
  smsText({ template: "agent_reminder", data: { ...data, ...fields } }, brokerage);

describe("smsText", () => {
  it("is the brokerage, what there is, and the link", () => {
    expect(render({})).toBe(
      "North Realty: Reminder: Ada Lovelace is waiting. Waiting for 10 minutes. ada@visitors.test https://crm.test/leads/7",
    );
  });

  it("is one line, with any name", () => {
    expect(render({ leadName: "Ada\r\nLove\u2028lace\u0007 \u202eevil\u200b" })).toMatch(
      /^North Realty: Reminder: Ada Love lace evil is waiting\. /,
    );
  });

  it("has at most 320 characters, and the link is whole", () => {
    const long = render({ leadName: "x".repeat(1000) });
    expect(long).toHaveLength(320);
    expect(long).toMatch(/xxx\.\.\. https:\/\/crm\.test\/leads\/7$/);
  });

  it("does not cut a character in half", () => {
    for (const shift of ["", "x"]) {
      const text = render({ leadName: shift + "🏡".repeat(300) });
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeLessThanOrEqual(320);
      expect(text).toMatch(/🏡\.\.\. https:\/\/crm\.test\/leads\/7$/u);
    }
  });

  it("leaves out a link that leaves no room for words", () => {
    const text = render({ crmUrl: `https://crm.test/${"a".repeat(300)}` });
    expect(text).toMatch(/ada@visitors\.test$/);
  });
});
