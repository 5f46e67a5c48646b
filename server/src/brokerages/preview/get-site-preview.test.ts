import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("getSitePreview", () => {
  let lintel: TestApp;
  let north: BrokerageFixture;
  let token: string;
  const fields = { hero_headline: "Not saved", nav_main: [{ label: "A", href: "/a" }], map_zoom: 3 };
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openBrokerage(lintel, "north");
    await openBrokerage(lintel, "south");
    const path = `/api/admin/brokerages/${north.id}/preview`;
    token = (await lintel.call(path, { method: "POST", key: north.broker, body: fields })).body.token;
  });
  afterAll(() => lintel.close());

  const get = (host = "north.test", of = token) => lintel.call(`/api/public/site-previews/${of}`, { host });

  it("is the public site with the fields of the preview, which no cache keeps", async () => {
    const saved = (await lintel.call("/api/public/site", { host: "north.test" })).body;
    const { status, body, headers } = await get();
    expect([status, body]).toEqual([200, { ...saved, ...fields }]);
    expect(headers["cache-control"]).toMatch(/no-store/);
  });

  it("is on the brokerage's own domains alone, and ends after ten minutes", async () => {
    for (const reply of [await get("south.test"), await get("north.test", "unknown")])
      expect([reply.status, reply.body]).toEqual([404, { detail: "Preview not found" }]);
    lintel.clock.advance(10 * 60_000);
    expect((await get()).status).toBe(404);
  });
});
