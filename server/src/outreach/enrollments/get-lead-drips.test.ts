import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { type OutreachFixture, openOutreach } from "../../../test/harness/outreach-fixture.ts";
import { step } from "../../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

type Named = { name: string };
type Enrolled = { sequence_name: string };

/** SPEC: Leads, GET /api/v1/admin/leads/{lead_id}/drips. */
describe("getLeadDrips", () => {
  let lintel: TestApp;
  let admin: string;
  let desk: OutreachFixture;
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    desk = await openOutreach(lintel, `leads-page-${++made}`);
    lead = await desk.makeLead({ assigned_agent_id: desk.ann.id });
  });

  const available = async (id = lead) =>
    (await desk.leadDrips(id)).body.available_sequences.map(({ name }: Named) => name);
  const enforce = (enforce_pipeline_type: boolean) =>
    lintel.call(`/api/admin/brokerages/${desk.id}/lead-settings`, {
      method: "PUT",
      key: desk.broker,
      body: { enforce_pipeline_type },
    });

  it("returns the lead's enrollments with the sequences' names, and the sequences it could join", async () => {
    const on = await desk.sequence({ name: "On it" });
    const steps = [step("a", 0), step("b", 7)];
    const off = await desk.sequence({
      name: "Not yet",
      description: "Warm up",
      pipeline_type: "buyer",
      steps,
    });
    const enrollment = await desk.enrolled(on.id, lead);
    expect(outcome(await desk.leadDrips(lead))).toEqual([
      200,
      {
        enrollments: [{ ...enrollment, sequence_name: "On it" }],
        available_sequences: [
          {
            id: off.id,
            name: "Not yet",
            description: "Warm up",
            trigger_state: "ARCHIVED",
            pipeline_type: "buyer",
            step_count: 2,
            total_days: 7,
          },
        ],
        can_manage: true,
      },
    ]);
  });

  it("has nothing for a lead in a brokerage without sequences", async () => {
    expect((await desk.leadDrips(lead)).body).toEqual({
      enrollments: [],
      available_sequences: [],
      can_manage: true,
    });
  });

  it("has the last begun enrollment first, completed and stopped ones too, and no other lead's", async () => {
    const [first, second] = [await desk.sequence({ name: "First" }), await desk.sequence({ name: "Second" })];
    await desk.enrolled(first.id, lead);
    await desk.enrolled(second.id, lead);
    await desk.enrolled(first.id, await desk.makeLead());
    const named = async () =>
      (await desk.leadDrips(lead)).body.enrollments.map(({ sequence_name }: Enrolled) => sequence_name);
    expect(await named()).toEqual(["Second", "First"]);
    await desk.stop(first.id, lead);
    lintel.clock.advance(1000);
    await desk.enrolled(first.id, lead);
    expect(await named()).toEqual(["First", "Second"]);
  });

  it("offers by name what is turned on, has steps, and is not active for the lead", async () => {
    await desk.sequence({ name: "beta" });
    await desk.sequence({ name: "Alpha" });
    await desk.sequence({ name: "Off", active: false });
    await desk.sequence({ name: "Empty", steps: [] });
    const running = await desk.sequence({ name: "Running" });
    const over = await desk.sequence({ name: "Over" });
    const other = await openOutreach(lintel, `elsewhere-${made}`);
    await other.sequence({ name: "Theirs" });
    await desk.enrolled(running.id, lead);
    await desk.enrolled(over.id, lead);
    await desk.stop(over.id, lead);
    await desk.enrolled(over.id, await desk.makeLead());
    expect(await available()).toEqual(["Alpha", "beta", "Over"]);
  });

  it("can enroll in each that it offers, and in no other", async () => {
    for (const body of [{}, { active: false }, { steps: [] }]) await desk.sequence(body);
    const running = await desk.sequence();
    await desk.enrolled(running.id, lead);
    const { body } = await lintel.call("/api/v1/admin/drips", { key: desk.broker });
    const offered = (await desk.leadDrips(lead)).body.available_sequences.map(({ id }: { id: number }) => id);
    const taken: number[] = [];
    for (const { id } of body.items) if ((await desk.enroll(id, lead)).status === 200) taken.push(id);
    expect([taken.length, taken.toSorted()]).toEqual([1, offered.toSorted()]);
  });

  it("leaves out the other pipeline's only where the brokerage keeps sequences to theirs", async () => {
    const seller = await desk.makeLead({ pipeline_type: "seller" });
    await desk.sequence({ name: "Both" });
    await desk.sequence({ name: "Buyers", pipeline_type: "buyer" });
    await desk.sequence({ name: "Sellers", pipeline_type: "seller" });
    for (const id of [lead, seller]) expect(await available(id)).toEqual(["Both", "Buyers", "Sellers"]);
    await enforce(true);
    expect([await available(lead), await available(seller)]).toEqual([
      ["Both", "Buyers"],
      ["Both", "Sellers"],
    ]);
    await enforce(false);
    expect(await available()).toEqual(["Both", "Buyers", "Sellers"]);
  });

  it("tells brokers and admins that they can manage, and agents that they cannot", async () => {
    const { id } = await desk.sequence();
    await desk.enrolled(id, lead);
    const [broker, byAdmin, agent] = await Promise.all(
      [desk.broker, admin, desk.ann.key].map(async (key) => (await desk.leadDrips(lead, key)).body),
    );
    expect(broker.can_manage).toBe(true);
    expect(byAdmin).toEqual(broker);
    expect(agent).toEqual({ ...broker, can_manage: false });
  });

  it("answers 404 for a lead that is not there, or that the caller does not see", async () => {
    const other = await openOutreach(lintel, `elsewhere-${made}`);
    const missing = [404, { detail: "Lead not found" }];
    expect(outcome(await desk.leadDrips(999_999))).toEqual(missing);
    for (const key of [desk.bob.key, desk.agent, other.broker, other.ann.key])
      expect(outcome(await desk.leadDrips(lead, key))).toEqual(missing);
  });

  it("lets admins go on reading a disabled brokerage's, where there is nothing to manage any more", async () => {
    const on = await desk.sequence({ name: "On it" });
    await desk.sequence();
    await desk.enrolled(on.id, lead);
    await desk.disable();
    expect((await desk.leadDrips(lead, admin)).body).toMatchObject({
      enrollments: [{ sequence_name: "On it" }],
      available_sequences: [],
      can_manage: false,
    });
    expect((await desk.leadDrips(lead)).status).toBe(404);
  });
});
