import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf } from "../../../test/harness/brokerage-fixture.ts";
import { LEADS, type LeadFixture, openLeads } from "../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { slices } from "../../slices.ts";

/** An edit of a record: two bodies that differ, and where its ETag is read. */
type Edit = {
  operation: string;
  get: string;
  path?: string;
  method: "PUT" | "PATCH" | "POST" | "DELETE";
  bodies: [object, object] | [object];
  by?: "broker" | "admin" | "ann";
};

describe("If-Match", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  let admin: string;
  let all: Edit[];
  let keys: Record<"broker" | "admin" | "ann", string>;
  beforeAll(async () => {
    lintel = await startTestApp({ OUTBOUND_ALLOW: "127.0.0.0/8" });
    brokerage = await openLeads(lintel, "north");
    admin = await lintel.createKey("admin");
    keys = { broker: brokerage.broker, admin, ann: brokerage.ann.key };
    all = await edits();
  });
  afterAll(() => lintel.close());

  const post = async (path: string, body: object, key = brokerage.broker) => {
    const reply = await lintel.call(path, { method: "POST", key, body });
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${reply.text}`);
    return reply.body;
  };

  async function edits(): Promise<Edit[]> {
    const { id, ann } = brokerage;
    const lead = `${LEADS}/${await brokerage.makeLead({ assigned_agent_id: ann.id })}`;
    const moving = `${LEADS}/${await brokerage.makeLead()}`;
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
    await lintel.importListings("plain", [{ ListingKey: "1", ListingId: "1", StandardStatus: "Active" }]);
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
    const BROKERAGE = `/api/admin/brokerages/${id}`;
    const two = (name: string, values: [unknown, unknown]): [object, object] => [
      { [name]: values[0] },
      { [name]: values[1] },
    ];
    const put = "PUT" as const;
    return [
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
        bodies: [
          { event_type: "contact_attempted", channel: "call" },
          { event_type: "motivation_confirmed" },
        ],
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

  it("makes every edit run on the version that was read, and no other", async () => {
    for (const { operation, get, path = get, method, bodies, by = "broker" } of all) {
      const key = keys[by];
      const read = async () => String((await lintel.call(get, { key })).headers.etag);
      const edit = (etag: string, body: object) =>
        lintel.call(path, { method, key, body, headers: { "if-match": etag }, keyed: false });
      const first = await read();
      expect([operation, first]).toEqual([operation, expect.stringMatching(/^"[\w-]{27}"$/)]);
      expect(await read()).toBe(first);

      const done = await edit(first, bodies[0]);
      expect([operation, done.status < 300, done.text]).toEqual([operation, true, done.text]);
      const second = String(done.headers.etag);
      expect([operation, second]).toEqual([operation, await read()]);
      expect(second).not.toBe(first);

      const refused = await edit(first, bodies[1] ?? bodies[0]);
      expect([operation, refused.status, refused.body]).toEqual([
        operation,
        412,
        {
          detail: expect.stringMatching(/^The .* has changed since you read it\. Read it again/),
          etag: second,
        },
      ]);
      expect([refused.headers.etag, await read()]).toEqual([second, second]);
      if (!bodies[1]) continue;
      const again = await edit(`"other", W/${second}`, bodies[1]);
      expect([operation, again.status < 300]).toEqual([operation, true]);
    }
  });

  it("is tried here on every route that takes it", () => {
    const taking = slices
      .flatMap(({ routes }) => routes)
      .filter(({ version, method }) => version && method !== "GET")
      .map(({ operationId }) => operationId);
    const tried = all.map(({ operation }) => operation);
    // These have tests beside them.
    const elsewhere = ["acceptUnverifiedContact", "updateSmsAccount"];
    expect(taking.filter((operation) => ![...tried, ...elsewhere].includes(operation))).toEqual([]);
  });

  it("lets one of 50 concurrent edits of a version win", async () => {
    const lead = await brokerage.makeLead();
    const etag = String((await brokerage.read(lead)).headers.etag);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, nth) =>
        lintel.call(`${LEADS}/${lead}`, {
          method: "PATCH",
          key: brokerage.broker,
          body: { notes: `note ${nth}` },
          headers: { "if-match": etag },
        }),
      ),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(49);
    expect((await brokerage.read(lead)).body.notes).toBe(won[0]?.body.notes);
    expect(await auditOf(lintel, "lead", lead)).toHaveLength(1);
  });

  it("lets one of a guarded edit and others without If-Match see what the other did", async () => {
    const lead = await brokerage.makeLead();
    for (let round = 0; round < 10; round++) {
      const etag = String((await brokerage.read(lead)).headers.etag);
      const [guarded, plain] = await Promise.all([
        lintel.call(`${LEADS}/${lead}`, {
          method: "PATCH",
          key: brokerage.broker,
          body: { notes: `guarded ${round}` },
          headers: { "if-match": etag },
        }),
        brokerage.patch(lead, { notes: `plain ${round}` }),
      ]);
      expect(plain.status).toBe(200);
      // The guarded one came first and was overwritten on purpose, or came second and was refused.
      expect([200, 412]).toContain(guarded.status);
      expect((await brokerage.read(lead)).body.notes).toBe(`plain ${round}`);
    }
  });

  it("does not change with what visitors and jobs change", async () => {
    const lead = await brokerage.makeLead();
    const etag = async () => (await brokerage.read(lead)).headers.etag;
    const before = await etag();
    await lintel.database.db
      .updateTable("leads")
      .set({ heat: 40, last_signal_at: lintel.clock.now(), last_contact: lintel.clock.now() })
      .where("id", "=", lead)
      .execute();
    expect(await etag()).toBe(before);
  });

  it("answers what is out of scope as missing, and is never needed", async () => {
    const lead = await brokerage.makeLead();
    const other = await openLeads(lintel, "south");
    const edit = (headers: Record<string, string>, key: string) =>
      lintel.call(`${LEADS}/${lead}`, { method: "PATCH", key, body: { notes: "x" }, headers });
    expect((await edit({ "if-match": '"old"' }, other.broker)).status).toBe(404);
    expect((await edit({ "if-match": "*" }, other.broker)).status).toBe(404);
    expect((await edit({}, brokerage.broker)).status).toBe(200);
    expect((await edit({ "if-match": "*" }, brokerage.broker)).status).toBe(200);
  });

  it("is part of what an Idempotency-Key repeats", async () => {
    const lead = await brokerage.makeLead();
    const report = (etag: string) =>
      lintel.call(`${LEADS}/${lead}/transitions`, {
        method: "POST",
        key: brokerage.broker,
        body: { event_type: "contact_attempted", channel: "call" },
        headers: { "idempotency-key": "once", "if-match": etag },
      });
    const etag = String((await brokerage.read(lead)).headers.etag);
    expect((await report(etag)).status).toBe(200);
    expect((await report(etag)).headers["idempotent-replayed"]).toBe("true");
    expect((await report('"other"')).status).toBe(422);
  });

  it("is in the OpenAPI document of each route that takes it, with its 412", async () => {
    const { body } = await lintel.call("/openapi.json");
    const { patch, get } = body.paths["/api/v1/admin/leads/{lead_id}"];
    expect(patch.parameters).toContainEqual({ $ref: "#/components/parameters/IfMatch" });
    expect(patch.responses["412"].content["application/json"].schema).toEqual({
      $ref: "#/components/schemas/PreconditionFailed",
    });
    expect(Object.keys(get.responses["200"].headers)).toEqual(["ETag"]);
    expect(get.responses["412"]).toBeUndefined();
  });
});
