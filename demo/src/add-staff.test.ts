import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../server/test/harness/test-app.ts";
import { addStaff } from "./add-staff.ts";
import { STAFF } from "./staff.ts";
import { storePhotos } from "./store-photos.ts";

describe("addStaff", () => {
  let lintel: TestApp;
  let tenant: { id: number; host: string };
  beforeAll(async () => {
    lintel = await startTestApp();
    tenant = await lintel.createTenant("demo");
    await storePhotos({ storage: lintel.services.storage });
    await addStaff(lintel.ctx, tenant.id);
  });
  afterAll(() => lintel.close());

  it("gives the brokerage eight agents that a website can show", async () => {
    const { body } = await lintel.call("/api/public/agents", { host: tenant.host });
    expect(body.total).toBe(8);
    for (const agent of body.items) {
      expect(agent.bio.length).toBeGreaterThan(150);
      expect(agent.specialties.length).toBeGreaterThan(2);
      expect(agent.phone).toMatch(/^\(208\) 555-01\d\d$/);
      expect(agent.email).toMatch(/@sawtooth-snake\.example$/);
    }
    expect(new Set(body.items.map(({ email }: { email: string }) => email)).size).toBe(8);
  });

  it("gives each a portrait of its own", async () => {
    const { body } = await lintel.call("/api/public/agents", { host: tenant.host });
    const portraits = new Set<string>();
    for (const { photo_url } of body.items) {
      const { rawPayload, statusCode } = await lintel.app.inject(new URL(photo_url).pathname);
      expect([photo_url, statusCode]).toEqual([photo_url, 200]);
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "webp", width: 800, height: 800 });
      portraits.add(rawPayload.toString("base64"));
    }
    expect(portraits.size).toBe(STAFF.length);
  });

  it("lets agents be found by what they do", async () => {
    const key = await lintel.createKey("broker", { brokerageId: tenant.id });
    for (const [words, name] of [
      ["condo downtown", "Priscilla Okonkwo"],
      ["VA loans military", "June Whitebear"],
      ["water rights for a ranch", "Orrin Castleberry"],
    ] as const) {
      const { body } = await lintel.call(`/api/admin/search/agents?q=${encodeURIComponent(words)}`, { key });
      expect([words, body.results[0]?.name]).toEqual([words, name]);
    }
  });

  it("gives it two contacts, one of them primary", async () => {
    const key = await lintel.createKey("broker", { brokerageId: tenant.id });
    const { body } = await lintel.call("/api/admin/broker-contacts", { key });
    expect(body.items.map(({ is_primary }: { is_primary: boolean }) => is_primary)).toEqual([true, false]);
  });
});
