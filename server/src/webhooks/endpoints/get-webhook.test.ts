import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import { openWebhookDesk, TARGET, WEBHOOKS, type WebhookDesk } from "../../../test/harness/webhook-desk.ts";

const missing = [404, { detail: "Webhook not found" }];

describe("getWebhook", () => {
  let desk: WebhookDesk;
  let webhook: { id: number; secret: string };
  beforeAll(async () => {
    desk = await openWebhookDesk();
    webhook = await desk.make();
  });
  afterAll(() => desk.close());

  const get = (id: number, key = desk.north.broker) => desk.lintel.call(`${WEBHOOKS}/${id}`, { key });

  it("shows a webhook and how it is doing, and nothing of its secret", async () => {
    const now = desk.lintel.clock.now().toISOString();
    const reply = await get(webhook.id);
    expect(outcome(reply)).toEqual([
      200,
      {
        id: webhook.id,
        url: TARGET,
        events: ["lead.created"],
        brokerage_id: desk.north.id,
        status: "active",
        created_at: now,
        disabled_reason: null,
        failing_since: null,
        previous_secret_valid_until: null,
        created_by: "broker key",
        updated_at: now,
      },
    ]);
    expect(outcome(await get(webhook.id, desk.admin))).toEqual([200, reply.body]);
    const failing = { status: "disabled", disabled_reason: "failing", failing_since: new Date(now) };
    const { id } = await desk.make();
    await desk.lintel.database.db
      .updateTable("webhook_endpoints")
      .set(failing)
      .where("id", "=", id)
      .execute();
    expect((await get(id)).body).toMatchObject({ ...failing, failing_since: now });
  });

  it("answers another brokerage's webhook, and one of all brokerages, to brokers as a missing one", async () => {
    expect(outcome(await get(webhook.id, desk.south.broker))).toEqual(missing);
    const { id } = await desk.make({}, desk.admin);
    expect(outcome(await get(id))).toEqual(missing);
    expect((await get(id, desk.admin)).body.brokerage_id).toBe(null);
    expect(outcome(await get(2_147_483_647, desk.admin))).toEqual(missing);
    expect(outcome(await get(webhook.id, desk.north.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
  });

  it("keeps a disabled brokerage's for admins alone", async () => {
    const { id } = await desk.make({}, desk.south.broker);
    await desk.lintel.call(`/api/admin/brokerages/${desk.south.id}`, { method: "DELETE", key: desk.admin });
    expect(outcome(await get(id, desk.south.broker))).toEqual(missing);
    expect((await get(id, desk.admin)).status).toBe(200);
  });
});
