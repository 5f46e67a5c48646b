import { deliverChannel, notify } from "../../src/messages/index.ts";
import type { Context } from "../../src/platform/context.ts";
import { Outbound } from "../../src/platform/outbound/outbound.ts";
import { type Browser, openBrowser } from "./browser.ts";
import { type LeadFixture, openLeads } from "./lead-fixture.ts";
import { type PushService, startPushService } from "./push-service.ts";
import { startTestApp, type TestApp } from "./test-app.ts";
import { vapid } from "./vapid.ts";

export const SUBSCRIPTIONS = "/api/v1/admin/push/subscriptions";

/** A subscribed browser. */
export type Subscribed = Browser & { id: number; path: string };

/** The whole product with a push service, whose pushes leave when a test says so. */
export type PushFixture = {
  lintel: TestApp;
  service: PushService;
  ctx: Context;
  openBrokerage(): Promise<LeadFixture>;
  /** Subscribes a new browser in the name of a key, at this service or another. */
  subscribe(key: string, at?: PushService): Promise<Subscribed>;
  /** A lead that its agent Ann is reminded of in every browser of hers; with the data of a test, or what it usually says. */
  remind(brokerage: LeadFixture, data?: Partial<typeof reminder>): Promise<number>;
  /** Sends what is due now. */
  deliver(): ReturnType<typeof deliverChannel>;
  /** Of a lead's pushes, oldest first. */
  ledger(lead: number): Promise<{ state: string; attempts: number; failure: string | null }[]>;
  /** How many failures in a row stand against a subscription; null: it has ended. */
  failures(browser: Subscribed): Promise<number | null>;
  close(): Promise<void>;
};

const reminder = {
  name: "Ann",
  leadName: "Ada Lovelace",
  email: "ada@visitors.test",
  phone: "(208) 555-0101" as string | null,
  arrivedAt: "Monday at noon",
  waited: "10 minutes",
  target: "5 minutes",
  agentName: "Ann",
  isOwn: true,
  crmUrl: "https://crm.test/leads/1",
};

/** Names are looked up here: those without an address lead to the service. */
export async function openPush(addresses: Record<string, string[]> = {}): Promise<PushFixture> {
  const service = await startPushService();
  const lintel = await startTestApp({ ...vapid, LOG_LEVEL: "silent", OUTBOUND_ALLOW: "127.0.0.1" });
  const outbound = new Outbound({
    allow: ["127.0.0.1"],
    resolve: async (host) => addresses[host] ?? ["127.0.0.1"],
    timeouts: { deadlineMs: 5000, connectMs: 3000, idleMs: 1000 },
  });
  const ctx = { ...lintel.ctx, outbound };
  const { db } = lintel.database;
  let made = 0;
  return {
    lintel,
    service,
    ctx,
    openBrokerage: () => openLeads(lintel, `pushed-${++made}`),
    async subscribe(key, at = service) {
      const path = `/to/${++made}`;
      const browser = openBrowser(at.origin + path);
      const { status, text, body } = await lintel.call(SUBSCRIPTIONS, {
        method: "POST",
        key,
        body: browser.json,
      });
      if (status !== 201) throw new Error(`subscribing answered ${status}: ${text}`);
      return { ...browser, id: body.id, path };
    },
    async remind(brokerage, data = {}) {
      const leadId = await brokerage.makeLead({ assigned_agent_id: brokerage.ann.id });
      const { id, name } = brokerage.ann;
      await notify(ctx, [
        {
          template: "agent_reminder",
          data: { ...reminder, ...data },
          brokerageId: brokerage.id,
          leadId,
          to: { kind: "agent", id, name, email: "ann@agents.test", phone: null, timeZone: "UTC" },
          channels: ["push"],
          occasion: `lead ${leadId}`,
          replyTo: null,
        },
      ]);
      return leadId;
    },
    deliver: () => deliverChannel(ctx, "push"),
    ledger: (lead) =>
      db
        .selectFrom("messages")
        .select(["state", "attempts", "failure"])
        .where("lead_id", "=", lead)
        .where("channel", "=", "push")
        .orderBy("id")
        .execute(),
    async failures({ id }) {
      const row = await db
        .selectFrom("push_subscriptions")
        .select("failures")
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.failures ?? null;
    },
    async close() {
      await outbound.close();
      await lintel.close();
      await service.close();
    },
  };
}
