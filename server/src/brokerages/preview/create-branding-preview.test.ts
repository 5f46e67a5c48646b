import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BrokerageFixture, openBrokerage, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("createBrandingPreview", () => {
  let lintel: TestApp;
  let north: BrokerageFixture;
  let south: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    north = await openBrokerage(lintel, "north");
    south = await openBrokerage(lintel, "south");
  });
  afterAll(() => lintel.close());

  const preview = (body: object, { key = north.broker, id = north.id } = {}) =>
    lintel.call(`/api/admin/brokerages/${id}/preview`, { method: "POST", key, body });

  it("keeps fields for ten minutes, and changes nothing of the brokerage", async () => {
    const before = (await lintel.call("/api/public/site", { host: "north.test" })).body;
    expect(outcome(await preview({ hero_headline: "Not saved" }))).toEqual([
      201,
      { token: expect.stringMatching(/^[\w-]{43}$/), url: null, expires_at: "2026-06-15T12:10:00.000Z" },
    ]);
    expect((await lintel.call("/api/public/site", { host: "north.test" })).body).toEqual(before);
  });

  it("refuses what the brokerage could not be saved with", async () => {
    for (const body of [
      { primary_color: "blue" },
      { name: null },
      { map_bounds_north: 1, map_bounds_south: 2 },
    ])
      expect([body, (await preview(body)).status]).toEqual([body, 422]);
  });

  it("is for brokers of the brokerage and admins", async () => {
    const missing = [404, { detail: "Brokerage not found" }];
    expect(outcome(await preview({}, { key: south.broker }))).toEqual(missing);
    expect((await preview({}, { key: north.agent })).status).toBe(403);
    expect((await preview({}, { key: await lintel.createKey("admin") })).status).toBe(201);
  });

  it("is at the canonical address of the website for the frame of CONSOLE_URL, on this machine at a name of it", async () => {
    const addressAt = async (environment: Record<string, string>, isWithDomain = true) => {
      const away = await startTestApp(environment);
      const { id, broker } = await openBrokerage(away, "west");
      if (!isWithDomain) await away.database.db.deleteFrom("brokerage_domains").execute();
      const path = `/api/admin/brokerages/${id}/preview`;
      const { url, token } = (await away.call(path, { method: "POST", key: broker, body: {} })).body;
      await away.close();
      return url === null ? null : url.replace(token, "TOKEN");
    };
    const CONSOLE_URL = "https://console.test";
    expect(await addressAt({ CONSOLE_URL })).toBe("https://west.test/?preview=TOKEN");
    expect(await addressAt({ CONSOLE_URL }, false)).toBeNull();
    expect(await addressAt({ CONSOLE_URL: "http://localhost:8010" })).toBe(
      "http://west.localhost:8010/?preview=TOKEN",
    );
  });

  it("keeps the newest twenty of a brokerage", async () => {
    for (let nth = 0; nth < 25; nth++) {
      lintel.clock.advance(1000);
      await preview({ tagline: String(nth) }, { key: south.broker, id: south.id });
    }
    const kept = await lintel.database.db
      .selectFrom("branding_previews")
      .select("changes")
      .where("brokerage_id", "=", south.id)
      .execute();
    const taglines = kept.map(({ changes }) => Number((changes as { tagline: string }).tagline));
    expect(taglines.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 5));
  });
});
