import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { openWebhookDesk, TARGET, WEBHOOKS, type WebhookDesk } from "../../../test/harness/webhook-desk.ts";

const missing = [404, { detail: "Webhook not found" }];

describe("deleteWebhook", () => {
  let desk: WebhookDesk;
  beforeAll(async () => {
    desk = await openWebhookDesk();
  });
  afterAll(() => desk.close());

  const remove = (id: number, key = desk.north.broker) =>
    desk.lintel.call(`${WEBHOOKS}/${id}`, { method: "DELETE", key });
  const count = async (table: "webhook_endpoints" | "webhook_deliveries") => {
    const rows = await desk.lintel.database.db.selectFrom(table).select("id").execute();
    return rows.length;
  };

  it("ends it with a log of whatever length, once, and leaves the others' alone", async () => {
    const { id } = await desk.make();
    const other = await desk.make();
    await desk.addDelivery(other.id);
    await sql`
      insert into webhook_deliveries (endpoint_id, message_id, event, subject, payload, next_attempt_at, created_at)
      select ${id}, 'msg_long_' || n, 'lead.created', 'lead:' || n, '{"data": {}}', now(), now()
      from generate_series(1, 4100) as n`.execute(desk.lintel.database.db);
    const replies = await Promise.all([remove(id), remove(id)]);
    expect(replies.map(outcome).toSorted()).toEqual([[200, { message: "Webhook deleted" }], missing]);
    expect([await count("webhook_endpoints"), await count("webhook_deliveries")]).toEqual([1, 1]);
    expect((await auditOf(desk.lintel, "webhook", id)).slice(1)).toEqual([
      {
        action: "delete",
        actor_name: "broker key",
        brokerage_id: desk.north.id,
        before: {
          url: TARGET,
          events: ["lead.created"],
          brokerage_id: desk.north.id,
          status: expect.any(String),
          disabled_reason: expect.toSatisfy(() => true),
        },
        after: null,
      },
    ]);
  });

  it("answers another brokerage's webhook as a missing one, and refuses agents", async () => {
    const { id } = await desk.make();
    const ofAll = await desk.make({}, desk.admin);
    expect(outcome(await remove(id, desk.south.broker))).toEqual(missing);
    expect(outcome(await remove(ofAll.id))).toEqual(missing);
    expect(outcome(await remove(2_147_483_647, desk.admin))).toEqual(missing);
    expect(outcome(await remove(id, desk.north.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    expect((await desk.lintel.call(`${WEBHOOKS}/${id}`, { key: desk.admin })).body.status).toBe("active");
    expect((await remove(ofAll.id, desk.admin)).status).toBe(200);
  });

  it("lets admins remove a disabled brokerage's, but not its brokers", async () => {
    const { id } = await desk.make({}, desk.south.broker);
    await desk.lintel.call(`/api/admin/brokerages/${desk.south.id}`, { method: "DELETE", key: desk.admin });
    expect(outcome(await remove(id, desk.south.broker))).toEqual(missing);
    expect((await remove(id, desk.admin)).status).toBe(200);
  });
});
