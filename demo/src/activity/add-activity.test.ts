import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeEvents } from "../../../server/src/event-outbox/index.ts";
import { importRecords, normaliseReso } from "../../../server/src/listings/index.ts";
import { utcDay } from "../../../server/src/platform/clock.ts";
import { inTransaction } from "../../../server/src/platform/database/database.ts";
import { sendConfirmations } from "../../../server/src/privacy/index.ts";
import { startTestApp, type TestApp } from "../../../server/test/harness/test-app.ts";
import { addStaff, type Staff } from "../add-staff.ts";
import { generateListings } from "../generate-listings.ts";
import { addLeads } from "../leads/add-leads.ts";
import { addActivity } from "./add-activity.ts";

describe("addActivity", () => {
  let lintel: TestApp;
  let staff: Staff;
  let broker: string;
  let hazel: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    const { id: brokerageId } = await lintel.createTenant("demo");
    broker = await lintel.createKey("broker", { brokerageId });
    const today = utcDay(lintel.clock.now());
    const records = [...generateListings({ seed: 1890, today, count: 600 })];
    async function* batches() {
      for (const [line, record] of records.entries()) yield [normaliseReso(record, line + 1)];
    }
    await importRecords(lintel.ctx, batches(), { source: "demo" });
    await inTransaction(lintel.ctx, async (ctx) => {
      staff = await addStaff(ctx, brokerageId);
      await addActivity(ctx, { brokerageId, staff, leads: await addLeads(ctx, brokerageId, staff) });
    });
    const agentId = staff.agents.get("hazel-thornbury")?.id;
    hazel = await lintel.createKey("agent", { brokerageId, agentId });
  });
  afterAll(() => lintel.close());

  const read = async (path: string, key = broker) => {
    const { status, body } = await lintel.call(path, { key });
    expect([path, status]).toEqual([path, 200]);
    return body;
  };

  it.each(["broker", "agent"])("gives the day of a %s work of each kind", async (role) => {
    const key = role === "broker" ? broker : hazel;
    const { due_follow_ups, breaches, today, open_leads } = await read("/api/v1/admin/dashboard", key);
    const tours = await read(`/api/tours?status=confirmed&preferred_date=${today}`, key);
    const waiting = await read("/api/v1/admin/leads?stage=NEW", key);
    const counts = [due_follow_ups.total, tours.length, waiting.total, open_leads.total];
    expect(counts.map((count) => count > 0)).toEqual([true, true, true, true]);
    expect(breaches.total).toBeLessThan(waiting.total);
  });

  it("shows on a lead's page what it looked at, what it wants, and what was said", async () => {
    const { items } = await read("/api/v1/admin/leads?q=Saskia");
    const [{ id }] = items;
    const [lead, visits, timeline] = await Promise.all([
      read(`/api/v1/admin/leads/${id}`),
      read(`/api/v1/admin/leads/${id}/visits`),
      read(`/api/v1/admin/leads/${id}/transitions`),
    ]);
    expect(visits.items[0].homes).toHaveLength(12);
    expect(lead.temperature.band).not.toBe("cold");
    const events: { event_type: string; actor: { name: string } }[] = timeline.events;
    expect(events.map(({ event_type }) => event_type)).toEqual(
      expect.arrayContaining(["contact_logged", "note_added", "tour_requested"]),
    );
    expect(events.find(({ event_type }) => event_type === "note_added")?.actor.name).toBe("Hazel Thornbury");
  });

  it("fills drips, suggestions, requests, routing and the audit log", async () => {
    await sendConfirmations(lintel.ctx);
    const [drips, suggestions, requests, decisions, audit] = await Promise.all([
      read("/api/v1/admin/drips"),
      read("/api/admin/suggestions?status=pending"),
      read("/api/v1/admin/privacy/requests"),
      read("/api/v1/admin/routing/decisions"),
      read("/api/admin/audit-log"),
    ]);
    expect(drips.items).toHaveLength(5);
    expect(suggestions.total).toBe(2);
    expect(requests.total).toBe(2);
    expect(decisions.total).toBeGreaterThan(20);
    expect(audit.total).toBeGreaterThan(100);
  });

  it("announces nothing", async () => {
    expect(await takeEvents(lintel.database.db, 1, new Date())).toEqual([]);
  });
});
