import { type Announcement, announce, type EventName, eventNames } from "../../src/event-outbox/index.ts";
import type { Context } from "../../src/platform/context.ts";
import { inTransaction } from "../../src/platform/database/database.ts";
import { deliverWebhooks } from "../../src/webhooks/index.ts";
import { startTestApp, type TestApp } from "./test-app.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

/** The whole product, and receivers of webhooks that are told when a test says so. */
export type WebhookDeliveryFixture = {
  lintel: TestApp;
  admin: string;
  /** A receiver that has subscribed, to everything but listings unless it says so: of a brokerage, or of all. */
  subscribe(brokerageId: number | null, events?: readonly EventName[]): Promise<Subscriber>;
  /** Something that has happened to a lead of a brokerage; `nth` says which time. */
  announceStageChanges(brokerageId: number, subject: string, ...nth: number[]): Promise<void>;
  announce(...announcements: Announcement[]): Promise<void>;
  deliver(ctx?: Context): Promise<void>;
  /** Rows, oldest first. */
  deliveries(webhookId: number): Promise<DeliveryRow[]>;
  close(): Promise<void>;
};

export type Subscriber = WebhookReceiver & { id: number; secret: string };

type DeliveryRow = {
  id: number;
  message_id: string;
  subject: string;
  status: string;
  attempts: number;
  next_attempt_at: Date | null;
  attempt_log: { at: string; status: number | null; failure: string | null; took_ms: number }[];
};

export async function openWebhookDeliveries(
  environment: Record<string, string> = {},
): Promise<WebhookDeliveryFixture> {
  const lintel = await startTestApp({ OUTBOUND_ALLOW: "127.0.0.1", LOG_LEVEL: "silent", ...environment });
  const admin = await lintel.createKey("admin");
  const receivers: WebhookReceiver[] = [];
  const fixture: WebhookDeliveryFixture = {
    lintel,
    admin,
    async subscribe(brokerage_id, events = eventNames.filter((name) => name !== "listing.updated")) {
      const receiver = await startWebhookReceiver();
      receivers.push(receiver);
      const body = { url: receiver.url, events, brokerage_id };
      const reply = await lintel.call("/api/admin/webhooks", { method: "POST", key: admin, body });
      if (reply.status !== 201) throw new Error(`POST /api/admin/webhooks answered ${reply.text}`);
      return Object.assign(receiver, { id: reply.body.id as number, secret: reply.body.secret as string });
    },
    announceStageChanges: (brokerageId, subject, ...nth) =>
      fixture.announce(
        ...nth.map((each) => ({
          event: "lead.stage_changed" as const,
          subject,
          brokerageId,
          data: { subject, nth: each },
        })),
      ),
    announce: (...announcements) => inTransaction(lintel.ctx, (ctx) => announce(ctx, announcements)),
    deliver: (ctx = lintel.ctx) => deliverWebhooks(ctx),
    deliveries: (webhookId) =>
      lintel.database.db
        .selectFrom("webhook_deliveries")
        .select(["id", "message_id", "subject", "status", "attempts", "next_attempt_at", "attempt_log"])
        .where("endpoint_id", "=", webhookId)
        .orderBy("id")
        .execute() as unknown as Promise<DeliveryRow[]>,
    async close() {
      await lintel.services.outbound.close();
      await lintel.close();
      await Promise.all(receivers.map((receiver) => receiver.close()));
    },
  };
  return fixture;
}
