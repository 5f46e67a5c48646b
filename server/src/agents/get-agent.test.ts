import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("getAgent", () => {
  let lintel: TestApp;
  let brokerage: number;
  let id: number;
  let admin: string;
  let broker: string;
  let agent: string;
  let stranger: string;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test" });
    ({ id: brokerage } = await lintel.createTenant("acme"));
    const { id: other } = await lintel.createTenant("other");
    ({ id } = await lintel.createAgent(brokerage, {
      name: "Ann Agent",
      slug: "ann",
      email: "ann@acme.test",
      phone: "(208) 555-0100",
      bio: "Knows the foothills.",
      photo_url: "/files/agents/ann.jpg",
      specialties: ["Land"],
      social_links: JSON.stringify({ instagram: "https://instagram.test/ann" }),
      weight: 2,
      time_zone: "America/Boise",
    }));
    admin = await lintel.createKey("admin");
    broker = await lintel.createKey("broker", { brokerageId: brokerage });
    agent = await lintel.createKey("agent", { brokerageId: brokerage });
    stranger = await lintel.createKey("broker", { brokerageId: other });
  });
  afterAll(() => lintel.close());

  const get = (key: string, agentId: number | string = id) =>
    lintel.call(`/api/admin/agents/${agentId}`, { key });
  const missing = [404, { detail: "Agent not found" }];

  it("answers every field to admins, brokers and agents of the brokerage", async () => {
    for (const key of [admin, broker, agent]) {
      const reply = await get(key);
      expect([reply.status, reply.body]).toEqual([
        200,
        {
          id,
          broker_id: brokerage,
          brokerage: { id: brokerage, name: "acme", slug: "acme" },
          name: "Ann Agent",
          slug: "ann",
          email: "ann@acme.test",
          phone: "(208) 555-0100",
          bio: "Knows the foothills.",
          photo_url: "https://api.test/files/agents/ann.jpg",
          status: "active",
          specialties: ["Land"],
          social_links: { facebook: null, instagram: "https://instagram.test/ann" },
          weight: 2,
          accepting_leads: true,
          on_vacation: false,
          sms_opt_out: false,
          time_zone: "America/Boise",
          created_at: expect.stringMatching(/Z$/),
          updated_at: expect.stringMatching(/Z$/),
          disabled_at: null,
        },
      ]);
    }
  });

  it("answers another brokerage's agent as a missing one", async () => {
    for (const reply of [
      await get(stranger),
      await get(await lintel.createKey("agent")),
      await get(broker, 999_999),
    ]) {
      expect([reply.status, reply.body]).toEqual(missing);
    }
  });

  it("shows a disabled agent to admins alone", async () => {
    const disabled_at = new Date("2026-05-01T00:00:00Z");
    const { id: gone } = await lintel.createAgent(brokerage, { slug: "gone", disabled_at });
    expect((await get(admin, gone)).body.disabled_at).toBe("2026-05-01T00:00:00.000Z");
    for (const key of [broker, agent]) {
      const reply = await get(key, gone);
      expect([reply.status, reply.body]).toEqual(missing);
    }
  });

  it.each(["x", "0", "-1", "1.5", "2147483648", "99999999999999999999", "%00"])(
    "refuses %s for an id",
    async (agentId) => {
      expect((await get(admin, agentId)).status).toBe(422);
    },
  );
});
