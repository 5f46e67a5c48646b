import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("getPublicAgent", () => {
  let lintel: TestApp;
  let acme: { id: number; host: string };
  let other: { id: number; host: string };
  beforeAll(async () => {
    lintel = await startTestApp();
    acme = await lintel.createTenant("acme");
    other = await lintel.createTenant("other");
    await lintel.createAgent(acme.id, { name: "Ann", slug: "ann", email: "ann@acme.test", weight: 9 });
    await lintel.createAgent(acme.id, { slug: "idle", status: "inactive" });
    await lintel.createAgent(acme.id, { slug: "gone", disabled_at: new Date() });
    await lintel.createAgent(other.id, { slug: "theirs" });
  });
  afterAll(() => lintel.close());

  const get = (slug: string, host = acme.host) => lintel.call(`/api/public/agents/${slug}`, { host });
  const missing = [404, { detail: "Agent not found" }];

  it("answers exactly the public fields", async () => {
    const { status, body } = await get("ann");
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(Number),
        name: "Ann",
        slug: "ann",
        email: "ann@acme.test",
        phone: null,
        bio: null,
        photo_url: null,
        specialties: [],
        social_links: { facebook: null, instagram: null },
        image: null,
      },
    ]);
  });

  it("answers 404 for an agent that is inactive, disabled or missing, and for any invalid slug", async () => {
    for (const slug of ["idle", "gone", "missing", "ANN", "%20ann", "ann%27--", "..%2F", "x".repeat(100)]) {
      const reply = await get(slug);
      expect([slug, reply.status, reply.body]).toEqual([slug, ...missing]);
    }
    for (const slug of ["x".repeat(101), "%00"]) expect([404, 422]).toContain((await get(slug)).status);
  });

  it("answers another tenant's agent as a missing one, but where brokerage_id names that tenant", async () => {
    const reply = await get("theirs");
    expect([reply.status, reply.body]).toEqual(missing);
    expect((await get("theirs", other.host)).status).toBe(200);
    expect((await get(`theirs?brokerage_id=${other.id}`)).status).toBe(200);
    expect((await get(`ann?brokerage_id=${other.id}`)).status).toBe(404);
  });
});
