import type { TestApp } from "../harness/test-app.ts";

type Make = (path: string, body: object) => Promise<number>;

/** Makers of webhooks of one brokerage, and of what they were told, named after the marker. */
export function webhookMakers(lintel: TestApp, home: { id: number }, make: Make, marker: string) {
  const { db } = lintel.database;
  let made = 0;
  const makers = {
    /** A brokerage may have fewer webhooks than the matrix makes calls. */
    async deleteWebhooks(): Promise<void> {
      await db.deleteFrom("webhook_endpoints").execute();
    },
    async makeWebhook(): Promise<number> {
      await makers.deleteWebhooks();
      return make("/api/admin/webhooks", {
        url: `https://93.184.216.34/${marker}`,
        events: ["lead.created"],
        brokerage_id: home.id,
      });
    },
    async makeWebhookDelivery(): Promise<{ webhook: number; delivery: number }> {
      const webhook = await makers.makeWebhook();
      const { id } = await db
        .insertInto("webhook_deliveries")
        .values({
          endpoint_id: webhook,
          message_id: `msg_matrix_${++made}`,
          event: "lead.created",
          subject: "lead:1",
          payload: JSON.stringify({ event: "lead.created", timestamp: new Date(0), data: { name: marker } }),
          status: "failed",
          created_at: lintel.clock.now(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { webhook, delivery: id };
    },
  };
  return makers;
}
