import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("updateAgent", () => {
  let lintel: TestApp;
  let brokerage: number;
  let other: number;
  let admin: string;
  let broker: string;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test" });
    ({ id: brokerage } = await lintel.createTenant("acme"));
    ({ id: other } = await lintel.createTenant("other"));
    admin = await lintel.createKey("admin");
    broker = await lintel.createKey("broker", { brokerageId: brokerage });
  });
  afterAll(() => lintel.close());

  const put = (id: number, body: unknown, key = broker) =>
    lintel.call(`/api/admin/agents/${id}`, { method: "PUT", key, body });
  const someone = (fields: object = {}) => lintel.createAgent(brokerage, fields);
  const auditOf = (id: number) =>
    lintel.database.db
      .selectFrom("audit_log")
      .select(["action", "before", "after"])
      .where("target_type", "=", "agent")
      .where("target_id", "=", String(id))
      .execute();

  it("changes every field that is named, and answers the whole agent", async () => {
    const { id } = await someone();
    lintel.clock.advance(60_000);
    const fields = {
      name: "Bea Broker",
      slug: "bea",
      email: "Bea@acme.test",
      phone: "555-0100",
      bio: "New here.",
      photo_url: "https://photos.test/bea.jpg",
      status: "inactive",
      specialties: ["Condos", "Land"],
      social_links: { facebook: "https://facebook.test/bea", instagram: "https://instagram.test/bea" },
      weight: 0,
      accepting_leads: false,
      on_vacation: true,
      sms_opt_out: true,
      time_zone: "America/Denver",
    };
    const reply = await put(id, fields);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      id,
      broker_id: brokerage,
      brokerage: { id: brokerage, name: "acme", slug: "acme" },
      ...fields,
      updated_at: lintel.clock.now().toISOString(),
    });
    expect((await lintel.call(`/api/admin/agents/${id}`, { key: broker })).body).toEqual(reply.body);
  });

  it("leaves what is not named as it is", async () => {
    const { id } = await someone({ bio: "Stays.", phone: "208-555-0100", specialties: ["Land"] });
    const { body } = await put(id, { name: "Only the name" });
    expect(body).toMatchObject({
      name: "Only the name",
      bio: "Stays.",
      phone: "208-555-0100",
      specialties: ["Land"],
    });
  });

  it("clears with null what may be absent, and refuses null for the rest", async () => {
    const { id } = await someone({
      bio: "x",
      phone: "208-555-0100",
      photo_url: "https://a.test/x.jpg",
      time_zone: "UTC",
    });
    const { body } = await put(id, { bio: null, phone: null, photo_url: null, time_zone: null });
    expect(body).toMatchObject({ bio: null, phone: null, photo_url: null, time_zone: null });
    for (const field of ["name", "slug", "email", "status", "specialties", "weight", "on_vacation"]) {
      expect([field, (await put(id, { [field]: null })).status]).toEqual([field, 422]);
    }
  });

  it("changes one social link without the other, and clears one or both", async () => {
    const { id } = await someone();
    const links = async (social_links: unknown) => (await put(id, { social_links })).body.social_links;
    const [facebook, instagram] = ["https://facebook.test/a", "https://instagram.test/a"];
    expect(await links({ facebook })).toEqual({ facebook, instagram: null });
    expect(await links({ instagram })).toEqual({ facebook, instagram });
    expect(await links({ facebook: null })).toEqual({ facebook: null, instagram });
    expect(await links(null)).toEqual({ facebook: null, instagram: null });
  });

  it("never moves an agent to another brokerage", async () => {
    const { id } = await someone();
    const { body } = await put(id, { brokerage_id: other, broker_id: other, name: "Still here" }, admin);
    expect(body).toMatchObject({ broker_id: brokerage, name: "Still here" });
  });

  it("changes nothing and writes no audit row for an empty body", async () => {
    const { id } = await someone();
    const before = await put(id, {});
    lintel.clock.advance(60_000);
    expect((await put(id, { unknown: 1 })).body).toEqual(before.body);
    expect(await auditOf(id)).toEqual([]);
  });

  it("changes nothing, and writes no audit row, for values that are there already", async () => {
    const { id } = await someone();
    const values = {
      name: "Ida",
      specialties: ["Land"],
      social_links: { facebook: "https://facebook.test/ida" },
      weight: 3,
    };
    const before = (await put(id, values)).body;
    const audited = await auditOf(id);
    lintel.clock.advance(60_000);
    for (const body of [values, before]) expect((await put(id, body)).body).toEqual(before);
    expect(await auditOf(id)).toEqual(audited);
    const { id: fresh } = await someone();
    await put(fresh, { social_links: null, specialties: [], bio: null });
    expect(await auditOf(fresh)).toEqual([]);
  });

  it("refuses a slug that another has, and takes the agent's own", async () => {
    const { slug } = await someone();
    const { id, slug: own } = await someone();
    const reply = await put(id, { slug });
    expect([reply.status, reply.body]).toEqual([400, { detail: `Agent with slug '${slug}' already exists` }]);
    expect((await put(id, { slug: own })).status).toBe(200);
  });

  it("lets one of many pass that take a slug at once", async () => {
    const agents = await Promise.all(Array.from({ length: 6 }, () => someone()));
    const replies = await Promise.all(agents.map(({ id }) => put(id, { slug: "wanted" })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it("loses no change when many come at once", async () => {
    const { id } = await someone();
    await Promise.all([
      put(id, { social_links: { facebook: "https://facebook.test/a" } }),
      put(id, { social_links: { instagram: "https://instagram.test/a" } }),
      put(id, { bio: "Bio" }),
      put(id, { weight: 7 }),
    ]);
    expect((await put(id, {})).body).toMatchObject({
      bio: "Bio",
      weight: 7,
      social_links: { facebook: "https://facebook.test/a", instagram: "https://instagram.test/a" },
    });
  });

  it("answers 404 for another brokerage's, a missing and a disabled agent", async () => {
    const { id: foreignId } = await lintel.createAgent(other);
    const { id: gone } = await someone({ disabled_at: new Date() });
    for (const [id, key] of [
      [foreignId, broker],
      [999_999, broker],
      [gone, broker],
      [gone, admin],
    ] as const) {
      const reply = await put(id, { name: "x" }, key);
      expect([reply.status, reply.body]).toEqual([404, { detail: "Agent not found" }]);
    }
    expect((await put(foreignId, { name: "x" }, admin)).status).toBe(200);
  });

  it("answers 404 when the brokerage is disabled, to admins too", async () => {
    const { id: closed } = await lintel.createTenant("closed");
    const { id } = await lintel.createAgent(closed);
    const closedKey = await lintel.createKey("broker", { brokerageId: closed });
    await lintel.call(`/api/admin/brokerages/${closed}`, { method: "DELETE", key: admin });
    for (const key of [closedKey, admin]) expect((await put(id, { name: "x" }, key)).status).toBe(404);
  });

  it("leaves an audit row of what changed, and nothing else", async () => {
    const { id } = await someone({ name: "Before", bio: "Same" });
    await put(id, { name: "After", bio: "Same" });
    expect(await auditOf(id)).toEqual([
      { action: "update", before: { name: "Before" }, after: { name: "After" } },
    ]);
  });

  it("keeps an uploaded photo when a client sends back what it was shown", async () => {
    const { id } = await someone({ photo_url: "/files/agents/kept.jpg" });
    const { body } = await put(id, {
      name: "Other name",
      photo_url: "https://api.test/files/agents/kept.jpg",
    });
    expect(body.photo_url).toBe("https://api.test/files/agents/kept.jpg");
    const row = await lintel.database.db
      .selectFrom("agents")
      .select("photo_url")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.photo_url).toBe("/files/agents/kept.jpg");
  });
});
