import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("listPublicAgents", () => {
  let lintel: TestApp;
  let acme: { id: number; host: string };
  let other: { id: number; host: string };
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test" });
    acme = await lintel.createTenant("acme");
    other = await lintel.createTenant("other");
    await lintel.createAgent(acme.id, {
      name: "Bob",
      slug: "bob",
      email: "bob@acme.test",
      phone: "208-555-0100",
      bio: "Land.",
      photo_url: "/files/agents/bob.jpg",
      specialties: ["Land"],
      social_links: JSON.stringify({ facebook: "https://facebook.test/bob" }),
    });
    await lintel.createAgent(acme.id, { name: "ann", slug: "ann" });
    await lintel.createAgent(acme.id, { name: "Idle", slug: "idle", status: "inactive" });
    await lintel.createAgent(acme.id, { name: "Gone", slug: "gone", disabled_at: new Date() });
    await lintel.createAgent(other.id, { name: "Theirs", slug: "theirs" });
  });
  afterAll(() => lintel.close());

  const list = (query = "", host = acme.host) => lintel.call(`/api/public/agents${query}`, { host });

  it("answers the brokerage's active agents by name, with exactly the public fields", async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 2, page: 1, page_size: 20, total_pages: 1 });
    expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(["ann", "bob"]);
    expect(body.items[1]).toEqual({
      id: expect.any(Number),
      name: "Bob",
      slug: "bob",
      email: "bob@acme.test",
      phone: "208-555-0100",
      bio: "Land.",
      photo_url: "https://api.test/files/agents/bob.jpg",
      specialties: ["Land"],
      social_links: { facebook: "https://facebook.test/bob", instagram: null },
      image: null,
    });
  });

  it("pages", async () => {
    const { body } = await list("?page=2&page_size=1");
    expect(body).toMatchObject({ items: [{ slug: "bob" }], total: 2, page: 2, total_pages: 2 });
    expect((await list("?page_size=101")).status).toBe(422);
  });

  it("finds an agent by the whole email or the whole name, in any case, and never another brokerage's", async () => {
    const found = async (query: string) =>
      (await list(query)).body.items.map(({ slug }: { slug: string }) => slug);
    expect(await found("?email=BOB@acme.TEST")).toEqual(["bob"]);
    expect(await found("?name=Ann")).toEqual(["ann"]);
    for (const query of ["?email=bob@acme", "?name=An", "?name=%25", "?name=Theirs", "?name=Idle"])
      expect([query, await found(query)]).toEqual([query, []]);
  });

  it("answers for the brokerage that brokerage_id names, on any Host", async () => {
    const { body } = await list(`?brokerage_id=${other.id}`, "unknown.test");
    expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(["theirs"]);
    const unknown = await list("?brokerage_id=999999");
    expect([unknown.status, unknown.body]).toEqual([404, { detail: "Brokerage not found" }]);
  });

  it("needs no credentials, and bad ones change nothing", async () => {
    const reply = await lintel.call("/api/public/agents", { host: acme.host, key: "lk_wrong" });
    expect(reply.status).toBe(200);
  });
});
