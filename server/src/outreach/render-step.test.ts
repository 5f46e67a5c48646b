import { describe, expect, it } from "vitest";
import { renderStep } from "./render-step.ts";

const step = { subject_template: "For {{first_name}}", body_template: "Hi {{first_name}}!" };
const people = { agent: null, brokerage: "North", owner: null };
const bodyFor = (first_name: string) => renderStep(step, { first_name, last_name: "" }, people).body;

describe("renderStep", () => {
  it.each(["Ada", "St.Clair", "J.Lo", "John/Jane", "Bob @ Acme", "O'Neil", "Mary & Joe", "Ødegård"])(
    "calls %s by their name",
    (name) => {
      expect(bodyFor(name)).toBe(`Hi ${name}!`);
    },
  );

  it.each([
    "https://evil.test",
    "www.evil.test",
    "evil.test",
    "bit.ly/x",
    "t.co/x",
    "win@evil.test",
    "You won ftp://x",
    "x".repeat(101),
  ])("writes nothing in place of %s, which any visitor can have typed into a form", (name) => {
    expect(bodyFor(name)).toBe("Hi !");
  });

  it("has the brokerage's name as subject where its own comes to nothing", () => {
    const written = renderStep(
      { ...step, subject_template: "{{first_name}}" },
      { first_name: "", last_name: "" },
      people,
    );
    expect(written.subject).toBe("North");
  });

  it("answers to the agent, else to the brokerage's owner, else has no Reply-To", () => {
    const [agent, owner] = [
      { name: "Ann", email: "ann@agents.test", phone: null },
      { email: "olga@brokers.test", phone: null },
    ];
    const replyTo = (some: object) =>
      renderStep(step, { first_name: "A", last_name: "B" }, { ...people, ...some }).replyTo;
    expect([replyTo({ agent, owner }), replyTo({ owner }), replyTo({})]).toEqual([
      "ann@agents.test",
      "olga@brokers.test",
      null,
    ]);
  });
});
