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
  let brokerage: OutreachFixture;
  let lead: number;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openOutreach(lintel, `leads-page-${++made}`);
    lead = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
  });

  const available = async (id = lead) =>
    (await brokerage.leadDrips(id)).body.available_sequences.map(({ name }: Named) => name);
  const enforce = (enforce_pipeline_type: boolean) =>
    lintel.call(`/api/admin/brokerages/${brokerage.id}/lead-settings`, {
      method: "PUT",
      key: brokerage.broker,
      body: { enforce_pipeline_type },
    });

  it("returns the lead's enrollments with the sequences' names, and the sequences it could join", async () => {
    const on = await brokerage.sequence({ name: "On it" });
    const steps = [step("a", 0), step("b", 7)];
    const off = await brokerage.sequence({
      name: "Not yet",
      description: "Warm up",
      pipeline_type: "buyer",
      steps,
    });
    const enrollment = await brokerage.enrolled(on.id, lead);
    expect(outcome(await brokerage.leadDrips(lead))).toEqual([
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
    expect((await brokerage.leadDrips(lead)).body).toEqual({
      enrollments: [],
      available_sequences: [],
      can_manage: true,
    });
  });

  it("has the last begun enrollment first, completed and stopped ones too, and no other lead's", async () => {
    const [first, second] = [
      await brokerage.sequence({ name: "First" }),
      await brokerage.sequence({ name: "Second" }),
    ];
    await brokerage.enrolled(first.id, lead);
    await brokerage.enrolled(second.id, lead);
    await brokerage.enrolled(first.id, await brokerage.makeLead());
    const named = async () =>
      (await brokerage.leadDrips(lead)).body.enrollments.map(({ sequence_name }: Enrolled) => sequence_name);
    expect(await named()).toEqual(["Second", "First"]);
    await brokerage.stop(first.id, lead);
    lintel.clock.advance(1000);
    await brokerage.enrolled(first.id, lead);
    expect(await named()).toEqual(["First", "Second"]);
  });

  it("offers by name what is turned on, has steps, and is not active for the lead", async () => {
    await brokerage.sequence({ name: "beta" });
    await brokerage.sequence({ name: "Alpha" });
    await brokerage.sequence({ name: "Off", active: false });
    await brokerage.sequence({ name: "Empty", steps: [] });
    const running = await brokerage.sequence({ name: "Running" });
    const over = await brokerage.sequence({ name: "Over" });
    const other = await openOutreach(lintel, `elsewhere-${made}`);
    await other.sequence({ name: "Theirs" });
    await brokerage.enrolled(running.id, lead);
    await brokerage.enrolled(over.id, lead);
    await brokerage.stop(over.id, lead);
    await brokerage.enrolled(over.id, await brokerage.makeLead());
    expect(await available()).toEqual(["Alpha", "beta", "Over"]);
  });

  it("can enroll in each that it offers, and in no other", async () => {
    for (const body of [{}, { active: false }, { steps: [] }]) await brokerage.sequence(body);
    const running = await brokerage.sequence();
    await brokerage.enrolled(running.id, lead);
    const { body } = await lintel.call("/api/v1/admin/drips", { key: brokerage.broker });
    const offered = (await brokerage.leadDrips(lead)).body.available_sequences.map(
      ({ id }: { id: number }) => id,
    );
    const taken: number[] = [];
    for (const { id } of body.items) if ((await brokerage.enroll(id, lead)).status === 200) taken.push(id);
    expect([taken.length, taken.toSorted()]).toEqual([1, offered.toSorted()]);
  });

  it("leaves out the other pipeline's only where the brokerage keeps sequences to theirs", async () => {
    const seller = await brokerage.makeLead({ pipeline_type: "seller" });
    await brokerage.sequence({ name: "Both" });
    await brokerage.sequence({ name: "Buyers", pipeline_type: "buyer" });
    await brokerage.sequence({ name: "Sellers", pipeline_type: "seller" });
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
    const { id } = await brokerage.sequence();
    await brokerage.enrolled(id, lead);
    const [broker, byAdmin, agent] = await Promise.all(
      [brokerage.broker, admin, brokerage.ann.key].map(
        async (key) => (await brokerage.leadDrips(lead, key)).body,
      ),
    );
    expect(broker.can_manage).toBe(true);
    expect(byAdmin).toEqual(broker);
    expect(agent).toEqual({ ...broker, can_manage: false });
  });

  it("answers 404 for a lead that is not there, or that the caller does not see", async () => {
    const other = await openOutreach(lintel, `elsewhere-${made}`);
    const missing = [404, { detail: "Lead not found" }];
    expect(outcome(await brokerage.leadDrips(999_999))).toEqual(missing);
    for (const key of [brokerage.bob.key, brokerage.agent, other.broker, other.ann.key])
      expect(outcome(await brokerage.leadDrips(lead, key))).toEqual(missing);
  });

  it("lets admins go on reading a disabled brokerage's, where there is nothing to manage any more", async () => {
    const on = await brokerage.sequence({ name: "On it" });
    await brokerage.sequence();
    await brokerage.enrolled(on.id, lead);
    await brokerage.disable();
    expect((await brokerage.leadDrips(lead, admin)).body).toMatchObject({
      enrollments: [{ sequence_name: "On it" }],
      available_sequences: [],
      can_manage: false,
    });
    expect((await brokerage.leadDrips(lead)).status).toBe(404);
  });
});
