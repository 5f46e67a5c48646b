import { sendForm } from "./contact-form.ts";
import { LEADS } from "./lead-fixture.ts";
import { openRouting, type RoutingFixture } from "./routing-fixture.ts";
import type { Reply, TestApp } from "./test-app.ts";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A brokerage whose leads wait, and whose time passes. */
export type SweepFixture = RoutingFixture & {
  /** A broker contact; the first one that `isOwner` is the owner. */
  hireBroker(name: string, isOwner?: boolean): Promise<void>;
  /** A new lead by the contact form, which is routed. */
  createLead(fields?: object): Promise<number>;
  /** Lets time pass, then sweeps as an operator. */
  sweepAfter(milliseconds: number): Promise<Reply["body"]["counts"]>;
  /** What has been written to whom about a lead, in order: `agent_reminder to ann@agents.test`; texts and pushes so named. */
  messagesAbout(lead: number): Promise<string[]>;
  /** Reports an event of a lead, which must be taken. */
  report(lead: number, event: { event_type: string } & Record<string, unknown>): Promise<void>;
  contact(lead: number, fields?: object): Promise<void>;
};

export const called = { event_type: "contact_attempted", channel: "call" };

export async function openSweep(lintel: TestApp, slug: string): Promise<SweepFixture> {
  const brokerage = await openRouting(lintel, slug);
  const admin = await lintel.createKey("admin");
  const post = async (path: string, body: object, key = brokerage.broker) => {
    const reply = await lintel.call(path, { method: "POST", key, body });
    if (reply.status >= 300) throw new Error(`POST ${path} answered ${reply.status}: ${reply.text}`);
    return reply;
  };
  return {
    ...brokerage,
    async hireBroker(name, isOwner = false) {
      const email = `${name.toLowerCase()}@${slug}.test`;
      await post("/api/admin/broker-contacts", {
        brokerage_id: brokerage.id,
        name,
        email,
        is_primary: isOwner,
      });
    },
    async createLead(fields = {}) {
      return (await sendForm(lintel, brokerage.host, fields)).body.lead_id;
    },
    async sweepAfter(milliseconds) {
      lintel.clock.advance(milliseconds);
      return (await post(`${LEADS}/lifecycle/sweep`, {}, admin)).body.counts;
    },
    async messagesAbout(lead) {
      const rows = await lintel.database.db
        .selectFrom("messages")
        .select(["kind", "channel", "recipient"])
        .where("lead_id", "=", lead)
        .orderBy("id")
        .execute();
      return rows.map(
        ({ kind, channel, recipient }) =>
          `${kind} to ${recipient}${channel === "email" ? "" : ` by ${channel}`}`,
      );
    },
    async report(lead, event) {
      await post(`${LEADS}/${lead}/transitions`, event);
    },
    async contact(lead, fields = {}) {
      await post(`${LEADS}/${lead}/contacts`, { channel: "call", direction: "outbound", ...fields });
    },
  };
}
