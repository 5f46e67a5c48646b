import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { auditOf, outcome, validationErrors } from "../../../test/harness/brokerage-fixture.ts";
import { openWebhookDesk, TARGET, WEBHOOKS, type WebhookDesk } from "../../../test/harness/webhook-desk.ts";
import { announcedJob } from "../../event-outbox/index.ts";

const missing = [404, { detail: "Webhook not found" }];

describe("updateWebhook", () => {
  let desk: WebhookDesk;
  let id: number;
  beforeAll(async () => {
    desk = await openWebhookDesk({ "ten.test": ["10.0.0.1"] });
  });
  beforeEach(async () => {
    await desk.lintel.database.db.deleteFrom("webhook_endpoints").execute();
    id = (await desk.make()).id;
  });
  afterAll(() => desk.close());

  const update = (body: unknown, key = desk.north.broker) =>
    desk.lintel.call(`${WEBHOOKS}/${id}`, { method: "PATCH", key, body });
  const set = (fields: object) =>
    desk.lintel.database.db.updateTable("webhook_endpoints").set(fields).where("id", "=", id).execute();
  const gone = { status: "disabled", disabled_reason: "gone" };
  const since = new Date("2026-06-10T00:00:00Z");

  it("changes what is sent, and notes who did", async () => {
    desk.lintel.clock.advance(1000);
    const { status, body } = await update({ events: ["tour.requested", "lead.assigned"] });
    expect([status, body]).toMatchObject([
      200,
      {
        url: TARGET,
        events: ["tour.requested", "lead.assigned"],
        status: "active",
        updated_at: desk.lintel.clock.now().toISOString(),
      },
    ]);
    expect((await update({ url: `${TARGET}/new`, active: true })).body).toMatchObject({
      url: `${TARGET}/new`,
      events: ["tour.requested", "lead.assigned"],
    });
    expect((await auditOf(desk.lintel, "webhook", id)).slice(1)).toMatchObject([
      {
        action: "update",
        actor_name: "broker key",
        before: { events: ["lead.created"] },
        after: { events: ["tour.requested", "lead.assigned"] },
      },
      { action: "update", before: { url: TARGET }, after: { url: `${TARGET}/new` } },
    ]);
  });

  it("leaves no trace of an edit that changes nothing", async () => {
    const before = (await update({})).body;
    desk.lintel.clock.advance(1000);
    expect((await update({ url: TARGET, events: ["lead.created"], active: true })).body).toEqual(before);
    expect(await auditOf(desk.lintel, "webhook", id)).toHaveLength(1);
  });

  it("disables by hand, keeps what waits, and has it go on at once when it is active again", async () => {
    const { jobs, database } = { ...desk.lintel.services, ...desk.lintel };
    let runs = 0;
    const runsSoFar = () => runs;
    await jobs.start([{ name: announcedJob, schedule: "0 0 1 1 *", run: async () => ++runs }]);
    await vi.waitFor(() => expect(runsSoFar()).toBe(1), 5000);
    const delivery = await desk.addDelivery(id, { status: "pending", attempts: 3 });
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

  it("brings one back that was disabled by itself, as if it had never failed", async () => {
    await set({ ...gone, failing_since: since });
    expect((await update({ active: false })).body).toMatchObject({ ...gone });
    expect((await update({ active: true })).body).toMatchObject({
      status: "active",
      disabled_reason: null,
      failing_since: null,
    });
    expect((await auditOf(desk.lintel, "webhook", id)).at(-1)).toMatchObject({
      before: gone,
      after: { status: "active", disabled_reason: null },
    });
  });

  it("forgets failures of another address, and of no other edit", async () => {
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

  it("answers another brokerage's, a disabled brokerage's and a missing one alike, and refuses agents", async () => {
    const body = { active: false };
    expect(outcome(await update(body, desk.south.broker))).toEqual(missing);
    expect(outcome(await update(body, desk.north.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    id = (await desk.make({}, desk.admin)).id;
    expect(outcome(await update(body))).toEqual(missing);
    expect((await update(body, desk.admin)).status).toBe(200);
    id = (await desk.make({}, desk.south.broker)).id;
    await desk.lintel.call(`/api/admin/brokerages/${desk.south.id}`, { method: "DELETE", key: desk.admin });
    for (const key of [desk.south.broker, desk.admin])
      expect(outcome(await update(body, key))).toEqual(missing);
  });
});
