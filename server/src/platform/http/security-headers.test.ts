import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendBytes } from "../../../test/harness/send-bytes.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const STRICT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

describe("the head of every reply", () => {
  let lintel: TestApp;
  let behindProxy: TestApp;
  let key: string;
  beforeAll(async () => {
    [lintel, behindProxy] = await Promise.all([startTestApp(), startTestApp({ TRUST_PROXY: "true" })]);
    await lintel.createTenant("north");
    key = await lintel.createKey("agent");
  });
  afterAll(() => Promise.all([lintel.close(), behindProxy.close()]));

  it("keeps browsers from guessing types, framing, loading anything or telling where they were", async () => {
    for (const path of [
      "/api/properties",
      "/api/properties?page=0",
      "/api/auth/verify",
      "/api/none",
      "/health",
      "/%",
    ]) {
      const { headers } = await lintel.call(path, { host: "north.test" });
      expect([path, headers]).toMatchObject([
        path,
        {
          "x-content-type-options": "nosniff",
          "x-frame-options": "DENY",
          "referrer-policy": "no-referrer",
          "content-security-policy": STRICT,
        },
      ]);
      expect(headers).not.toHaveProperty("x-powered-by");
    }
  });

  it("is the same on replies that node's parser makes necessary", async () => {
    const text = await sendBytes(
      lintel.app,
      `GET /${"x".repeat(100_000)} HTTP/1.1\r\nHost: north.test\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect(text).toContain("X-Content-Type-Options: nosniff\r\n");
    expect(text).toContain(`Content-Security-Policy: ${STRICT}\r\n`);
    expect(text).toMatch(/X-Request-ID: [\w-]{36}\r\n/);
  });

  it("leaves the pages of the documents their own policy, which still forbids framing", async () => {
    for (const path of ["/docs", "/redoc"]) {
      const { headers } = await lintel.call(path);
      const policy = String(headers["content-security-policy"]);
      expect([path, policy]).toEqual([path, expect.stringContaining("default-src 'self'")]);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers["x-content-type-options"]).toBe("nosniff");
    }
  });

  it("promises https for a year where the request came by https, and only there", async () => {
    const at = (lintel: TestApp, proto?: string) =>
      lintel.call("/health", { headers: proto === undefined ? {} : { "x-forwarded-proto": proto } });
    const promise = "strict-transport-security";
    expect((await at(behindProxy, "https")).headers[promise]).toBe("max-age=31536000");
    expect((await at(behindProxy, "http")).headers).not.toHaveProperty(promise);
    expect((await at(behindProxy)).headers).not.toHaveProperty(promise);
    expect((await at(lintel, "https")).headers).not.toHaveProperty(promise);
  });

  it("forbids caching of private replies, and allows it for public ones", async () => {
    const cacheOf = async (path: string, headers: Record<string, string> = {}) =>
      (await lintel.call(path, { host: "north.test", headers })).headers["cache-control"];
    expect(await cacheOf("/api/auth/verify", { "x-api-key": key })).toBe("no-store");
    expect(await cacheOf("/api/auth/verify")).toBe("no-store");
    expect(await cacheOf("/api/properties")).toBeUndefined();
    const personal: Record<string, string>[] = [
      { "x-api-key": key },
      { authorization: "Bearer token" },
      { cookie: "session_id=1; __Host-lintel_staff=1" },
      { cookie: "lintel_client=1" },
    ];
    for (const credentials of personal) {
      expect(await cacheOf("/api/properties", credentials)).toBe("no-store");
    }
  });

  it("allows caching of what is the same for every visitor, also for one with a session", async () => {
    const sessions: Record<string, string>[] = [
      { cookie: "session_id=1; lintel_favorites=A-1; theme=dark" },
      { "x-session-id": "1" },
    ];
    const shared = [
      "/api/properties?facets=city",
      "/api/map/tiles/0/0/0.mvt",
      "/api/map/clusters?min_lat=42&max_lat=49&min_lng=-118&max_lng=-111&zoom=5",
      "/api/public/site",
      "/api/public/towns",
    ];
    for (const headers of sessions) {
      for (const path of shared) {
        const reply = await lintel.call(path, { host: "north.test", headers });
        expect([path, reply.headers["cache-control"]]).toEqual([path, undefined]);
      }
      const own = await lintel.call("/sessions/preferences", { host: "north.test", headers });
      expect(own.headers["cache-control"]).toBe("no-store");
    }
  });
});
