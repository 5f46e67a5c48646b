import type { EventName } from "../../src/event-outbox/index.ts";
import { type BrokerageFixture, openBrokerage } from "./brokerage-fixture.ts";
import { outboundKnowing } from "./outbound-knowing.ts";
import { startTestApp, type TestApp } from "./test-app.ts";

export const WEBHOOKS = "/api/admin/webhooks";
/** A public address, so that no name needs to be looked up. */
export const TARGET = "https://93.184.216.34/hooks";

type Delivery = {
  event: EventName;
  subject: string;
  data: object;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  attempt_log: object[];
};

/** Two brokerages that have webhooks, and no delivery job. */
export type WebhookFixture = {
  lintel: TestApp;
  admin: string;
  north: BrokerageFixture;
  south: BrokerageFixture;
  /** A webhook, of the north's broker unless a key is given. */
  createWebhook(body?: object, key?: string): Promise<{ id: number; secret: string }>;
  /** A row of the log: its id. */
  addDelivery(webhook: number, fields?: Partial<Delivery>): Promise<number>;
  close(): Promise<void>;
};

/** Names are looked up here: those that are not given have no address. */
export async function openWebhooks(names: Record<string, string[]> = {}): Promise<WebhookFixture> {
  const lintel = await startTestApp({ OUTBOUND_ALLOW: "127.0.0.9" });
  const defaultOutbound = lintel.services.outbound;
  lintel.services.outbound = outboundKnowing(names, "127.0.0.9");
  const north = await openBrokerage(lintel, "north");
  let messages = 0;
  return {
    lintel,
    north,
    admin: await lintel.createKey("admin"),
    south: await openBrokerage(lintel, "south"),
    async createWebhook(body = {}, key = north.broker) {
      const reply = await lintel.call(WEBHOOKS, {
        method: "POST",
        key,
        body: { url: TARGET, events: ["lead.created"], ...body },
      });
      if (reply.status !== 201) throw new Error(`making a webhook answered ${reply.status}: ${reply.text}`);
      return reply.body;
    },
    async addDelivery(webhook, { data = {}, status = "delivered", attempt_log = [], ...fields } = {}) {
      const event = fields.event ?? "lead.created";
      const now = lintel.clock.now();
      const { id } = await lintel.database.db
        .insertInto("webhook_deliveries")
        .values({
          endpoint_id: webhook,
          message_id: `msg_${++messages}`,
          event,
          subject: "lead:1",
          payload: JSON.stringify({ event, timestamp: now, data }),
          status,
          next_attempt_at: status === "pending" ? now : null,
          created_at: now,
          delivered_at: status === "delivered" ? now : null,
          attempt_log: JSON.stringify(attempt_log),
          ...fields,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },
    async close() {
      await defaultOutbound.close();
      await lintel.close();
    },
  };
}
