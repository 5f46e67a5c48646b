import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIMITED_HOST, newVisitor, startLimitedApp } from "../../../../test/harness/limited-app.ts";
import type { TestApp } from "../../../../test/harness/test-app.ts";

const LIMIT = 4;
const ASSETS = 10 * LIMIT;

describe("files and tiles", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startLimitedApp(LIMIT);
  });
  afterAll(() => lintel.close());

  type Visitor = ReturnType<typeof newVisitor>;
  const tile = (headers: Visitor, key?: string) =>
    lintel.call("/api/map/tiles/0/0/0.mvt", {
      host: LIMITED_HOST,
      headers,
      ...(key !== undefined && { key }),
    });
  const file = (headers: Visitor) => lintel.app.inject({ url: "/files/photos/none.jpg", headers });
  const search = (headers: Visitor) => lintel.call("/api/properties", { host: LIMITED_HOST, headers });

  it("have a limit of their own, ten times that of other requests, which they do not use up", async () => {
    const visitor = newVisitor();
    for (let nth = 0; nth < ASSETS - 2; nth++) expect((await tile(visitor)).status).toBeLessThan(300);
    expect((await file(visitor)).statusCode).toBe(404);
    expect((await file(visitor)).statusCode).toBe(404);
    const refused = await tile(visitor);
    expect([refused.status, refused.headers["x-ratelimit-limit"]]).toEqual([429, String(ASSETS)]);
    expect((await file(visitor)).statusCode).toBe(429);
    expect((await search(visitor)).headers["x-ratelimit-remaining"]).toBe(String(LIMIT - 1));
  });

  it("are there when other requests have run out", async () => {
    const visitor = newVisitor();
    for (let nth = 0; nth < LIMIT; nth++) await search(visitor);
    expect((await search(visitor)).status).toBe(429);
    expect((await tile(visitor)).status).toBeLessThan(300);
    expect((await file(visitor)).statusCode).toBe(404);
  });

  it("count for a key that asks for them", async () => {
    const key = await lintel.createKey("agent");
    expect((await tile(newVisitor(), key)).headers["x-ratelimit-limit"]).toBe("100");
  });
});
