import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { MAX_COUNTED } from "../../src/platform/http/rate-limits/local-counters.ts";
import { rateLimits } from "../../src/platform/http/rate-limits/rate-limits.ts";
import { describedOperations, type Operation } from "../harness/described-operations.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";

const ADDRESS = { "x-forwarded-for": "198.51.100.7" };

/** Those that no limit refuses: health, and texts that are passed on, which have a limit of their own (receive-text). */
const UNCOUNTED = ["getHealth", "getLiveness", "getReadiness", "receiveText"];

describe("who is over a limit costs no query and bounded memory, over all operations", () => {
  let lintel: TestApp;
  let operations: Operation[];
  let statements: string[] = [];
  beforeAll(async () => {
    lintel = await startTestApp(
      { RATE_LIMITS: "on", TRUST_PROXY: "true" },
      { onStatement: (text) => void statements.push(text) },
    );
    lintel.services.log.level = "silent";
    // It looks for changed listings by itself, without a request.
    await lintel.services.listings.index.stop();
    await lintel.createTenant("north");
    operations = (await describedOperations(lintel)).filter(
      ({ operationId }) => !UNCOUNTED.includes(operationId),
    );
    expect(operations.length).toBeGreaterThan(140);
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => lintel.close());

  const send = (method: string, url: string, headers: Record<string, string>) =>
    lintel.app.inject({ method: method as "GET", url, headers: { host: "north.test", ...headers } });

  async function spend(headers: Record<string, string>, times: number) {
    for (let at = 0; at < times; at++) await send("GET", "/api/properties", headers);
    expect((await send("GET", "/api/properties", headers)).statusCode).toBe(429);
  }

  const random = () => randomBytes(8).toString("hex");
  /** What a caller may make up, again for each request. */
  const madeUp = (): Record<string, string>[] => [
    {},
    { host: `${random()}.test` },
    { host: `${"x".repeat(300)}.test` },
    { host: "not a domain" },
    { "x-api-key": `lk_${random()}` },
    { authorization: `Bearer ${random()}.${random()}.${random()}` },
    { "x-session-id": randomUUID() },
    { cookie: `session_id=${randomUUID()}` },
    { cookie: `lintel_staff=${random()}` },
    { origin: `https://${random()}.test` },
    { origin: `https://${random()}.test`, host: `${random()}.test`, "x-api-key": `lk_${random()}` },
    { "idempotency-key": random(), "x-forwarded-host": `${random()}.test` },
  ];

  it("an address that is over its limit is refused, with any made-up header, and without a statement", async () => {
    // Thousands of requests take longer than the limit's minute on a slow machine.
    vi.useFakeTimers({ toFake: ["Date"] });
    await spend(ADDRESS, 300);
    // Tiles have a limit of their own.
    for (let at = 0; at < 3000; at++) await send("GET", "/api/map/tiles/0/0/0.mvt", ADDRESS);
    statements = [];
    const remembered = lintel.services.brokerages.tenants.size;
    const answered: string[] = [];
    for (const [nth, { method, path }] of operations.entries()) {
      const url = path.replaceAll(/\{\w+\}/g, () => random());
      for (const [at, headers] of madeUp().entries()) {
        // The other methods in turn: each with each header, at a third of the operations.
        for (const each of [method, ["OPTIONS", "HEAD", "DELETE"][(nth + at) % 3] as string]) {
          const preflight = each === "OPTIONS" && { "access-control-request-method": method };
          const reply = await send(each, url, { ...ADDRESS, ...headers, ...preflight });
          if (reply.statusCode !== 429)
            answered.push(`${each} ${url} ${JSON.stringify(headers)}: ${reply.statusCode}`);
        }
      }
    }
    expect(answered).toEqual([]);
    expect(statements).toEqual([]);
    expect(lintel.services.brokerages.tenants.size).toBe(remembered);
  }, 300_000);

  it("a key that is over its limit is refused without a query, on every operation", async () => {
    const key = await lintel.createKey("admin");
    const headers = { "x-api-key": key, "x-forwarded-for": "198.51.100.8" };
    // The first request of a key counts against the address where its lookup takes over half a second.
    const limit = async () => (await send("GET", "/api/properties", headers)).headers["x-ratelimit-limit"];
    await expect.poll(limit).toBe("100");
    vi.useFakeTimers({ toFake: ["Date"] });
    await spend(headers, 99);
    statements = [];
    for (const { method, path } of operations) {
      const reply = await send(method, path.replaceAll(/\{\w+\}/g, "1"), {
        ...headers,
        origin: "https://x.test",
        // It is ignored beside a key, so that a new one does not make the key's owner anonymous.
        authorization: `${method === "GET" ? "Bearer" : "Basic"} ${random()}`,
      });
      expect([method, path, reply.statusCode]).toEqual([method, path, 429]);
    }
    expect(statements).toEqual([]);
  });

  it("of a burst of bad keys from one address no more are looked up than its limit lets pass", async () => {
    statements = [];
    const burst = Array.from({ length: 1000 }, () =>
      send("GET", "/api/auth/verify", { "x-forwarded-for": "198.51.100.9", "x-api-key": `lk_${random()}` }),
    );
    const statuses = (await Promise.all(burst)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(300);
    expect(statements.length).toBeLessThanOrEqual(300);
    expect(statements.length).toBeGreaterThan(0);
  });

  it("Hosts and Origins that belong to no brokerage, on what is never refused, are looked up in the database a bounded number of times", async () => {
    statements = [];
    for (let at = 0; at < 2.5 * rateLimits.unknown_hosts.points; at++) {
      const headers = {
        "x-forwarded-for": "198.51.100.10",
        host: `${random()}.test`,
        origin: `https://${random()}.test`,
      };
      expect((await send("GET", "/openapi.json", headers)).statusCode).toBe(200);
    }
    expect(statements.length).toBeLessThanOrEqual(2 * rateLimits.unknown_hosts.points + 2);
  });

  it.each([
    ["OPTIONS", "/api/admin/agents", 204],
    ["GET", "/openapi.json", 200],
    ["GET", "/docs", 200],
    ["GET", "/files/photos/none.jpg", 404],
  ])(
    "an unknown Host is no cheaper to ask for beside a brokerage's Origin: %s %s",
    async (method, url, status) => {
      const address = `198.51.100.${40 + url.length}`;
      statements = [];
      for (let at = 0; at < 2.5 * rateLimits.unknown_hosts.points; at++) {
        const headers = {
          "x-forwarded-for": address,
          host: `${random()}.test`,
          origin: "https://north.test",
          "access-control-request-method": "POST",
        };
        const reply = await send(method, url, headers);
        expect(reply.statusCode).toBe(status);
        expect(reply.headers["access-control-allow-origin"]).toBe("https://north.test");
      }
      // Whose the Origin is may be asked again after a second.
      expect(statements.length).toBeLessThanOrEqual(2 * rateLimits.unknown_hosts.points + 2);
    },
  );

  it("an own page's preflight is answered for an address that is over its limit, from memory", async () => {
    await lintel.call("/api/properties", { host: "north.test" });
    statements = [];
    const reply = await send("OPTIONS", "/api/admin/agents", {
      ...ADDRESS,
      origin: "https://north.test",
      "access-control-request-method": "POST",
    });
    expect([reply.statusCode, statements]).toEqual([204, []]);
  });

  it("addresses, sessions and Hosts that are made up take bounded memory, and push out no brokerage", async () => {
    const {
      limits,
      brokerages: { tenants },
    } = lintel.services;
    await lintel.call("/api/properties", { host: "north.test" });
    const counted = 2 * MAX_COUNTED;
    for (let at = 0; at < counted; at++) await limits.count("session_events", randomUUID());
    const network = (at: number) => `2001:db8:${(at >> 8).toString(16)}:${(at & 255).toString(16)}::1`;
    for (let at = 0; at < 3000; at++) {
      await send("POST", "/sessions/events", {
        host: `${random()}.test`,
        "x-session-id": randomUUID(),
        "x-forwarded-for": network(at),
      });
    }
    expect(limits.size).toBeLessThan(MAX_COUNTED + 15_000);
    expect(tenants.size).toBeLessThan(1100);
    statements = [];
    expect(tenants.cachedSiblingDomains("north.test")).toEqual(["north.test"]);
    expect(statements).toEqual([]);
  }, 120_000);
});
