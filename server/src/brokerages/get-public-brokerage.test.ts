import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("getPublicBrokerage", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
    await lintel.createTenant("north");
    await lintel.createTenant("south");
  });
  afterAll(() => lintel.close());

  it("answers with the brokerage of the request's Host, in any case, with or without port and www.", async () => {
    for (const host of ["north.test", "NORTH.test:8000", "www.north.test", "north.test."]) {
      const reply = await lintel.call("/api/public/brokerage", { host });
      expect(reply.status).toBe(200);
      expect(reply.body.name).toBe("north");
    }
  });

  it("shows the public view and nothing else", async () => {
    const { body } = await lintel.call("/api/public/brokerage", { host: "south.test" });
    expect(Object.keys(body)).toEqual([
      "id",
      "name",
      "tagline",
      "logo_url",
      "primary_color",
      "address_city",
      "address_state_abbr",
      "social_facebook",
      "social_instagram",
    ]);
  });

  it("answers 404 for a domain without a brokerage", async () => {
    const reply = await lintel.call("/api/public/brokerage", { host: "elsewhere.test" });
    expect([reply.status, reply.body]).toEqual([404, { detail: "Brokerage not found" }]);
  });

  it("takes brokerage_id instead of the Host", async () => {
    const { id } = await lintel.createTenant("west");
    const reply = await lintel.call(`/api/public/brokerage?brokerage_id=${id}`, { host: "north.test" });
    expect(reply.body.name).toBe("west");
    const missing = await lintel.call("/api/public/brokerage?brokerage_id=999999", { host: "north.test" });
    expect([missing.status, missing.body.detail]).toEqual([404, "Brokerage not found"]);
    const bad = await lintel.call("/api/public/brokerage?brokerage_id=x", { host: "north.test" });
    expect([bad.status, bad.body.detail[0].loc]).toEqual([422, ["query", "brokerage_id"]]);
  });

  it("stops answering when the brokerage is disabled", async () => {
    const { id, host } = await lintel.createTenant("gone");
    expect((await lintel.call("/api/public/brokerage", { host })).status).toBe(200);
    const key = await lintel.createKey("admin");
    await lintel.call(`/api/admin/brokerages/${id}`, { method: "DELETE", key });
    const reply = await lintel.call("/api/public/brokerage", { host });
    expect([reply.status, reply.body]).toEqual([404, { detail: "Brokerage not found" }]);
  });
});
