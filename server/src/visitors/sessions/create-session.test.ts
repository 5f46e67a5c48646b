import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitors, type VisitorFixture } from "../../../test/harness/visitor-fixture.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const notFound = [404, { detail: "Session not found" }];

describe("createSession", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openVisitors(lintel, "sessions");
  });
  afterAll(() => lintel.close());

  const begin = (headers: Record<string, string> = {}) =>
    lintel.call("/sessions", { method: "POST", host: brokerage.host, headers });

  it("returns a new id each time, in the body and as an HttpOnly cookie", async () => {
    const [one, other] = [await begin(), await begin()];
    expect(one.status).toBe(201);
    expect(one.body).toEqual({ session_id: expect.stringMatching(UUID) });
    expect(other.body.session_id).not.toBe(one.body.session_id);
    expect(one.headers["set-cookie"]).toBe(
      `session_id=${one.body.session_id}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
    );
  });

  it("marks the cookie Secure on https", async () => {
    const behindProxy = await startTestApp({ TRUST_PROXY: "true" });
    const { host } = await behindProxy.createTenant("secure");
    const reply = await behindProxy.call("/sessions", {
      method: "POST",
      host,
      headers: { "x-forwarded-proto": "https" },
    });
    expect(reply.headers["set-cookie"]).toMatch(/; SameSite=Lax; Secure$/);
    await behindProxy.close();
  });

  it("creates a session that X-Session-ID or the cookie identifies, the header first", async () => {
    const { session_id } = (await begin()).body;
    const status = async (headers: Record<string, string>) =>
      (await lintel.call("/sessions/scribe-status", { host: brokerage.host, headers })).status;
    expect(await status({ "x-session-id": session_id })).toBe(200);
    expect(await status({ "x-session-id": session_id.toUpperCase() })).toBe(200);
    expect(await status({ cookie: `other=1; session_id=${session_id}` })).toBe(200);
    expect(await status({ cookie: `session_id=${session_id}`, "x-session-id": crypto.randomUUID() })).toBe(
      404,
    );
  });

  it("creates a session that is valid at its brokerage alone", async () => {
    const other = await openVisitors(lintel, "sessions-other");
    const { session_id } = (await begin()).body;
    const reply = await lintel.call("/sessions/scribe-status", {
      host: other.host,
      headers: { "x-session-id": session_id },
    });
    expect([reply.status, reply.body]).toEqual(notFound);
  });

  it.each([
    ["GET", "/sessions/scribe-status"],
    ["GET", "/sessions/suggested-agents"],
    ["POST", "/sessions/assign-agent"],
    ["POST", "/sessions/clear"],
    ["GET", "/sessions/preferences"],
    ["POST", "/sessions/preferences"],
    ["POST", "/sessions/preferences/price/max/confirm"],
    ["DELETE", "/sessions/preferences/price/max"],
    ["POST", "/sessions/preferences/notes"],
    ["POST", "/sessions/events"],
  ] as const)("without one, %s %s is 404 with any session id and body", async (method, path) => {
    for (const named of [null, crypto.randomUUID(), "nonsense"]) {
      for (const body of [{}, { events: "none" }, []]) {
        const headers: Record<string, string> = named ? { "x-session-id": named } : {};
        const reply = await lintel.call(path, {
          method,
          host: brokerage.host,
          headers,
          ...(method === "POST" && { body }),
        });
        expect([reply.status, reply.body]).toEqual(notFound);
      }
    }
  });

  it("is limited to 300 per address in 15 minutes, also when each call names the latest session", async () => {
    const limited = await startTestApp({ RATE_LIMITS: "on" });
    const { host } = await limited.createTenant("greedy");
    const begin = (named: string) =>
      limited.call("/sessions", { method: "POST", host, headers: { "x-session-id": named } });
    let reply = await begin("none");
    for (let n = 2; n <= 300; n++) {
      expect([n, reply.status]).toEqual([n, 201]);
      reply = await begin(reply.body.session_id);
    }
    // Another minute, so that it is not the general limit of 300 a minute.
    expect((await limited.services.limits.count("new_sessions", "127.0.0.1")).refused).toBe(true);
    await limited.close();
  });

  it.each([
    ["/sessions/scribe-status", 30, "GET"],
    ["/sessions/preferences", 50, "GET"],
    ["/sessions/events", 100, "POST"],
  ] as const)("limits %s to %i calls of one session in 15 minutes", async (path, most, method) => {
    const limited = await startTestApp({ RATE_LIMITS: "on" });
    const { host } = await limited.createTenant("limited");
    const { session_id } = (await limited.call("/sessions", { method: "POST", host })).body;
    const call = (id: string) =>
      limited.call(path, {
        method,
        host,
        headers: { "x-session-id": id },
        ...(method === "POST" && { body: { events: [] } }),
      });
    for (let n = 1; n <= most; n++) {
      const reply = await call(session_id);
      expect([n, reply.status, reply.headers["x-ratelimit-remaining"]]).toEqual([n, 200, String(most - n)]);
    }
    const refused = await call(session_id);
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ detail: "Rate limit exceeded", retry_after: expect.any(Number) });
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(900);
    await limited.close();
  });

  it("counts callers with an unknown session by their address", async () => {
    const limited = await startTestApp({ RATE_LIMITS: "on" });
    const { host } = await limited.createTenant("forging");
    const forged = (path: string, method: "GET" | "POST") =>
      limited
        .call(path, { method, host, headers: { "x-session-id": crypto.randomUUID() } })
        .then(({ status }) => status);
    for (let n = 0; n < 15; n++) {
      expect(await forged("/sessions/scribe-status", "GET")).toBe(404);
      expect(await forged("/sessions", "POST")).toBe(201);
    }
    expect(await forged("/sessions/scribe-status", "GET")).toBe(429);
    expect(await forged("/sessions", "POST")).toBe(429);
    await limited.close();
  });
});
