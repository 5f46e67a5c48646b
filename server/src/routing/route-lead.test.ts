import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendForm } from "../../test/harness/contact-form.ts";
import { untilLocksAwaited } from "../../test/harness/lock-waits.ts";
import { home, subscribe } from "../../test/harness/market.ts";
import { openRouting, type RoutingFixture } from "../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { inTransaction } from "../platform/database/database.ts";
import { routeLead } from "./index.ts";

const LEADS = "/api/v1/admin/leads";
const byHand = { first_name: "A", last_name: "B", email: "a@b.test", subject: "Hi", message: "Hi" };

describe("routing", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `routing-${++made}`);
  });

  const post = (path: string, body: object, key?: string) =>
    lintel.call(path, { method: "POST", host: brokerage.host, body, ...(key && { key }) });

  async function askForTour(email: string): Promise<number> {
    const source = `routing-${made}`;
    await lintel.importListings(source, [home({ ListingId: source })]);
    await subscribe(lintel, brokerage.id, [source]);
    const { body } = await post("/api/tours", { listing_id: source, name: "Ada Lovelace", email });
    return (await lintel.call(`/api/tours/${body.id}`, { key: brokerage.broker })).body.lead_id;
  }

  const agentOf = async (lead: number) => (await brokerage.lead(lead)).body.assigned_agent?.name ?? null;
  const events = async (lead: number) =>
    (await lintel.call(`${LEADS}/${lead}/transitions`, { key: brokerage.broker })).body.events;

  it("is the same for contact forms, tours of new people and registrations: one turn goes round", async () => {
    for (const name of ["Ann", "Bob", "Cem"]) await brokerage.hire(name);
    const form = (await sendForm(lintel, brokerage.host)).body.lead_id;
    const tour = await askForTour("tour@visitors.test");
    const { id: registration } = await brokerage.registered();
    const again = (await sendForm(lintel, brokerage.host)).body.lead_id;
    const leads = [form, tour, registration, again];
    expect(await Promise.all(leads.map(agentOf))).toEqual(["Ann", "Bob", "Cem", "Ann"]);
  });

  it("goes by the brokerage's setting, however the lead came", async () => {
    await brokerage.hire("Ann");
    const bob = await brokerage.hire("Bob");
    await brokerage.updateSettings({ routing_strategy: "primary_agent", primary_agent_id: bob });
    const form = (await sendForm(lintel, brokerage.host)).body.lead_id;
    const tour = await askForTour("tour@visitors.test");
    const { id: registration } = await brokerage.registered();
    for (const lead of [form, tour, registration]) {
      expect((await brokerage.routing(lead)).body).toMatchObject({
        agent_id: bob,
        strategy: "primary_agent",
      });
    }
    const hand = (await post(LEADS, { ...byHand, status: "lost" }, brokerage.broker)).body.id;
    await post(`${LEADS}/${hand}/transitions`, { event_type: "lead_re_engaged" }, brokerage.broker);
    expect((await brokerage.routing(hand)).body).toMatchObject({ agent_id: bob, strategy: "primary_agent" });
  });

  it("tells the assignment on the timeline as the system's own", async () => {
    const ann = await brokerage.hire("Ann");
    const { lead_id: lead } = (await sendForm(lintel, brokerage.host)).body;
    expect(await events(lead)).toEqual([
      expect.objectContaining({ event_type: "contact_form_submission" }),
      {
        id: expect.any(Number),
        event_type: "agent_assigned",
        from_stage: "NEW",
        to_stage: "NEW",
        reason_code: null,
        note: null,
        channel: null,
        occurred_at: lintel.clock.now().toISOString(),
        actor_entered_at: null,
        actor: { type: "system", id: null, name: "system" },
        payload: { agent_id: ann, agent_name: "Ann", previous_agent_id: null, reason: "routed" },
      },
    ]);
  });

  it("leaves a lead unassigned while no agent is eligible, and announces no assignment", async () => {
    await brokerage.hire("Ann", { on_vacation: true });
    const { lead_id: lead } = (await sendForm(lintel, brokerage.host)).body;
    expect(await agentOf(lead)).toBeNull();
    expect((await events(lead)).map(({ event_type }: { event_type: string }) => event_type)).toEqual([
      "contact_form_submission",
    ]);
  });

  it("never routes manual leads, nor a tour request of a known lead", async () => {
    await brokerage.hire("Ann");
    const bob = await brokerage.hire("Bob", { accepting_leads: false });
    const hand = (await post(LEADS, byHand, brokerage.broker)).body.id;
    const bobs = (
      await post(LEADS, { ...byHand, email: "c@d.test", assigned_agent_id: bob }, brokerage.broker)
    ).body.id;
    expect(await askForTour("a@b.test")).toBe(hand);
    expect(await askForTour("c@d.test")).toBe(bobs);
    for (const [lead, agent] of [
      [hand, null],
      [bobs, "Bob"],
    ] as const) {
      expect([await agentOf(lead), (await brokerage.routing(lead)).status]).toEqual([agent, 404]);
    }
    expect(await brokerage.nextAgents(1)).toEqual(["Ann"]);
  });

  it("passes over who has had the lead before, where that is asked for", async () => {
    const ann = await brokerage.hire("Ann");
    const bob = await brokerage.hire("Bob");
    const { id } = await brokerage.registered();
    const again = (except: number[]) =>
      inTransaction(lintel.ctx, async (ctx) =>
        routeLead(ctx, { brokerageId: brokerage.id, leadId: id, except }),
      );
    expect(await again([bob])).toMatchObject({ id: ann });
    expect(await again([ann, bob])).toBeNull();
    expect((await brokerage.routing(id)).body.candidates).toEqual([
      { agent_id: ann, name: "Ann", eligible: false, reason: "has had this lead" },
      { agent_id: bob, name: "Bob", eligible: false, reason: "has had this lead" },
    ]);
  });

  it("stays within the brokerage, and a disabled one gets none", async () => {
    const other = await openRouting(lintel, `routing-${++made}`);
    await other.hire("Xia");
    const { id } = await brokerage.registered();
    expect((await brokerage.routing(id)).body).toMatchObject({ agent_id: null, candidates: [] });
    const key = await lintel.createKey("admin");
    await lintel.call(`/api/admin/brokerages/${other.id}`, { method: "DELETE", key });
    const { status, body } = await other.register();
    expect([status, body]).toEqual([404, { detail: "Brokerage not found" }]);
  });

  // The embedded database has one connection: nothing happens on it at the same time.
  it.runIf(process.env.DATABASE_URL)("passes over who goes on vacation while it is decided", async () => {
    const ann = await brokerage.hire("Ann");
    await brokerage.hire("Bob");
    let leave = () => {};
    const leaving = inTransaction(lintel.ctx, async ({ db }) => {
      await db.updateTable("agents").set({ on_vacation: true }).where("id", "=", ann).execute();
      await new Promise<void>((resolve) => {
        leave = resolve;
      });
    });
    const registering = brokerage.registered();
    await untilLocksAwaited(lintel.database.db);
    leave();
    await leaving;
    const { id, agent } = await registering;
    expect(agent).toBe("Bob");
    expect((await brokerage.routing(id)).body.candidates[0]).toEqual({
      agent_id: ann,
      name: "Ann",
      eligible: false,
      reason: "no longer takes leads",
    });
  });
});
