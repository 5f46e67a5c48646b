import { LEADS, type LeadFixture } from "./lead-fixture.ts";
import type { TestApp } from "./test-app.ts";

/** A record that staff delete: where it is, where its ETag is read if that is elsewhere, and an edit. */
export type RecordDeletion = {
  operation: string;
  path: string;
  get?: string;
  method: "PUT" | "PATCH";
  body: object;
};

/** One of each kind, for an admin. */
export async function recordDeletions(
  lintel: TestApp,
  brokerage: LeadFixture,
  admin: string,
): Promise<RecordDeletion[]> {
  const call = async (method: "POST" | "PUT", path: string, body: object) => {
    const reply = await lintel.call(path, { method, key: admin, body });
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.text}`);
    return reply.body;
  };
  const { id: brokerage_id } = brokerage;
  const agents = "/api/admin/agents";
  const agent = await call("POST", agents, { brokerage_id, name: "Di", slug: "di", email: "di@north.test" });
  const contacts = "/api/admin/broker-contacts";
  const contact = await call("POST", contacts, { brokerage_id, name: "Ed", email: "ed@north.test" });
  const drips = "/api/v1/admin/drips";
  const drip = await call("POST", drips, { brokerage_id, name: "Over", trigger_state: "NEW", steps: [] });
  const webhooks = "/api/admin/webhooks";
  const url = "http://127.0.0.1:9009/hook";
  const webhook = await call("POST", webhooks, { brokerage_id, url, events: ["lead.created"] });
  const feeds = "/api/admin/feeds";
  const feed = await call("POST", feeds, {
    source: "over",
    base_url: "http://127.0.0.1:9009/odata",
    auth: { type: "bearer", token: "secret-token" },
    enabled: false,
  });
  const brokerages = "/api/admin/brokerages";
  const other = await call("POST", brokerages, { slug: "over", name: "Over" });
  const account = `${brokerages}/${other.id}/sms-account`;
  const sms = { account_sid: `AC${"1".repeat(32)}`, auth_token: "t".repeat(32), from: "+12085550101" };
  await call("PUT", account, sms);
  const lead = `${LEADS}/${await brokerage.makeLead()}`;
  await call("PUT", `${lead}/tags/gone`, {});
  const tags = `${LEADS}/tags`;
  const listed = `${tags}?brokerage_id=${brokerage_id}`;
  const { items } = (await lintel.call(listed, { key: admin })).body;
  const tag = items.find(({ name }: { name: string }) => name === "gone");
  return [
    {
      operation: "deleteLeadTag",
      path: `${tags}/${tag.id}`,
      get: listed,
      method: "PATCH",
      body: { name: "past" },
    },
    { operation: "deleteLead", path: lead, method: "PATCH", body: { notes: "new" } },
    { operation: "deleteAgent", path: `${agents}/${agent.id}`, method: "PUT", body: { bio: "new" } },
    {
      operation: "deleteBrokerContact",
      path: `${contacts}/${contact.id}`,
      method: "PUT",
      body: { name: "Edd" },
    },
    { operation: "deleteDripSequence", path: `${drips}/${drip.id}`, method: "PUT", body: { name: "Past" } },
    {
      operation: "deleteWebhook",
      path: `${webhooks}/${webhook.id}`,
      method: "PATCH",
      body: { active: false },
    },
    { operation: "deleteFeed", path: `${feeds}/${feed.id}`, method: "PATCH", body: { refresh_minutes: 9 } },
    { operation: "deleteSmsAccount", path: account, method: "PUT", body: { ...sms, from: "+12085550102" } },
    {
      operation: "deleteBrokerage",
      path: `${brokerages}/${other.id}`,
      method: "PUT",
      body: { tagline: "new" },
    },
  ];
}
