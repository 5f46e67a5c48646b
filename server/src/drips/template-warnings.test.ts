import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSequences, type SequencesFixture, step } from "../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { starters } from "./starters/list-drip-starters.ts";
import { templateWarnings } from "./template-warnings.ts";

const texts = (subject_template: string, body_template = "Body") => ({
  position: 1,
  subject_template,
  body_template,
});

describe("templateWarnings", () => {
  it.each([
    ["frist_name", "first_name"],
    ["firstName", "first_name"],
    ["first name", "first_name"],
    ["agents_phone", "agent_phone"],
    ["brokerage", "brokerage_name"],
    ["unsubscribe", null],
    ["", null],
  ])("names for {{%s}} the nearest placeholder: %j", (name, nearest) => {
    expect(templateWarnings([texts(`Hi {{ ${name} }}`)])).toMatchObject([{ placeholder: name, nearest }]);
  });

  it("gives the step, the field, the name and what to write instead", () => {
    const misspelled = { ...texts("Hi {{first_name}}", "{{agent_nam}}, {{price}}"), position: 3 };
    expect(templateWarnings([texts("Hi"), misspelled])).toEqual([
      {
        position: 3,
        field: "body_template",
        placeholder: "agent_nam",
        nearest: "agent_name",
        message:
          "{{agent_nam}} in body_template of step 3 is not a placeholder and renders empty; did you mean agent_name?",
      },
      {
        position: 3,
        field: "body_template",
        placeholder: "price",
        nearest: null,
        message:
          "{{price}} in body_template of step 3 is not a placeholder and renders empty; the placeholders are " +
          "first_name, last_name, agent_name, agent_phone, agent_email, brokerage_name, brokerage_phone",
      },
    ]);
  });

  it("is silent about placeholders in any case, about text that is none, and about the starters", () => {
    expect(templateWarnings([texts("{{ First_Name }} {first} {{open", "{{LAST_NAME}}")])).toEqual([]);
    for (const { steps } of starters.values()) {
      const placed = steps.map((each, index) => ({ ...each, position: index + 1 }));
      expect(templateWarnings(placed)).toEqual([]);
    }
  });

  it("warns once of a name that is repeated, of 20 names at most, and shortens long ones", () => {
    expect(templateWarnings([texts("{{x}} {{x}} {{ x }}", "{{x}}")])).toHaveLength(2);
    const many = Array.from({ length: 4000 }, (_, at) => `{{${at}}}`).join("");
    expect(templateWarnings([texts("Hi", many)])).toHaveLength(20);
    const [long] = templateWarnings([texts("Hi", `{{${"x".repeat(19_000)}}}`)]);
    expect(long?.placeholder).toHaveLength(64);
  });
});

describe("a sequence's warnings", () => {
  let lintel: TestApp;
  let north: SequencesFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openSequences(lintel, "north");
  });
  afterAll(() => lintel.close());

  it("are in the replies to creating, updating, reading and listing it, until they are corrected", async () => {
    const misspelled = { ...step("one"), subject_template: "For {{frist_name}}" };
    const created = await north.sequence({ steps: [misspelled, step("two")] });
    expect(created.warnings).toMatchObject([
      { position: 1, field: "subject_template", placeholder: "frist_name", nearest: "first_name" },
    ]);
    expect((await north.read(created.id)).body.warnings).toEqual(created.warnings);
    expect((await north.list()).body.items).toMatchObject([{ warnings: created.warnings }]);

    const moved = await north.update(created.id, { steps: [step("two"), misspelled] });
    expect(moved.body.warnings).toMatchObject([{ position: 2, placeholder: "frist_name" }]);
    expect((await north.update(created.id, { name: "Renamed" })).body.warnings).toEqual(moved.body.warnings);

    const corrected = await north.update(created.id, { steps: [step("one")] });
    expect(corrected.body.warnings).toEqual([]);
  });
});
