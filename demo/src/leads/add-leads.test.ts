import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeEvents } from "../../../server/src/event-outbox/index.ts";
import { inTransaction } from "../../../server/src/platform/database/database.ts";
import { startTestApp, type TestApp } from "../../../server/test/harness/test-app.ts";
import { addStaff } from "../add-staff.ts";
import { addLeads, DEMO_LEADS } from "./add-leads.ts";

describe("addLeads", () => {
  let lintel: TestApp;
  let broker: string;
  let brokerageId: number;
  beforeAll(async () => {
    lintel = await startTestApp();
    const tenant = await lintel.createTenant("demo");
    brokerageId = tenant.id;
    broker = await lintel.createKey("broker", { brokerageId: tenant.id });
    await inTransaction(lintel.ctx, async (ctx) => {
      await addLeads(ctx, tenant.id, await addStaff(ctx, tenant.id));
    });
  });
  afterAll(() => lintel.close());

  it("announces nothing: no webhook wants demo leads", async () => {
    expect(await takeEvents(lintel.database.db, 1, new Date())).toEqual([]);
  });

  it("fills every column of the board", async () => {
    const { body } = await lintel.call("/api/v1/admin/leads/board", { key: broker });
    const totals = body.columns.map(({ stage, total }: { stage: string; total: number }) => [stage, total]);
    expect(totals.filter(([, total]: [string, number]) => total === 0)).toEqual([]);
    expect(totals.reduce((sum: number, [, total]: [string, number]) => sum + total, 0)).toBe(
      DEMO_LEADS.length,
    );
  });

  it("has tags that leads are found by", async () => {
    const { body } = await lintel.call(`/api/v1/admin/leads/tags?brokerage_id=${brokerageId}`, {
      key: broker,
    });
    expect(body.items.length).toBeGreaterThan(5);
    for (const { name, leads } of body.items) {
      const found = await lintel.call(`/api/v1/admin/leads?tag=${encodeURIComponent(name)}`, { key: broker });
      expect([name, found.body.total]).toEqual([name, leads]);
    }
  });

  it("tells each lead's history at the time it happened, and leaves one clock running out and one that ran out", async () => {
    const { body } = await lintel.call("/api/v1/admin/leads?stage=NEW&sort=-created_at", { key: broker });
    const clocks = body.items.map(({ sla }: { sla: { remaining_seconds: number } }) => sla.remaining_seconds);
    expect(clocks.some((seconds: number) => seconds > 0)).toBe(true);
    expect(clocks.some((seconds: number) => seconds < 0)).toBe(true);
    const { body: closed } = await lintel.call("/api/v1/admin/leads?q=Petrakis", { key: broker });
    const { body: timeline } = await lintel.call(`/api/v1/admin/leads/${closed.items[0].id}/transitions`, {
      key: broker,
    });
    expect(timeline.events.map(({ event_type }: { event_type: string }) => event_type)).toEqual([
      "contact_form_submission",
      "agent_assigned",
      "contact_attempted",
      "motivation_confirmed",
      "buyer_agreement_signed",
      "contract_executed",
      "closing_complete",
    ]);
    expect(
      timeline.events.map(({ actor_entered_at }: { actor_entered_at: unknown }) => actor_entered_at),
    ).toEqual(Array(7).fill(null));
  });
});
