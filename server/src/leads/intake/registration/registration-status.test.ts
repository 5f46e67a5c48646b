import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { openRouting, type RoutingFixture } from "../../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

/** SPEC: Registration lead status. `showing` and `offer` are named there as next states alone. */
const next: Record<string, string[]> = {
  new: ["contacted", "assigned"],
  assigned: ["contacted", "qualified"],
  contacted: ["qualified", "nurture", "dead"],
  qualified: ["showing", "offer"],
  nurture: ["qualified", "dead"],
  dead: [],
  showing: [],
  offer: [],
};
const statuses = Object.keys(next);

describe("registration_status", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `standing-${++made}`);
  });

  const patch = (lead: number, body: object) =>
    lintel.call(`/api/v1/admin/leads/${lead}`, { method: "PATCH", key: brokerage.broker, body });
  const statusOf = async (lead: number) => (await brokerage.lead(lead)).body.registration_status;
  const keyOf = (agentId: number) => lintel.createKey("agent", { brokerageId: brokerage.id, agentId });
  const put = (lead: number, registration_status: string) =>
    lintel.database.db.updateTable("leads").set({ registration_status }).where("id", "=", lead).execute();

  it.each(statuses)("%s moves by hand to what is next, and to nothing else", async (from) => {
    const { id } = await brokerage.registered();
    for (const to of statuses) {
      await put(id, from);
      const reply = await patch(id, { registration_status: to });
      if (to === from || next[from]?.includes(to)) {
        expect([to, reply.status, reply.body.registration_status]).toEqual([to, 200, to]);
      } else {
        const why = `registration_status ${from} does not become ${to}; next: ${next[from]?.join(", ") || "none"}`;
        expect([to, ...outcome(reply)]).toEqual([to, 409, { detail: why }]);
        expect(await statusOf(id)).toBe(from);
      }
    }
  });

  it("leaves an audit row of a move by hand", async () => {
    const { id } = await brokerage.registered();
    await patch(id, { registration_status: "contacted" });
    expect(await auditOf(lintel, "lead", id)).toMatchObject([
      {
        action: "update",
        actor_name: "broker key",
        before: { registration_status: "new" },
        after: { registration_status: "contacted" },
      },
    ]);
  });

  it("is left by null and by what does not name it; a word that is none is 422", async () => {
    const { id } = await brokerage.registered();
    expect((await patch(id, { registration_status: null, notes: "x" })).body.registration_status).toBe("new");
    expect((await patch(id, { registration_status: "lost" })).status).toBe(422);
  });

  it("is null for leads that did not register, and cannot be given to them", async () => {
    const { body } = await lintel.call("/api/v1/admin/leads", {
      method: "POST",
      key: brokerage.broker,
      body: { first_name: "A", last_name: "B", email: "a@b.test", subject: "Hi", message: "Hi" },
    });
    expect(body.registration_status).toBeNull();
    expect(outcome(await patch(body.id, { registration_status: "new" }))).toEqual([
      409,
      { detail: "registration_status is of leads that registered; this one did not" },
    ]);
  });

  describe("becomes assigned", () => {
    it("when the lead is routed", async () => {
      await brokerage.hire("Ann");
      expect(await statusOf((await brokerage.registered()).id)).toBe("assigned");
    });

    it("when staff assign it to an agent, and stays so when the agent is removed", async () => {
      const { id } = await brokerage.registered();
      expect(await statusOf(id)).toBe("new");
      const ann = await brokerage.hire("Ann");
      expect((await patch(id, { assigned_agent_id: ann })).body.registration_status).toBe("assigned");
      expect((await patch(id, { assigned_agent_id: null })).body.registration_status).toBe("assigned");
    });

    it("only from new: a lead that was further along stays there with its next agent", async () => {
      await brokerage.hire("Ann");
      const bob = await brokerage.hire("Bob");
      const { id } = await brokerage.registered();
      await put(id, "qualified");
      expect((await patch(id, { assigned_agent_id: bob })).body.registration_status).toBe("qualified");
    });
  });

  describe("becomes contacted when its agent opens the lead", () => {
    let ann: number;
    let lead: number;
    beforeEach(async () => {
      ann = await brokerage.hire("Ann");
      lead = (await brokerage.registered()).id;
    });

    it("at once, in the answer itself, and leaves an audit row", async () => {
      lintel.clock.advance(1000);
      const { body } = await brokerage.lead(lead, await keyOf(ann));
      expect([body.registration_status, body.stage, body.updated_at]).toEqual([
        "contacted",
        "NEW",
        lintel.clock.now().toISOString(),
      ]);
      expect(await statusOf(lead)).toBe("contacted");
      expect(await auditOf(lintel, "lead", lead)).toEqual([
        {
          action: "update",
          actor_name: "agent key",
          brokerage_id: brokerage.id,
          before: { registration_status: "assigned" },
          after: { registration_status: "contacted" },
        },
      ]);
    });

    it("once: opening it again changes nothing", async () => {
      const key = await keyOf(ann);
      const first = (await brokerage.lead(lead, key)).body;
      lintel.clock.advance(1000);
      expect((await brokerage.lead(lead, key)).body.updated_at).toBe(first.updated_at);
      expect(await auditOf(lintel, "lead", lead)).toHaveLength(1);
    });

    it("not when brokers, admins or other callers do", async () => {
      const other = await openRouting(lintel, `standing-${++made}`);
      const bob = await brokerage.hire("Bob");
      for (const key of [brokerage.broker, await lintel.createKey("admin")]) {
        expect((await brokerage.lead(lead, key)).body.registration_status).toBe("assigned");
      }
      for (const key of [other.broker, await keyOf(bob), brokerage.agent]) {
        expect((await brokerage.lead(lead, key)).status).toBe(404);
      }
      expect(await statusOf(lead)).toBe("assigned");
    });

    it("also when the agent is a broker too", async () => {
      const key = await lintel.createKey("broker", { brokerageId: brokerage.id, agentId: ann });
      expect((await brokerage.lead(lead, key)).body.registration_status).toBe("contacted");
    });

    it("not by HEAD, nor by a list, the board or the timeline", async () => {
      const key = await keyOf(ann);
      const path = `/api/v1/admin/leads/${lead}`;
      expect((await lintel.call(path, { method: "HEAD", key })).status).toBe(200);
      for (const other of ["/api/v1/admin/leads", "/api/v1/admin/leads/board", `${path}/transitions`]) {
        expect((await lintel.call(other, { key })).status).toBe(200);
      }
      expect(await statusOf(lead)).toBe("assigned");
    });

    it.each(["new", "qualified", "nurture", "dead", "showing", "offer"])("not from %s", async (status) => {
      await put(lead, status);
      expect((await brokerage.lead(lead, await keyOf(ann))).body.registration_status).toBe(status);
    });
  });

  describe("becomes contacted with the first outreach", () => {
    const log = (lead: number, direction: string) =>
      lintel.call(`/api/v1/admin/leads/${lead}/contacts`, {
        method: "POST",
        key: brokerage.broker,
        body: { channel: "call", direction },
      });

    it.each(["new", "assigned"])("from %s, whichever way it is told", async (status) => {
      const [one, other] = [(await brokerage.registered()).id, (await brokerage.registered()).id];
      await put(one, status);
      await put(other, status);
      await log(one, "outbound");
      await lintel.call(`/api/v1/admin/leads/${other}/transitions`, {
        method: "POST",
        key: brokerage.broker,
        body: { event_type: "contact_attempted", channel: "call" },
      });
      expect([await statusOf(one), await statusOf(other)]).toEqual(["contacted", "contacted"]);
    });

    it("not with what the visitor says, nor from further along", async () => {
      const { id } = await brokerage.registered();
      await log(id, "inbound");
      expect(await statusOf(id)).toBe("new");
      await put(id, "qualified");
      await log(id, "outbound");
      expect(await statusOf(id)).toBe("qualified");
    });
  });
});
