import { syncPhotos } from "../../src/images/photos/sync-photos.ts";
import { LEADS, type LeadFixture } from "./lead-fixture.ts";
import { home } from "./market.ts";
import type { TestApp } from "./test-app.ts";

/** An edit of a record: two bodies that differ, and where its ETag is read. */
export type RecordEdit = {
  operation: string;
  get: string;
  path?: string;
  method: "PUT" | "PATCH" | "POST" | "DELETE";
  bodies: [object, object] | [object];
  by?: "broker" | "admin" | "ann";
};

/** An edit of each record that staff edit, by its broker unless it names another caller. */
export async function recordEdits(
  lintel: TestApp,
  brokerage: LeadFixture,
  admin: string,
): Promise<RecordEdit[]> {
  const post = async (path: string, body: object, key = brokerage.broker) => {
    const reply = await lintel.call(path, { method: "POST", key, body });
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.text}`);
    return reply.body;
  };

  const { id, ann } = brokerage;
  const lead = `${LEADS}/${await brokerage.makeLead({ assigned_agent_id: ann.id })}`;
  const moving = `${LEADS}/${await brokerage.makeLead()}`;
  await lintel.call(`${moving}/tags/old`, { method: "PUT", key: brokerage.broker });
  const [tag] = (await lintel.call("/api/v1/admin/leads/tags", { key: brokerage.broker })).body.items;
  const tomorrow = new Date(lintel.clock.now().getTime() + 86_400_000).toISOString();
  const contact = await post("/api/admin/broker-contacts", {
    brokerage_id: id,
    name: "Cy",
    email: "cy@north.test",
  });
  const sequence = await post("/api/v1/admin/drips", { name: "Welcome", trigger_state: "NEW", steps: [] });
  const webhook = await post("/api/admin/webhooks", {
    url: "http://127.0.0.1:9009/hook",
    events: ["lead.created"],
  });
  const Media = [{ MediaURL: "https://photos.test/1.jpg", Order: 0 }];
  await lintel.importListings("plain", [home({ ListingId: "1", Media })]);
  const feed = await post(
    "/api/admin/feeds",
    {
      source: "mls",
      base_url: "http://127.0.0.1:9009/odata",
      auth: { type: "bearer", token: "secret-token" },
      enabled: false,
    },
    admin,
  );
  const tour = await lintel.database.db
    .insertInto("tour_requests")
    .values({
      brokerage_id: id,
      lead_id: Number(lead.split("/").at(-1)),
      listing_id: "1",
      name: "Ada",
      email: "ada@visitors.test",
      status: "pending",
      created_at: lintel.clock.now(),
      updated_at: lintel.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const image = `/api/admin/images/${await photoOf(lintel)}`;
  const { feature_id } = await post(`${image}/features`, { label: "Copper sink" });
  const BROKERAGE = `/api/admin/brokerages/${id}`;
  const two = (name: string, values: [unknown, unknown]): [object, object] => [
    { [name]: values[0] },
    { [name]: values[1] },
  ];
  const put = "PUT" as const;
  return [
    {
      operation: "setImageRoomType",
      get: image,
      path: `${image}/room-type`,
      method: "PATCH",
      bodies: two("room_type", ["kitchen", "garage"]),
    },
    {
      operation: "addImageFeature",
      get: `${image}/features`,
      path: `${image}/features`,
      method: "POST",
      bodies: two("label", ["Gas range", "Butcher block"]),
    },
    {
      operation: "removeImageFeature",
      get: image,
      path: `${image}/features/${feature_id}`,
      method: "DELETE",
      bodies: [{}],
    },
    { operation: "updateLead", get: lead, method: "PATCH", bodies: two("notes", ["a", "b"]) },
    {
      operation: "setLeadFollowUp",
      get: lead,
      path: `${lead}/follow-up`,
      method: put,
      bodies: [
        { due_at: tomorrow, note: "a" },
        { due_at: tomorrow, note: "b" },
      ],
    },
    {
      operation: "clearLeadFollowUp",
      get: lead,
      path: `${lead}/follow-up`,
      method: "DELETE",
      bodies: [{}],
    },
    {
      operation: "setLeadFlag",
      get: `${lead}/flags`,
      path: `${lead}/flags/do_not_call`,
      method: put,
      bodies: [{ reason: "asks" }],
    },
    {
      operation: "clearLeadFlag",
      get: `${lead}/flags`,
      path: `${lead}/flags/do_not_call`,
      method: "DELETE",
      bodies: [{ reason: "over" }],
    },
    {
      operation: "recordLeadTransition",
      get: `${moving}/transitions`,
      path: `${moving}/transitions`,
      method: "POST",
      bodies: [{ event_type: "contact_attempted", channel: "call" }, { event_type: "motivation_confirmed" }],
    },
    {
      operation: "logLeadContact",
      get: lead,
      path: `${lead}/contacts`,
      method: "POST",
      bodies: [{ channel: "call", direction: "outbound" }],
    },
    {
      operation: "setLeadTags",
      get: lead,
      path: `${lead}/tags`,
      method: put,
      bodies: two("tags", [["a", "b"], []]),
    },
    {
      operation: "renameLeadTag",
      get: "/api/v1/admin/leads/tags",
      path: `/api/v1/admin/leads/tags/${tag.id}`,
      method: "PATCH",
      bodies: two("name", ["new", "newer"]),
    },
    { operation: "addLeadTag", get: lead, path: `${lead}/tags/c`, method: put, bodies: [{}] },
    { operation: "removeLeadTag", get: lead, path: `${lead}/tags/c`, method: "DELETE", bodies: [{}] },
    {
      operation: "updateAgent",
      get: `/api/admin/agents/${ann.id}`,
      method: put,
      bodies: two("bio", ["a", "b"]),
    },
    {
      operation: "updateOwnProfile",
      get: `/api/admin/agents/${ann.id}`,
      path: "/api/admin/me",
      method: "PATCH",
      bodies: two("phone", ["208-555-0100", "208-555-0101"]),
      by: "ann",
    },
    {
      operation: "updateBrokerage",
      get: BROKERAGE,
      method: put,
      bodies: two("tagline", ["a", "b"]),
      by: "admin",
    },
    {
      operation: "updateBrokerageSources",
      get: `${BROKERAGE}/sources`,
      method: put,
      bodies: two("sources", [["plain"], []]),
      by: "admin",
    },
    {
      operation: "updateBrokerContact",
      get: `/api/admin/broker-contacts/${contact.id}`,
      method: put,
      bodies: two("name", ["Cyd", "Cyn"]),
    },
    {
      operation: "updateLeadSettings",
      get: `${BROKERAGE}/lead-settings`,
      method: put,
      bodies: two("contacting_timeout_days", [5, 6]),
    },
    {
      operation: "updateDripSequence",
      get: `/api/v1/admin/drips/${sequence.id}`,
      method: put,
      bodies: two("steps", [[{ delay_days: 1, subject_template: "a", body_template: "b" }], []]),
    },
    {
      operation: "updateWebhook",
      get: `/api/admin/webhooks/${webhook.id}`,
      method: "PATCH",
      bodies: two("active", [false, true]),
    },
    {
      operation: "updateFeed",
      get: `/api/admin/feeds/${feed.id}`,
      method: "PATCH",
      bodies: two("refresh_minutes", [7, 8]),
      by: "admin",
    },
    {
      operation: "updateSourceRules",
      get: "/api/admin/sources/plain/rules",
      method: put,
      bodies: two("disclaimer", ["a", "b"]),
      by: "admin",
    },
    {
      operation: "updateTour",
      get: `/api/tours/${tour.id}`,
      method: "PATCH",
      bodies: two("status", ["confirmed", "completed"]),
    },
  ];
}

/** The id of the one photo. */
async function photoOf({ ctx, database }: TestApp): Promise<number> {
  await syncPhotos(ctx);
  const { id } = await database.db.selectFrom("listing_photos").select("id").executeTakeFirstOrThrow();
  return id;
}
