import { randomUUID } from "node:crypto";
import { makeDeliveries } from "../../src/webhooks/delivery/make-deliveries.ts";
import { LEADS } from "./lead-fixture.ts";
import { home, subscribe } from "./market.ts";
import { openPrivacy, type PrivacyFixture } from "./privacy-fixture.ts";
import { DRIPS, step } from "./sequences-fixture.ts";
import type { TestApp } from "./test-app.ts";
import { TARGET, WEBHOOKS } from "./webhook-fixture.ts";

/** A person whose every word is found again: the mark stands in all of them. */
export type MarkedPerson = { mark: string; email: string; phone: string; address: string };

/**
 * A brokerage with a person's data in every table that may hold some: all that they, and staff about them, can write. Two
 * of their leads are left, and one that was deleted.
 */
export async function openMarkedPerson(
  lintel: TestApp,
  slug: string,
  { mark, email, phone, address }: MarkedPerson,
): Promise<PrivacyFixture> {
  const brokerage = await openPrivacy(lintel, slug);
  const listing = `${slug}-1`;
  await lintel.importListings(slug, [home({ ListingId: listing })]);
  await subscribe(lintel, brokerage.id, [slug]);

  async function send(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body: object, key?: string) {
    const reply = await lintel.call(path, {
      method,
      host: brokerage.host,
      body,
      ...(key && { key }),
      // On the embedded database too, so that replies are kept.
      headers: { "x-forwarded-for": address, ...(method === "POST" && { "idempotency-key": randomUUID() }) },
    });
    if (reply.status > 202) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  }

  const events = ["lead.created", "lead.stage_changed", "lead.assigned", "tour.requested"];
  await send("POST", WEBHOOKS, { url: TARGET, events }, brokerage.broker);
  const steps = [step("one")];
  await send("POST", DRIPS, { name: "Newcomers", trigger_state: "NEW", steps }, brokerage.broker);
  const texts = { subject: `${mark} asks`, message: `${mark} writes` };
  const form = {
    ...texts,
    firstName: mark,
    lastName: `${mark}son`,
    email,
    phone,
    source_page: `/${mark}`,
    utm_source: mark,
  };
  const { lead_id: lead } = await send("POST", "/api/contact", form);
  const registered = { name: `${mark} ${mark}`, email: email.toUpperCase(), phone: "208-555-0199" };
  // From elsewhere first: from the person's own address they are not recognized then, and what they are told is kept.
  const fromElsewhere = { "x-forwarded-for": "192.0.2.250" };
  await lintel.call("/register", {
    method: "POST",
    host: brokerage.host,
    headers: fromElsewhere,
    body: registered,
  });
  await send("POST", "/register", registered);
  await send("POST", "/api/tours", {
    listing_id: listing,
    name: mark,
    email,
    phone,
    message: `${mark} asks`,
  });
  await send("POST", "/api/newsletter/subscribe", { email, first_name: mark, interests: [`${mark}'s`] });
  await send("POST", "/api/newsletter/subscribe", { email, interests: [`more of ${mark}'s`] });
  const { session_id: session } = await send("POST", "/sessions", {});
  const visit = async (path: string, body: object) => {
    const headers = { "x-session-id": session, "idempotency-key": randomUUID() };
    await lintel.call(path, { method: "POST", host: brokerage.host, headers, body });
  };
  await visit("/sessions/preferences/notes", { notes: `${mark} notes` });
  await visit("/sessions/preferences", { type: "features", key: mark, value: mark });
  const now = { timestamp: lintel.clock.now().toISOString() };
  await visit("/sessions/events", {
    events: [
      { id: mark, type: "search_query", query: mark, ...now },
      { id: `${mark}-view`, type: "property_view", listing_id: listing, ...now },
      { type: "filter_change", filter: "features", value: mark, ...now },
    ],
  });
  await visit("/register", { name: `${mark} ${mark}`, email });
  // One link that is used, which makes a client, and one that waits.
  for (const use of [true, false]) {
    await send("POST", "/api/v1/favorites/magic-link", { email });
    const token = (await brokerage.linkInMail("magic_link", email, "hash"))?.replace("#token=", "");
    if (!use) break;
    const { body } = await lintel.call("/api/v1/client-session", {
      method: "POST",
      host: brokerage.host,
      headers: { "x-session-id": session },
      body: { token },
    });
    await lintel.call("/api/v1/favorites/sync", {
      method: "POST",
      host: brokerage.host,
      headers: { authorization: `Bearer ${body.auth_token}` },
      body: { favorites: [listing] },
    });
    const search = {
      name: mark,
      query: `${mark} with a pool`,
      filters: { keywords: mark },
      frequency: "instant",
    };
    await lintel.call("/api/v1/searches", {
      method: "POST",
      host: brokerage.host,
      headers: { authorization: `Bearer ${body.auth_token}`, "idempotency-key": randomUUID() },
      body: search,
    });
    await send("POST", "/api/v1/searches", { ...search, email });
  }
  const manual = { first_name: mark, last_name: mark, email, ...texts, notes: `${mark} notes` };
  const { id: gone } = await send("POST", LEADS, { ...manual, brokerage_id: brokerage.id }, brokerage.broker);
  await send("PUT", `${LEADS}/${gone}/flags/dnc`, { reason: `${mark} said so` }, brokerage.broker);
  await send("DELETE", `${LEADS}/${gone}`, {}, brokerage.broker);

  const of = `${LEADS}/${lead}`;
  await send(
    "PATCH",
    of,
    { notes: `${mark}'s notes`, assigned_agent_id: brokerage.ann.id },
    brokerage.broker,
  );
  await send(
    "PATCH",
    of,
    { assigned_agent_id: brokerage.bob.id, reassign_reason: `${mark} asked` },
    brokerage.broker,
  );
  await send("PUT", `${of}/tags`, { tags: [mark, "vip"] }, brokerage.broker);
  await send("PUT", `${of}/flags/dnc`, { reason: `${mark} said so` }, brokerage.broker);
  await send("DELETE", `${of}/flags/dnc`, { reason: `${mark} took it back` }, brokerage.broker);
  const contact = { channel: "call", direction: "inbound", note: `${mark} called` };
  await send("POST", `${of}/contacts`, contact, brokerage.broker);
  const attempt = { event_type: "contact_attempted", channel: "call", note: `Rang ${mark}` };
  const followUp = { due_at: "2030-01-01T00:00:00Z", note: `Ring ${mark}` };
  // What the bulk edit replaces is kept for its undo.
  await send("PUT", `${of}/follow-up`, followUp, brokerage.broker);
  await send("POST", `${LEADS}/bulk`, { lead_ids: [lead], action: "move", ...attempt }, brokerage.broker);
  await send("PUT", `${of}/follow-up`, followUp, brokerage.broker);
  await send(
    "POST",
    "/api/admin/broker-contacts",
    { brokerage_id: brokerage.id, name: "Olga", email: `olga@${slug}.test` },
    brokerage.broker,
  );
  await makeDeliveries(lintel.ctx);
  return brokerage;
}
