import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const PATH = "/api/admin/agents";

describe("createAgent", () => {
  let lintel: TestApp;
  let brokerage: number;
  let other: number;
  let broker: string;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ id: brokerage } = await lintel.createTenant("acme"));
    ({ id: other } = await lintel.createTenant("other"));
    broker = await lintel.createKey("broker", { brokerageId: brokerage });
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  let made = 0;
  const valid = (fields: object = {}) => ({
    brokerage_id: brokerage,
    name: "Ann Agent",
    slug: `ann-${++made}`,
    email: "ann@acme.test",
    ...fields,
  });
  const create = (body: unknown, key = broker) => lintel.call(PATH, { method: "POST", key, body });
  const detail = async (id: number) => (await lintel.call(`${PATH}/${id}`, { key: broker })).body;

  it("answers the new agent, active by default", async () => {
    const reply = await create(valid({ slug: "ann-agent" }));
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        broker_id: brokerage,
        name: "Ann Agent",
        slug: "ann-agent",
        email: "ann@acme.test",
        status: "active",
        created_at: "2026-06-15T12:00:00.000Z",
      },
    ]);
  });

  it("stores every field", async () => {
    const fields = {
      phone: "+1 (208) 555-0100",
      bio: "Knows the foothills.",
      photo_url: "https://photos.test/ann.jpg",
      status: "inactive",
      specialties: ["Land", "First homes"],
      social_links: { facebook: "https://facebook.test/ann", instagram: null },
      weight: 3,
      accepting_leads: false,
      on_vacation: true,
      sms_opt_out: true,
      time_zone: "America/Boise",
    };
    const { body } = await create(valid(fields));
    expect(await detail(body.id)).toMatchObject(fields);
  });

  it("gives what is not said its default", async () => {
    const { body } = await create(valid());
    expect(await detail(body.id)).toMatchObject({
      phone: null,
      bio: null,
      photo_url: null,
      specialties: [],
      social_links: { facebook: null, instagram: null },
      weight: 1,
      accepting_leads: true,
      on_vacation: false,
      sms_opt_out: false,
      time_zone: null,
      disabled_at: null,
    });
  });

  it("drops spaces around what a person types", async () => {
    const { body } = await create(valid({ name: "  Bea  Broker \n", email: " bea@acme.test " }));
    expect(body).toMatchObject({ name: "Bea  Broker", email: "bea@acme.test" });
  });

  it("refuses a slug that is taken, by whomever", async () => {
    await create(valid({ slug: "taken" }));
    const refusal = [400, { detail: "Agent with slug 'taken' already exists" }];
    const again = await create(valid({ slug: "taken" }));
    expect([again.status, again.body]).toEqual(refusal);
    const elsewhere = await create(valid({ slug: "taken", brokerage_id: other }), admin);
    expect([elsewhere.status, elsewhere.body]).toEqual(refusal);
  });

  it("refuses the slug of a disabled agent", async () => {
    const { body } = await create(valid({ slug: "gone" }));
    await lintel.call(`${PATH}/${body.id}`, { method: "DELETE", key: admin });
    const reply = await create(valid({ slug: "gone" }));
    expect([reply.status, reply.body]).toEqual([400, { detail: "Agent with slug 'gone' already exists" }]);
  });

  it("lets one of many pass that take a slug at once", async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => create(valid({ slug: "race" }))));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    expect(new Set(replies.filter(({ status }) => status === 400).map(({ text }) => text))).toEqual(
      new Set(['{"detail":"Agent with slug \'race\' already exists"}']),
    );
  });

  it("refuses brokers another brokerage, whether it exists or not", async () => {
    for (const brokerage_id of [other, 999_999]) {
      const reply = await create(valid({ brokerage_id }));
      expect([reply.status, reply.body]).toEqual([
        403,
        { detail: "Cannot create agent for another brokerage" },
      ]);
    }
  });

  it("answers admins 404 for a brokerage that is missing or disabled", async () => {
    const { id: closed } = await lintel.createTenant("closed");
    await lintel.call(`/api/admin/brokerages/${closed}`, { method: "DELETE", key: admin });
    for (const brokerage_id of [999_999, closed]) {
      const reply = await create(valid({ brokerage_id }), admin);
      expect([reply.status, reply.body]).toEqual([404, { detail: "Brokerage not found" }]);
    }
    expect((await create(valid({ brokerage_id: other }), admin)).body.broker_id).toBe(other);
  });

  it("is for brokers and admins", async () => {
    const agent = await lintel.createKey("agent", { brokerageId: brokerage });
    expect((await create(valid(), agent)).status).toBe(403);
  });

  it.each([
    ["brokerage_id", undefined, "brokerage_id is required"],
    ["brokerage_id", "1", "brokerage_id must be an integer"],
    ["brokerage_id", 0, "brokerage_id must be between 1 and 2147483647"],
    ["name", undefined, "name is required"],
    ["name", "  ", "name must not be empty"],
    ["name", null, "name must be text"],
    ["name", "x".repeat(201), "name must be at most 200 characters"],
    ["slug", undefined, "slug is required"],
    ["slug", "Ann Agent", "slug must be a valid slug: lower case letters, digits and hyphens"],
    ["slug", "../ann", "slug must be a valid slug: lower case letters, digits and hyphens"],
    ["email", undefined, "email is required"],
    ["email", "ann", "email must be a valid email address"],
    ["email", `${"x".repeat(250)}@a.test`, "email must be at most 255 characters"],
    [
      "phone",
      "call me",
      "phone must be a valid phone number: digits, spaces, hyphens, parentheses and +, at most 20",
    ],
    [
      "phone",
      "1",
      "phone must be a valid phone number: digits, spaces, hyphens, parentheses and +, at most 20",
    ],
    ["phone", "208-555-0100-208-555-0100", "phone must be at most 20 characters"],
    [
      "photo_url",
      "javascript:alert(1)",
      "photo_url must be a valid address that starts with http:// or https://",
    ],
    [
      "photo_url",
      "/files/agents/x.jpg",
      "photo_url must be a valid address that starts with http:// or https://",
    ],
    ["status", "retired", "status must be one of active, inactive"],
    ["specialties", "Land", "specialties must be a list"],
    ["specialties", [1], "specialties.0 must be text"],
    ["specialties", [""], "specialties.0 must not be empty"],
    ["specialties", Array(31).fill("Land"), "specialties must have at most 30 items"],
    ["specialties", null, "specialties must be a list"],
    [
      "social_links",
      { facebook: "facebook" },
      "social_links.facebook must be a valid address that starts with http:// or https://",
    ],
    ["weight", -1, "weight must be between 0 and 100"],
    ["weight", 1.5, "weight must be an integer"],
    ["on_vacation", "yes", "on_vacation must be true or false"],
    ["accepting_leads", null, "accepting_leads must be true or false"],
    ["time_zone", "Boise", "time_zone must be a valid time zone, such as America/Boise"],
    ["bio", "x".repeat(10_001), "bio must be at most 10000 characters"],
  ])("refuses %s = %j", async (field, value, message) => {
    const reply = await create(valid({ [field]: value }));
    expect(reply.status).toBe(422);
    expect(reply.body.detail.map(({ msg }: { msg: string }) => msg)).toContain(message);
  });

  it("refuses NUL characters, and keeps half characters out of its tables", async () => {
    expect((await create(valid({ bio: "a\u0000b" }))).status).toBe(422);
    const links = { facebook: "https://facebook.test/\ud800" };
    const { body } = await create(valid({ bio: "half \ud83c", social_links: links }));
    expect(await detail(body.id)).toMatchObject({
      bio: "half \ufffd",
      social_links: { facebook: "https://facebook.test/\ufffd" },
    });
  });

  it("ignores fields that are not its own", async () => {
    const { body } = await create(
      valid({ id: 5, disabled_at: "2020-01-01", last_lead_assigned_at: "2020-01-01" }),
    );
    expect(body.id).not.toBe(5);
    expect((await detail(body.id)).disabled_at).toBeNull();
  });

  it("leaves an audit row, and none when it refuses", async () => {
    const { body } = await create(valid({ slug: "audited" }));
    await create(valid({ slug: "audited" }));
    const rows = await lintel.database.db
      .selectFrom("audit_log")
      .select(["action", "brokerage_id", "actor_name", "after"])
      .where("target_type", "=", "agent")
      .where("target_id", "=", String(body.id))
      .execute();
    expect(rows).toEqual([
      {
        action: "create",
        brokerage_id: brokerage,
        actor_name: "broker key",
        after: expect.objectContaining({ slug: "audited", name: "Ann Agent" }),
      },
    ]);
  });
});
