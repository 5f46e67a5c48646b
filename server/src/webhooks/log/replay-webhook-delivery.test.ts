import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { openWebhooks, WEBHOOKS, type WebhookFixture } from "../../../test/harness/webhook-fixture.ts";

const missing = (what: string) => [404, { detail: `${what} not found` }];

describe("replayWebhookDelivery", () => {
  let fixture: WebhookFixture;
  let webhook: number;
  beforeAll(async () => {
    fixture = await openWebhooks();
    webhook = (await fixture.createWebhook()).id;
  });
  afterAll(() => fixture.close());

  const replay = (id: number, { of = webhook, key = fixture.north.broker } = {}) =>
    fixture.lintel.call(`${WEBHOOKS}/${of}/deliveries/${id}/replay`, { method: "POST", key });
  const log = async () =>
    (await fixture.lintel.call(`${WEBHOOKS}/${webhook}/deliveries`, { key: fixture.north.broker })).body
      .items;

  it.each(["delivered", "failed", "pending"] as const)(
    "has a message that is %s sent again, under the same id, with all its retries",
    async (status) => {
      const attempt_log = [
        { at: "2026-06-15T12:00:00.000Z", status: 500, failure: "it answered 500", took_ms: 9 },
      ];
      const id = await fixture.addDelivery(webhook, {
        status,
        attempts: 10,
        attempt_log,
        data: { name: "Ada" },
      });
      const [before] = await log();
      fixture.lintel.clock.advance(1000);
      const reply = await replay(id);
      expect(outcome(reply)).toEqual([
        200,
        {
          ...before,
          status: "pending",
          attempts: 0,
          next_attempt_at: fixture.lintel.clock.now().toISOString(),
          delivered_at: null,
        },
      ]);
      expect(reply.body).toMatchObject({ attempt_log, payload: { data: { name: "Ada" } } });
      expect((await log())[0]).toEqual(reply.body);
      const { message_id } = reply.body;
      expect(await auditOf(fixture.lintel, "webhook_delivery", id)).toEqual([
        {
          action: "run",
          actor_name: "broker key",
          brokerage_id: fixture.north.id,
          before: null,
          after: { webhook_id: webhook, message_id, event: "lead.created", subject: "lead:1" },
        },
      ]);
    },
  );

  it("refuses while the webhook is disabled, and changes nothing", async () => {
    const { id: of } = await fixture.createWebhook();
    const id = await fixture.addDelivery(of, { status: "failed", attempts: 10 });
    const active = (active: boolean) =>
      fixture.lintel.call(`${WEBHOOKS}/${of}`, {
        method: "PATCH",
        key: fixture.north.broker,
        body: { active },
      });
    await active(false);
    expect(outcome(await replay(id, { of }))).toEqual([
      409,
      { detail: "The webhook is disabled: nothing is sent to it until it is active again" },
    ]);
    expect(outcome(await replay(2_147_483_647_000, { of }))).toEqual(missing("Delivery"));
    const stored = await fixture.lintel.database.db
      .selectFrom("webhook_deliveries")
      .select(["status", "attempts"])
      .where("id", "=", id)
      .execute();
    expect(stored).toEqual([{ status: "failed", attempts: 10 }]);
    await active(true);
    expect((await replay(id, { of })).status).toBe(200);
  });

  it("is 404 for another webhook's delivery and another brokerage's webhook, and refuses agents", async () => {
    const id = await fixture.addDelivery(webhook);
    const { id: other } = await fixture.createWebhook();
    expect(outcome(await replay(id, { of: other }))).toEqual(missing("Delivery"));
    expect(outcome(await replay(id, { key: fixture.south.broker }))).toEqual(missing("Webhook"));
    expect(outcome(await replay(id, { of: 2_147_483_647, key: fixture.admin }))).toEqual(missing("Webhook"));
    expect(outcome(await replay(id, { key: fixture.north.agent }))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    const { id: of } = await fixture.createWebhook({}, fixture.south.broker);
    const foreign = await fixture.addDelivery(of);
    await fixture.lintel.call(`/api/admin/brokerages/${fixture.south.id}`, {
      method: "DELETE",
      key: fixture.admin,
    });
    expect(outcome(await replay(foreign, { of, key: fixture.admin }))).toEqual(missing("Webhook"));
  });
});
