import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { openWebhookDesk, WEBHOOKS, type WebhookDesk } from "../../../test/harness/webhook-desk.ts";

const missing = (what: string) => [404, { detail: `${what} not found` }];

describe("replayWebhookDelivery", () => {
  let desk: WebhookDesk;
  let webhook: number;
  beforeAll(async () => {
    desk = await openWebhookDesk();
    webhook = (await desk.make()).id;
  });
  afterAll(() => desk.close());

  const replay = (id: number, { of = webhook, key = desk.north.broker } = {}) =>
    desk.lintel.call(`${WEBHOOKS}/${of}/deliveries/${id}/replay`, { method: "POST", key });
  const log = async () =>
    (await desk.lintel.call(`${WEBHOOKS}/${webhook}/deliveries`, { key: desk.north.broker })).body.items;

  it.each(["delivered", "failed", "pending"] as const)(
    "has a message that is %s sent again, under the same id, with all its retries",
    async (status) => {
      const attempt_log = [
        { at: "2026-06-15T12:00:00.000Z", status: 500, failure: "it answered 500", took_ms: 9 },
      ];
      const id = await desk.addDelivery(webhook, {
        status,
        attempts: 10,
        attempt_log,
        data: { name: "Ada" },
      });
      const [before] = await log();
      desk.lintel.clock.advance(1000);
      const reply = await replay(id);
      expect(outcome(reply)).toEqual([
        200,
        {
          ...before,
          status: "pending",
          attempts: 0,
          next_attempt_at: desk.lintel.clock.now().toISOString(),
          delivered_at: null,
        },
      ]);
      expect(reply.body).toMatchObject({ attempt_log, payload: { data: { name: "Ada" } } });
      expect((await log())[0]).toEqual(reply.body);
      const { message_id } = reply.body;
      expect(await auditOf(desk.lintel, "webhook_delivery", id)).toEqual([
        {
          action: "run",
          actor_name: "broker key",
          brokerage_id: desk.north.id,
          before: null,
          after: { webhook_id: webhook, message_id, event: "lead.created", subject: "lead:1" },
        },
      ]);
    },
  );

  it("refuses while the webhook is disabled, and changes nothing", async () => {
    const { id: of } = await desk.make();
    const id = await desk.addDelivery(of, { status: "failed", attempts: 10 });
    const active = (active: boolean) =>
      desk.lintel.call(`${WEBHOOKS}/${of}`, { method: "PATCH", key: desk.north.broker, body: { active } });
    await active(false);
    expect(outcome(await replay(id, { of }))).toEqual([
      409,
      { detail: "The webhook is disabled: nothing is sent to it until it is active again" },
    ]);
    expect(outcome(await replay(2_147_483_647_000, { of }))).toEqual(missing("Delivery"));
    const stored = await desk.lintel.database.db
      .selectFrom("webhook_deliveries")
      .select(["status", "attempts"])
      .where("id", "=", id)
      .execute();
    expect(stored).toEqual([{ status: "failed", attempts: 10 }]);
    await active(true);
    expect((await replay(id, { of })).status).toBe(200);
  });

  it("answers another webhook's delivery, and another brokerage's webhook, as missing ones; refuses agents", async () => {
    const id = await desk.addDelivery(webhook);
    const { id: other } = await desk.make();
    expect(outcome(await replay(id, { of: other }))).toEqual(missing("Delivery"));
    expect(outcome(await replay(id, { key: desk.south.broker }))).toEqual(missing("Webhook"));
    expect(outcome(await replay(id, { of: 2_147_483_647, key: desk.admin }))).toEqual(missing("Webhook"));
    expect(outcome(await replay(id, { key: desk.north.agent }))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
    const { id: of } = await desk.make({}, desk.south.broker);
    const theirs = await desk.addDelivery(of);
    await desk.lintel.call(`/api/admin/brokerages/${desk.south.id}`, { method: "DELETE", key: desk.admin });
    expect(outcome(await replay(theirs, { of, key: desk.admin }))).toEqual(missing("Webhook"));
  });
});
