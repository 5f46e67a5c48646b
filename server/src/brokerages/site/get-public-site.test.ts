import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("getPublicSite", () => {
  let lintel: TestApp;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const site = (host: string) => lintel.call("/api/public/site", { host });
  const put = async (path: string, body: object) => {
    const { status, text } = await lintel.call(path, { method: "PUT", key: admin, body });
    expect([status, text]).toEqual([200, expect.anything()]);
  };
  const addContact = async (brokerage_id: number, fields: object) => {
    const body = { brokerage_id, ...fields };
    const { status } = await lintel.call("/api/admin/broker-contacts", { method: "POST", key: admin, body });
    expect(status).toBe(200);
  };

  it("shows what the website needs of the Host's brokerage", async () => {
    const { id, host } = await lintel.createTenant("north");
    await lintel.createTenant("south");
    const texts = {
      tagline: "Homes of the north",
      hero_headline: "Find your home",
      hero_search_examples: ["3 beds in Boise with a shop"],
      nav_main: [{ label: "Buy", href: "/homes", children: [{ label: "Boise", href: "/homes/id/boise" }] }],
      nav_footer: [{ label: "Privacy", href: "/privacy" }],
      feature_favorites: false,
      primary_color: "#0f766e",
      license_number: "DB100",
      address_city: "Boise",
      address_state_abbr: "ID",
    };
    await put(`/api/admin/brokerages/${id}`, texts);
    await put(`/api/admin/brokerages/${id}/lead-settings`, { time_zone: "America/Denver" });
    await addContact(id, { name: "Second", email: "second@north.test" });
    await addContact(id, { name: "Ada", email: "ada@north.test", phone: "208-555-0100", is_primary: true });
    const { status, body } = await site(host);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      slug: "north",
      name: "north",
      ...texts,
      primary_contact: {
        name: "Ada",
        email: "ada@north.test",
        phone: "+12085550100",
        phone_display: "(208) 555-0100",
      },
      time_zone: "America/Denver",
      canonical_origin: "https://north.test",
    });
    for (const field of ["disabled_at", "created_at", "updated_at", "domains", "contact_email"])
      expect(body).not.toHaveProperty(field);
    const other = await site("south.test");
    expect(other.body).toMatchObject({ name: "south", tagline: null, primary_contact: null });
    expect(other.body.time_zone).toBe("America/Boise");
    expect(other.text).not.toMatch(/Ada|of the north|"north"/);
  });

  it("names the host of the website where it is a domain of the brokerage, else its oldest domain", async () => {
    const { id, host } = await lintel.createTenant("west");
    const origin = async () => (await site(host)).body.canonical_origin;
    await lintel.call(`/api/admin/brokerages/${id}/domains`, {
      method: "POST",
      key: admin,
      body: { domain: "homes.west.test" },
    });
    expect(await origin()).toBe("https://west.test");
    await put(`/api/admin/brokerages/${id}`, { website: "https://homes.west.test/start" });
    expect(await origin()).toBe("https://homes.west.test");
    // Of another brokerage.
    await put(`/api/admin/brokerages/${id}`, { website: "https://north.test" });
    expect(await origin()).toBe("https://west.test");
  });

  it("has a tag that changes with what it shows", async () => {
    const { id, host } = await lintel.createTenant("east");
    const first = await site(host);
    const headers = { "if-none-match": String(first.headers.etag) };
    const repeat = await lintel.call("/api/public/site", { host, headers });
    expect([repeat.status, repeat.text]).toEqual([304, ""]);
    await put(`/api/admin/brokerages/${id}`, { hero_headline: "Welcome" });
    const changed = await lintel.call("/api/public/site", { host, headers });
    expect([changed.status, changed.body.hero_headline]).toEqual([200, "Welcome"]);
  });
});
