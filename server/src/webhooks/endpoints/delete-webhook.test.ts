import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import {
  openWebhooks,
  TARGET,
  WEBHOOKS,
  type WebhookFixture,
} from "../../../test/harness/webhook-fixture.ts";

const missing = [404, { detail: "Webhook not found" }];

describe("deleteWebhook", () => {
  let fixture: WebhookFixture;
  beforeAll(async () => {
    fixture = await openWebhooks();
  });
  afterAll(() => fixture.close());

  const remove = (id: number, key = fixture.north.broker) =>
    fixture.lintel.call(`${WEBHOOKS}/${id}`, { method: "DELETE", key });
  const count = async (table: "webhook_endpoints" | "webhook_deliveries") => {
    const rows = await fixture.lintel.database.db.selectFrom(table).select("id").execute();
    return rows.length;
  };

  it("deletes it with a log of any length, once, and leaves others unchanged", async () => {
    const { id } = await fixture.createWebhook();
    const other = await fixture.createWebhook();
    await fixture.addDelivery(other.id);
    await sql`
      insert into webhook_deliveries (endpoint_id, message_id, event, subject, payload, next_attempt_at, created_at)
      select ${id}, 'msg_long_' || n, 'lead.created', 'lead:' || n, '{"data": {}}', now(), now()
      from generate_series(1, 4100) as n`.execute(fixture.lintel.database.db);
    const replies = await Promise.all([remove(id), remove(id)]);
    expect(replies.map(outcome).toSorted()).toEqual([[200, { message: "Webhook deleted" }], missing]);
    expect([await count("webhook_endpoints"), await count("webhook_deliveries")]).toEqual([1, 1]);
    expect((await auditOf(fixture.lintel, "webhook", id)).slice(1)).toEqual([
      {
        action: "delete",
        actor_name: "broker key",
        brokerage_id: fixture.north.id,
        before: {
          url: TARGET,
          events: ["lead.created"],
          brokerage_id: fixture.north.id,
          status: expect.any(String),
          disabled_reason: expect.toSatisfy(() => true),
        },
        after: null,
      },
    ]);
  });

  it("is 404 for another brokerage's webhook, and refuses agents", async () => {
    const { id } = await fixture.createWebhook();
    const ofAll = await fixture.createWebhook({}, fixture.admin);
    expect(outcome(await remove(id, fixture.south.broker))).toEqual(missing);
    expect(outcome(await remove(ofAll.id))).toEqual(missing);
    expect(outcome(await remove(2_147_483_647, fixture.admin))).toEqual(missing);
    expect(outcome(await remove(id, fixture.north.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect((await fixture.lintel.call(`${WEBHOOKS}/${id}`, { key: fixture.admin })).body.status).toBe(
      "active",
    );
    expect((await remove(ofAll.id, fixture.admin)).status).toBe(200);
  });

  it("lets admins remove a disabled brokerage's, but not its brokers", async () => {
    const { id } = await fixture.createWebhook({}, fixture.south.broker);
    await fixture.lintel.call(`/api/admin/brokerages/${fixture.south.id}`, {
      method: "DELETE",
      key: fixture.admin,
    });
    expect(outcome(await remove(id, fixture.south.broker))).toEqual(missing);
    expect((await remove(id, fixture.admin)).status).toBe(200);
  });
});
