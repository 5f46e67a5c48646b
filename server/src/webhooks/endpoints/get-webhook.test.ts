import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../test/harness/brokerage-fixture.ts";
import {
  openWebhooks,
  TARGET,
  WEBHOOKS,
  type WebhookFixture,
} from "../../../test/harness/webhook-fixture.ts";

const missing = [404, { detail: "Webhook not found" }];

describe("getWebhook", () => {
  let fixture: WebhookFixture;
  let webhook: { id: number; secret: string };
  beforeAll(async () => {
    fixture = await openWebhooks();
    webhook = await fixture.createWebhook();
  });
  afterAll(() => fixture.close());

  const get = (id: number, key = fixture.north.broker) => fixture.lintel.call(`${WEBHOOKS}/${id}`, { key });

  it("shows a webhook with its status, without its secret", async () => {
    const now = fixture.lintel.clock.now().toISOString();
    const reply = await get(webhook.id);
    expect(outcome(reply)).toEqual([
      200,
      {
        id: webhook.id,
        url: TARGET,
        events: ["lead.created"],
        brokerage_id: fixture.north.id,
        status: "active",
        created_at: now,
        disabled_reason: null,
        failing_since: null,
        previous_secret_valid_until: null,
        created_by: "broker key",
        updated_at: now,
      },
    ]);
    expect(outcome(await get(webhook.id, fixture.admin))).toEqual([200, reply.body]);
    const failing = { status: "disabled", disabled_reason: "failing", failing_since: new Date(now) };
    const { id } = await fixture.createWebhook();
    await fixture.lintel.database.db
      .updateTable("webhook_endpoints")
      .set(failing)
      .where("id", "=", id)
      .execute();
    expect((await get(id)).body).toMatchObject({ ...failing, failing_since: now });
  });

  it("is 404 to brokers for another brokerage's webhook and for one of all brokerages", async () => {
    expect(outcome(await get(webhook.id, fixture.south.broker))).toEqual(missing);
    const { id } = await fixture.createWebhook({}, fixture.admin);
    expect(outcome(await get(id))).toEqual(missing);
    expect((await get(id, fixture.admin)).body.brokerage_id).toBe(null);
    expect(outcome(await get(2_147_483_647, fixture.admin))).toEqual(missing);
    expect(outcome(await get(webhook.id, fixture.north.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
  });

  it("shows a disabled brokerage's to admins alone", async () => {
    const { id } = await fixture.createWebhook({}, fixture.south.broker);
    await fixture.lintel.call(`/api/admin/brokerages/${fixture.south.id}`, {
      method: "DELETE",
      key: fixture.admin,
    });
    expect(outcome(await get(id, fixture.south.broker))).toEqual(missing);
    expect((await get(id, fixture.admin)).status).toBe(200);
  });
});
