import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome, validationErrors } from "../../../../test/harness/brokerage-fixture.ts";
import { type LeadFixture, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

describe("updateLead refuses", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openLeads(lintel, "north");
  });
  afterAll(() => lintel.close());

  /** The lead is unchanged, including the other fields of the request, and no change is announced. */
  async function expectUntouched(lead: number, before: object): Promise<void> {
    expect((await brokerage.read(lead)).body).toEqual(before);
    expect(await auditOf(lintel, "lead", lead)).toEqual([]);
    expect(await brokerage.timeline(lead)).toHaveLength(1);
  }

  it.each([
    { status: "contacted" },
    { status: "lost" },
    { status: "nonsense" },
    { stage: "CONTACTING" },
    { stage: "new" },
    { status: "new", stage: "TRASHED" },
  ])("another status or stage, and says where it is changed: %j", async (change) => {
    const lead = await brokerage.makeLead();
    const before = (await brokerage.read(lead)).body;
    const all = { ...change, notes: "x", last_name: "x", assigned_agent_id: brokerage.ann.id };
    const { status, body } = await brokerage.patch(lead, all);
    expect([status, body.detail]).toEqual([
      409,
      expect.stringContaining(`POST /api/v1/admin/leads/${lead}/transitions`),
    ]);
    await expectUntouched(lead, before);
  });

  it("no status or stage that the lead has, nor null: whole records can be sent back", async () => {
    const lead = await brokerage.makeLead();
    for (const same of [
      { status: "new", stage: "NEW" },
      { status: null, stage: null },
    ]) {
      expect((await brokerage.patch(lead, { ...same, notes: JSON.stringify(same) })).status).toBe(200);
    }
  });

  it.each(["QUALIFIED", "COMMITTED", "IN_CONTRACT", "CLOSED", "ARCHIVED", "TRASHED"])(
    "another pipeline_type in %s, but not the same",
    async (stage) => {
      const lead = await brokerage.makeLead({ stage });
      const before = (await brokerage.read(lead)).body;
      const { status, body } = await brokerage.patch(lead, { pipeline_type: "seller", notes: "x" });
      expect([status, body]).toEqual([
        409,
        { detail: `pipeline_type can be changed in NEW and CONTACTING only; the lead is ${stage}` },
      ]);
      await expectUntouched(lead, before);
      expect((await brokerage.patch(lead, { pipeline_type: "buyer" })).status).toBe(200);
    },
  );

  it("an agent of another brokerage, an inactive, a disabled and an unknown one", async () => {
    const other = await openLeads(lintel, "south");
    const inactive = await brokerage.hire("Ina", { status: "inactive" });
    const disabled = await brokerage.hire("Dis", { disabled_at: lintel.clock.now() });
    const lead = await brokerage.makeLead();
    const before = (await brokerage.read(lead)).body;
    for (const id of [other.ann.id, inactive.id, disabled.id, 2_147_483_647]) {
      expect(outcome(await brokerage.patch(lead, { assigned_agent_id: id, notes: "x" }))).toEqual([
        400,
        { detail: `assigned_agent_id ${id} is no active agent of the lead's brokerage` },
      ]);
    }
    await expectUntouched(lead, before);
  });

  it("no agent who has the lead already, even one who is inactive by now", async () => {
    const inactive = await brokerage.hire("Ivy", { status: "inactive" });
    const lead = await brokerage.makeLead({ assigned_agent_id: inactive.id });
    const { status, body } = await brokerage.patch(lead, { assigned_agent_id: inactive.id, notes: "Kept" });
    expect([status, body.assigned_agent.name, body.notes]).toEqual([200, "Ivy", "Kept"]);
  });

  it.each([
    [{ first_name: "" }, "first_name must not be empty"],
    [{ last_name: "  " }, "last_name must not be empty"],
    [{ first_name: null }, "first_name must be text"],
    [{ email: "not an address" }, "email must be a valid email address"],
    [{ email: null }, "email must be text"],
    [{ phone: "1".repeat(41) }, "phone must be at most 40 characters"],
    [{ notes: "x".repeat(20_001) }, "notes must be at most 20000 characters"],
    [{ notes: 5 }, "notes must be text or null"],
    [{ reassign_reason: "x".repeat(2001) }, "reassign_reason must be at most 2000 characters"],
    [{ assigned_agent_id: "1" }, "assigned_agent_id must be an integer or null"],
    [{ assigned_agent_id: 0 }, "assigned_agent_id must be between 1 and 2147483647"],
    [{ pipeline_type: "renter" }, "pipeline_type must be one of buyer, seller"],
    [{ status: 5 }, "status must be text or null"],
  ])("%j with 422", async (body, message) => {
    const lead = await brokerage.makeLead();
    expect(validationErrors(await brokerage.patch(lead, body))).toEqual([
      422,
      [[`body.${Object.keys(body)[0]}`, message]],
    ]);
  });

  it("nothing that it does not know", async () => {
    const lead = await brokerage.makeLead();
    const before = (await brokerage.read(lead)).body;
    const stranger = { message: "x", heat: 9, created_at: "2020-01-01T00:00:00Z", brokerage_id: 99 };
    expect(outcome(await brokerage.patch(lead, stranger))).toEqual([200, before]);
    await expectUntouched(lead, before);
  });
});
