import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("pages of other origins", () => {
  let lintel: TestApp;
  let key: string;
  beforeAll(async () => {
    lintel = await startTestApp({ RATE_LIMITS: "on" });
    const north = await lintel.createTenant("north");
    await addDomain(north.id, "north-homes.test");
    await addDomain(north.id, "localhost");
    await addDomain(north.id, "demo.localhost");
    await lintel.createTenant("south");
    key = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  async function addDomain(brokerage_id: number, domain: string): Promise<void> {
    await lintel.database.db.insertInto("brokerage_domains").values({ brokerage_id, domain }).execute();
  }

  const PUBLIC = "/api/properties";
  const ADMIN = "/api/auth/verify";
  const corsOf = (headers: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control-")));

  async function read(path: string, origin: string, host = "north.test") {
    const reply = await lintel.call(path, { host, key, headers: { origin } });
    expect(reply.status).toBe(200);
    expect(reply.headers.vary).toBe("Origin, Accept-Encoding");
    return corsOf(reply.headers);
  }

  async function preflight(path: string, method: string, origin: string, host = "north.test") {
    const { statusCode, headers, body } = await lintel.app.inject({
      method: "OPTIONS",
      url: path,
      headers: {
        host,
        origin,
        "access-control-request-method": method,
        "access-control-request-headers": "x-api-key",
      },
    });
    return { status: statusCode, headers, cors: corsOf(headers), body };
  }

  const EXPOSED = {
    "access-control-expose-headers":
      "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-ID, Idempotent-Replayed, ETag, Deprecation, Sunset",
  };

  it.each([
    "https://north.test",
    "http://north.test",
    "https://www.north.test",
    "https://north-homes.test",
    "https://www.north-homes.test",
    "http://localhost:5173",
    "http://localhost",
    "https://demo.localhost:8443",
  ])("%s, the brokerage's own, reads with credentials, public or not", async (origin) => {
    const own = {
      "access-control-allow-origin": origin,
      "access-control-allow-credentials": "true",
      ...EXPOSED,
    };
    expect(await read(PUBLIC, origin)).toEqual(own);
    expect(await read(ADMIN, origin)).toEqual(own);
  });

  it.each([
    "https://elsewhere.test",
    "https://south.test",
    "https://north.test:8443",
    "https://north.test.elsewhere.test",
    "https://evil-north.test",
    "https://api.north.test",
    "ftp://north.test",
    "chrome-extension://north.test",
    "http://127.0.0.1:5173",
    "not an origin",
  ])("%s reads what is public, without credentials, and nothing else", async (origin) => {
    expect(await read(PUBLIC, origin)).toEqual({ "access-control-allow-origin": "*", ...EXPOSED });
    expect(await read(ADMIN, origin)).toEqual({});
  });

  it("a null origin (a sandboxed page, a local file) reads what is public, and nothing else", async () => {
    const open = await read(PUBLIC, "null");
    expect(open["access-control-allow-origin"]).toBe("*");
    expect(open["access-control-allow-credentials"]).toBeUndefined();
    expect(await read(ADMIN, "null")).toEqual({});
    expect((await preflight(ADMIN, "GET", "null")).cors).toEqual({});
  });

  it("a domain is its brokerage's own on that brokerage's Host, and on one that is no brokerage's", async () => {
    expect(await read(PUBLIC, "https://north.test", "south.test")).toMatchObject({
      "access-control-allow-origin": "*",
    });
    expect(await read(ADMIN, "https://north.test", "south.test")).toEqual({});
    expect(await read(ADMIN, "https://elsewhere.test", "api.test")).toEqual({});
    expect(await read(ADMIN, "https://north.test", "api.test")).toMatchObject({
      "access-control-allow-origin": "https://north.test",
      "access-control-allow-credentials": "true",
    });
    expect(await read(ADMIN, "https://north.test", "www.north.test:8000")).toMatchObject({
      "access-control-allow-credentials": "true",
    });
  });

  it("replies without an Origin vary by it too, so that no cache mixes them up", async () => {
    for (const path of [PUBLIC, ADMIN, "/health", "/api/none"]) {
      const { headers } = await lintel.call(path, { host: "north.test", key });
      expect([path, headers.vary, corsOf(headers)]).toEqual([path, expect.stringMatching(/^Origin/), {}]);
    }
  });

  it("refusals can be read too: 401, 404, 422", async () => {
    const origin = "https://north.test";
    for (const [path, status] of [
      [ADMIN, 401],
      ["/api/none", 404],
      [`${PUBLIC}?page=0`, 422],
    ] as const) {
      const reply = await lintel.call(path, { host: "north.test", headers: { origin } });
      expect([reply.status, reply.headers["access-control-allow-origin"]]).toEqual([status, origin]);
    }
  });

  it("a preflight from an own domain allows the path's methods and our headers, without credentials", async () => {
    const { status, cors, headers, body } = await preflight(
      "/api/admin/brokerages",
      "POST",
      "https://www.north.test",
    );
    expect([status, body]).toEqual([204, ""]);
    expect(headers.vary).toBe("Origin");
    expect(cors).toEqual({
      "access-control-allow-origin": "https://www.north.test",
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "GET, HEAD, POST",
      "access-control-allow-headers":
        "Content-Type, Authorization, X-API-Key, X-Session-ID, Idempotency-Key, If-Match, X-Request-ID",
      "access-control-max-age": "600",
    });
    const deep = await preflight("/api/admin/brokerages/7/", "PUT", "https://north.test");
    expect([deep.status, deep.cors["access-control-allow-methods"]]).toEqual([204, "DELETE, GET, HEAD, PUT"]);
  });

  it("a preflight from elsewhere is allowed for public reading alone", async () => {
    const reading = await preflight(`${PUBLIC}?min_beds=3`, "GET", "https://elsewhere.test");
    expect(reading.status).toBe(204);
    expect(reading.cors).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
    });
    expect(reading.cors).not.toHaveProperty("access-control-allow-credentials");
    for (const [path, method] of [
      [ADMIN, "GET"],
      ["/api/admin/brokerages", "POST"],
      [PUBLIC, "POST"],
      ["/api/none", "GET"],
    ] as const) {
      const { status, cors } = await preflight(path, method, "https://elsewhere.test");
      expect([path, method, status >= 400, cors]).toEqual([path, method, true, {}]);
    }
  });

  it("preflights that are allowed are never refused by a limit and count for none", async () => {
    const replies = await Promise.all(
      Array.from({ length: 400 }, () => preflight(PUBLIC, "GET", "https://north.test")),
    );
    expect(replies.every(({ status }) => status === 204)).toBe(true);
    expect(Object.keys(replies[0]?.headers ?? {}).filter((name) => name.startsWith("x-ratelimit"))).toEqual(
      [],
    );
  });

  it("OPTIONS that is no preflight is 405 with Allow", async () => {
    const { statusCode, headers } = await lintel.app.inject({ method: "OPTIONS", url: PUBLIC });
    expect([statusCode, headers.allow]).toEqual([405, "GET, HEAD"]);
  });

  it("a domain that is taken from a brokerage is no longer its own", async () => {
    const { id } = await lintel.createTenant("west");
    await addDomain(id, "west-homes.test");
    expect(await read(ADMIN, "https://west-homes.test", "west.test")).toMatchObject({
      "access-control-allow-credentials": "true",
    });
    await lintel.database.db
      .deleteFrom("brokerage_domains")
      .where("domain", "=", "west-homes.test")
      .execute();
    lintel.services.brokerages.tenants.forget();
    expect(await read(ADMIN, "https://west-homes.test", "west.test")).toEqual({});
  });
});
