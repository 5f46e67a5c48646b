import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("updateOwnProfile", () => {
  let lintel: TestApp;
  let brokerageId: number;
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ id: brokerageId } = await lintel.createTenant("acme"));
  });
  afterAll(() => lintel.close());

  const patch = (key: string, body: unknown) => lintel.call("/api/admin/me", { method: "PATCH", key, body });
  const someone = async (role: "agent" | "broker" | "admin" = "agent", fields: object = {}) => {
    const { id: agentId, slug } = await lintel.createAgent(brokerageId, fields);
    return { id: agentId, slug, key: await lintel.createKey(role, { brokerageId, agentId }) };
  };

  it("lets agents change what they say of themselves, and answers the whole agent", async () => {
    const { id, slug, key } = await someone();
    const profile = {
      bio: "I know the foothills.",
      phone: "(208) 555-0100",
      photo_url: "https://photos.test/me.jpg",
      specialties: ["Land"],
      social_links: { facebook: null, instagram: "https://instagram.test/me" },
      on_vacation: true,
      accepting_leads: false,
      sms_opt_out: true,
      time_zone: "America/Los_Angeles",
    };
    const reply = await patch(key, profile);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ id, slug, broker_id: brokerageId, ...profile });
  });

  it("leaves alone what is their broker's to change", async () => {
    const { slug, key } = await someone();
    const { body } = await patch(key, {
      name: "Boss",
      slug: "boss",
      email: "boss@acme.test",
      status: "inactive",
      weight: 100,
      brokerage_id: 1,
      bio: "Changed",
    });
    expect(body).toMatchObject({
      name: slug,
      slug,
      email: `${slug}@agents.test`,
      status: "active",
      weight: 1,
      bio: "Changed",
    });
  });

  it("clears with null", async () => {
    const { key } = await someone("agent", { bio: "x", phone: "208-555-0100", time_zone: "UTC" });
    const { body } = await patch(key, { bio: null, phone: null, time_zone: null, social_links: null });
    expect(body).toMatchObject({ bio: null, phone: null, time_zone: null });
  });

  it("works for brokers and admins who are agents as well", async () => {
    for (const role of ["broker", "admin"] as const) {
      const { id, key } = await someone(role);
      expect((await patch(key, { on_vacation: true })).body).toMatchObject({ id, on_vacation: true });
    }
  });

  it("answers 404 to a caller who is no agent", async () => {
    for (const key of [
      await lintel.createKey("admin"),
      await lintel.createKey("broker", { brokerageId }),
      await lintel.createKey("agent", { brokerageId }),
    ]) {
      const reply = await patch(key, { bio: "x" });
      expect([reply.status, reply.body]).toEqual([404, { detail: "Agent not found" }]);
    }
  });

  it.each([
    [{ bio: 5 }, "bio must be text or null"],
    [{ time_zone: "Nowhere" }, "time_zone must be a valid time zone, such as America/Boise"],
    [{ photo_url: "javascript:1" }, "photo_url must be a valid address that starts with http:// or https://"],
    [{ on_vacation: null }, "on_vacation must be true or false"],
    [{ specialties: [" "] }, "specialties.0 must not be empty"],
  ])("refuses %j", async (body, message) => {
    const { key } = await someone();
    const reply = await patch(key, body);
    expect([reply.status, reply.body.detail[0].msg]).toEqual([422, message]);
  });

  it("names the agent in the audit row", async () => {
    const { id, key } = await someone();
    await patch(key, { bio: "Audited" });
    const row = await lintel.database.db
      .selectFrom("audit_log")
      .select(["action", "actor_role", "after"])
      .where("target_type", "=", "agent")
      .where("target_id", "=", String(id))
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ action: "update", actor_role: "agent", after: { bio: "Audited" } });
  });
});
