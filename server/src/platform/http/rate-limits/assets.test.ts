import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const LIMIT = 4;
const ASSETS = 10 * LIMIT;

describe("files and tiles", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp({
      RATE_LIMITS: "on",
      TRUST_PROXY: "true",
      ADDRESS_REQUESTS_PER_MINUTE: String(LIMIT),
    });
    await lintel.createTenant("north");
  });
  afterAll(() => lintel.close());

  const from = (address: string) => ({ "x-forwarded-for": address });
  const tile = (address: string, key?: string) =>
    lintel.call("/api/map/tiles/0/0/0.mvt", {
      host: "north.test",
      headers: from(address),
      ...(key !== undefined && { key }),
    });
  const file = (address: string) =>
    lintel.app.inject({ url: "/files/photos/none.jpg", headers: from(address) });
  const search = (address: string) =>
    lintel.call("/api/properties", { host: "north.test", headers: from(address) });

  it("have a limit of their own, ten times that of other requests, which they do not use up", async () => {
    const address = "198.51.100.1";
    for (let nth = 0; nth < ASSETS - 2; nth++) expect((await tile(address)).status).toBeLessThan(300);
    expect((await file(address)).statusCode).toBe(404);
    expect((await file(address)).statusCode).toBe(404);
    const refused = await tile(address);
    expect([refused.status, refused.headers["x-ratelimit-limit"]]).toEqual([429, String(ASSETS)]);
    expect((await file(address)).statusCode).toBe(429);
    expect((await search(address)).headers["x-ratelimit-remaining"]).toBe(String(LIMIT - 1));
  });

  it("are there when other requests have run out", async () => {
    const address = "198.51.100.2";
    for (let nth = 0; nth < LIMIT; nth++) await search(address);
    expect((await search(address)).status).toBe(429);
    expect((await tile(address)).status).toBeLessThan(300);
    expect((await file(address)).statusCode).toBe(404);
  });

  it("count for a key that asks for them", async () => {
    const key = await lintel.createKey("agent");
    expect((await tile("198.51.100.3", key)).headers["x-ratelimit-limit"]).toBe("100");
  });
});
