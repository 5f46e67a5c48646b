import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { auditOf, outcome, validationErrors } from "../../../test/harness/brokerage-fixture.ts";
import {
  openWebhooks,
  TARGET,
  WEBHOOKS,
  type WebhookFixture,
} from "../../../test/harness/webhook-fixture.ts";
import { eventDeliveryJob } from "../../event-outbox/index.ts";

const missing = [404, { detail: "Webhook not found" }];

describe("updateWebhook", () => {
  let fixture: WebhookFixture;
  let id: number;
  beforeAll(async () => {
    fixture = await openWebhooks({ "ten.test": ["10.0.0.1"] });
  });
  beforeEach(async () => {
    await fixture.lintel.database.db.deleteFrom("webhook_endpoints").execute();
    id = (await fixture.createWebhook()).id;
  });
  afterAll(() => fixture.close());

  const update = (body: unknown, key = fixture.north.broker) =>
    fixture.lintel.call(`${WEBHOOKS}/${id}`, { method: "PATCH", key, body });
  const set = (fields: object) =>
    fixture.lintel.database.db.updateTable("webhook_endpoints").set(fields).where("id", "=", id).execute();
  const gone = { status: "disabled", disabled_reason: "gone" };
  const since = new Date("2026-06-10T00:00:00Z");

  it("changes the given fields, and records the actor", async () => {
    fixture.lintel.clock.advance(1000);
    const { status, body } = await update({ events: ["tour.requested", "lead.assigned"] });
    expect([status, body]).toMatchObject([
      200,
      {
        url: TARGET,
        events: ["tour.requested", "lead.assigned"],
        status: "active",
        updated_at: fixture.lintel.clock.now().toISOString(),
      },
    ]);
    expect((await update({ url: `${TARGET}/new`, active: true })).body).toMatchObject({
      url: `${TARGET}/new`,
      events: ["tour.requested", "lead.assigned"],
    });
    expect((await auditOf(fixture.lintel, "webhook", id)).slice(1)).toMatchObject([
      {
        action: "update",
        actor_name: "broker key",
        before: { events: ["lead.created"] },
        after: { events: ["tour.requested", "lead.assigned"] },
      },
      { action: "update", before: { url: TARGET }, after: { url: `${TARGET}/new` } },
    ]);
  });

  it("records nothing for an edit that changes nothing", async () => {
    const before = (await update({})).body;
    fixture.lintel.clock.advance(1000);
    expect((await update({ url: TARGET, events: ["lead.created"], active: true })).body).toEqual(before);
    expect(await auditOf(fixture.lintel, "webhook", id)).toHaveLength(1);
  });

  it("disables by hand, keeps pending deliveries, and resumes them at once when it is enabled", async () => {
    const { jobs, database } = { ...fixture.lintel.services, ...fixture.lintel };
    let runs = 0;
    const runsSoFar = () => runs;
    await jobs.start([{ name: eventDeliveryJob, schedule: "0 0 1 1 *", run: async () => ++runs }]);
    await vi.waitFor(() => expect(runsSoFar()).toBe(1), 5000);
    const delivery = await fixture.addDelivery(id, { status: "pending", attempts: 3 });
    expect((await update({ active: false })).body).toMatchObject({
      status: "disabled",
      disabled_reason: "by_hand",
    });
    expect((await update({ active: true })).body).toMatchObject({ status: "active", disabled_reason: null });
    await vi.waitFor(() => expect(runsSoFar()).toBe(2), 5000);
    await jobs.stop();
    const row = await database.db
      .selectFrom("webhook_deliveries")
      .select(["status", "attempts"])
      .where("id", "=", delivery)
      .executeTakeFirst();
    expect(row).toEqual({ status: "pending", attempts: 3 });
  });

  it("enables an automatically disabled webhook and resets its failures", async () => {
    await set({ ...gone, failing_since: since });
    expect((await update({ active: false })).body).toMatchObject({ ...gone });
    expect((await update({ active: true })).body).toMatchObject({
      status: "active",
      disabled_reason: null,
      failing_since: null,
    });
    expect((await auditOf(fixture.lintel, "webhook", id)).at(-1)).toMatchObject({
      before: gone,
      after: { status: "active", disabled_reason: null },
    });
  });

  it("resets failures for a new address, and for no other edit", async () => {
    await set({ failing_since: since });
    expect((await update({ active: true, events: ["lead.assigned"] })).body.failing_since).toBe(
      since.toISOString(),
    );
    expect((await update({ url: `${TARGET}/new` })).body.failing_since).toBe(null);
  });

  it.each([
    [{ url: "https://10.0.0.1/" }, "body.url", /private/],
    [{ url: "https://ten.test/" }, "body.url", /private/],
    [{ url: "http://hooks.test/" }, "body.url", /https/],
    [{ url: null }, "body.url", /must be text/],
    [{ events: [] }, "body.events", /at least 1/],
    [{ events: ["all"] }, "body.events.0", /lead\.created, lead\.stage_changed/],
    [{ active: "yes" }, "body.active", /must be true or false/],
  ])("refuses %j and stays as it is", async (body, loc, msg) => {
    expect(validationErrors(await update(body))).toEqual([422, [[loc, expect.stringMatching(msg)]]]);
    expect((await update({})).body).toMatchObject({ url: TARGET, events: ["lead.created"] });
  });

  it("is 404 for another brokerage's, a disabled brokerage's and a missing one, and refuses agents", async () => {
    const body = { active: false };
    expect(outcome(await update(body, fixture.south.broker))).toEqual(missing);
    expect(outcome(await update(body, fixture.north.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    id = (await fixture.createWebhook({}, fixture.admin)).id;
    expect(outcome(await update(body))).toEqual(missing);
    expect((await update(body, fixture.admin)).status).toBe(200);
    id = (await fixture.createWebhook({}, fixture.south.broker)).id;
    await fixture.lintel.call(`/api/admin/brokerages/${fixture.south.id}`, {
      method: "DELETE",
      key: fixture.admin,
    });
    for (const key of [fixture.south.broker, fixture.admin])
      expect(outcome(await update(body, key))).toEqual(missing);
  });
});
