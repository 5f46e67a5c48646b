import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { afterEach, describe, expect, it, vi } from "vitest";
import { BackgroundShare } from "../../background-share.ts";
import type { Context, Tenant } from "../../context.ts";
import { primaryAlone } from "../../database/database.ts";
import { AppError } from "../../errors.ts";
import { createLog } from "../../log.ts";
import { createHttpApp } from "../create-http-app.ts";
import type { Actor } from "../permissions.ts";
import { registerRoutes } from "../register-routes.ts";
import { route } from "../route.ts";
import { KnownCallers } from "./known-callers.ts";
import { RateLimiter } from "./rate-limiter.ts";
import type { RequestLimitName } from "./rate-limits.ts";

const SESSIONS = ["1b4e28ba-2fa1-4d2b-883f-0016d3cca427", "6fa459ea-ee8a-4ca4-894e-db77e160355e"];

/** A door with one route behind it, with limits of its own: those that have one are yet to be built. */
describe("a route's own limits", () => {
  let app: FastifyInstance;
  afterEach(async () => {
    vi.useRealTimers();
    await app.close();
  });

  async function open(limits: RequestLimitName[], permission: "public" | "admin" = "public"): Promise<void> {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-15T12:00:00Z") });
    const log = createLog("silent");
    app = createHttpApp({
      log,
      proxyHops: 1,
      background: new BackgroundShare(),
      draining: new AbortController().signal,
      domainsOf: async () => [],
    });
    const own = route({
      method: "POST",
      path: "/own",
      operationId: "own",
      summary: "",
      tag: "",
      permission,
      limits,
      response: Type.Object({}),
      run: () => ({}),
    });
    registerRoutes(app, [own], {
      knownCallers: new KnownCallers(),
      limiter: new RateLimiter({ enabled: true, redisUrl: null, log }),
      authenticate: async ({ headers }) => authenticate(headers["x-api-key"]),
      resolveTenant: () => ({}) as Tenant,
      contextFor: () => ({ oldReads: primaryAlone, caller: null }) as Context,
      requireSpace: async () => {},
      answerOnce: async (ctx, _post, run) => ({ ...(await run(ctx)), replayed: false }),
    });
    await app.ready();
  }

  /** Keys here are a role and a number. */
  async function authenticate(key: unknown): Promise<Actor | null> {
    if (key === undefined) return null;
    const [role, id] = String(key).split(" ");
    if (role !== "admin" && role !== "agent") throw new AppError("unauthenticated", "Invalid API key");
    const name = String(key);
    return { role, name, email: name, userId: null, apiKeyId: Number(id), brokerageId: null, agentId: null };
  }

  async function send(headers: Record<string, string> = {}) {
    const { statusCode, headers: head } = await app.inject({ method: "POST", url: "/own", headers });
    return [statusCode, Number(head["x-ratelimit-limit"]), Number(head["x-ratelimit-remaining"])];
  }

  /** As many as pass from one caller, session or address. */
  async function passes(headers: Record<string, string> = {}): Promise<number> {
    for (let passed = 0; ; passed++) if ((await send(headers))[0] === 429) return passed;
  }

  it("it counts beside the general one, and the reply reports whichever is closer to running out", async () => {
    await open(["multimodal_search"]);
    const session = { "x-session-id": SESSIONS[0] as string };
    expect(await send(session)).toEqual([200, 30, 29]);
    expect(await passes(session)).toBe(29);
    expect(await send(session)).toEqual([429, 30, 0]);
    // The general limit has counted all of them; a second session of the same address has a limit of its own.
    expect(await send({ "x-session-id": SESSIONS[1] as string })).toEqual([200, 30, 29]);
  });

  it("a general limit that is closer is the one reported", async () => {
    await open(["image_search"]);
    await passes({ "x-api-key": "agent 1" });
    vi.setSystemTime(Date.now() + 60_000);
    expect(await send({ "x-api-key": "agent 1" })).toEqual([200, 100, 99]);
  });

  it.each([
    ["multimodal_search", 30, 60],
    ["session_events", 100, 900],
    ["session_preferences", 50, 900],
    ["sessions", 30, 900],
  ] as const)("%s: %d for a session, again after %d seconds", async (name, points, seconds) => {
    await open([name]);
    const [one, other] = SESSIONS.map((id) => ({ "x-session-id": id }));
    expect(await passes(one)).toBe(points);
    vi.setSystemTime(Date.now() + seconds * 1000 - 1);
    expect((await send(one))[0]).toBe(429);
    expect((await send(other))[0]).toBe(200);
    vi.setSystemTime(Date.now() + 1);
    expect((await send(one))[0]).toBe(200);
  });

  it("a session is named by the header or the cookie; without one, and with one that is none, the address counts", async () => {
    await open(["sessions"]);
    const id = SESSIONS[0] as string;
    await send({ "x-session-id": id });
    expect(await send({ cookie: `theme=dark; session_id=${id}` })).toEqual([200, 30, 28]);
    expect(await send({ "x-session-id": id.toUpperCase() })).toEqual([200, 30, 27]);
    expect(await send()).toEqual([200, 30, 29]);
    expect(await send({ "x-session-id": "made-up-1" })).toEqual([200, 30, 28]);
    expect(await send({ "x-session-id": "made-up-2" })).toEqual([200, 30, 27]);
  });

  it("two routes that name one limit use it up together", async () => {
    await open(["sessions", "session_events"]);
    expect(await passes({ "x-session-id": SESSIONS[0] as string })).toBe(30);
  });

  it("registration: 3 in 15 minutes per address, regardless of the session", async () => {
    await open(["registration_address"]);
    for (const id of [...SESSIONS, SESSIONS[0] as string])
      expect((await send({ "x-session-id": id }))[0]).toBe(200);
    expect((await send({ "x-session-id": SESSIONS[1] as string }))[0]).toBe(429);
    expect((await send({ "x-forwarded-for": "198.51.100.7" }))[0]).toBe(200);
  });

  it("image search: 100 a minute for each key", async () => {
    await open(["image_search"]);
    expect(await passes({ "x-api-key": "agent 1" })).toBe(100);
    expect(await send({ "x-api-key": "agent 2" })).toEqual([200, 100, 99]);
  });

  it("reindex: 5 an hour in all; unauthorized callers do not count", async () => {
    await open(["reindex"], "admin");
    for (let n = 0; n < 20; n++) {
      expect((await send())[0]).toBe(401);
      expect((await send({ "x-api-key": "unknown 1" }))[0]).toBe(401);
      expect((await send({ "x-api-key": "agent 1" }))[0]).toBe(403);
    }
    for (let n = 1; n <= 5; n++) expect(await send({ "x-api-key": `admin ${n}` })).toEqual([200, 5, 5 - n]);
    expect(await send({ "x-api-key": "admin 6" })).toEqual([429, 5, 0]);
  });

  it("the email of a registration: 5 an hour, taken by the operation", async () => {
    await open([]);
    const limiter = new RateLimiter({ enabled: true, redisUrl: null, log: createLog("silent") });
    for (let n = 0; n < 5; n++) await limiter.take("registration_email", "ada@mail.test");
    vi.setSystemTime(Date.now() + 600_000);
    await expect(limiter.take("registration_email", "ada@mail.test")).rejects.toMatchObject({
      code: "too_many_requests",
      detail: "Rate limit exceeded",
      retryAfter: 3000,
      headers: { "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "0" },
    });
    await limiter.take("registration_email", "bob@mail.test");
  });
});
