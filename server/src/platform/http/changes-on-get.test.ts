import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BackgroundShare } from "../background-share.ts";
import type { Context, Tenant } from "../context.ts";
import { primaryAlone } from "../database/database.ts";
import { AppError } from "../errors.ts";
import { createLog } from "../log.ts";
import { createHttpApp } from "./create-http-app.ts";
import type { Permission } from "./permissions.ts";
import { KnownCallers } from "./rate-limits/known-callers.ts";
import { RateLimiter } from "./rate-limits/rate-limiter.ts";
import { registerRoutes } from "./register-routes.ts";
import { route } from "./route.ts";

const Params = Type.Object({ number: Type.Integer({ minimum: 1 }) });

/** A door with three GETs behind it: two that change something, and one that does not. */
describe("a GET that changes something", () => {
  let app: FastifyInstance;
  let runs: string[];
  beforeEach(async () => {
    runs = [];
    const log = createLog("silent");
    app = createHttpApp({
      log,
      proxyHops: 0,
      background: new BackgroundShare(),
      draining: new AbortController().signal,
      domainsOf: async () => [],
    });
    const get = (name: string, permission: Permission, changesOnGet: boolean) =>
      route({
        method: "GET",
        path: `/${name}/{number}`,
        operationId: name,
        summary: "",
        tag: "",
        permission,
        tenant: true,
        ...(changesOnGet && { changesOnGet }),
        params: Params,
        response: Type.Object({}),
        run: () => {
          runs.push(name);
          return {};
        },
      });
    const routes = [
      get("link", "public", true),
      get("closed", "admin", true),
      get("reading", "public", false),
    ];
    registerRoutes(app, routes, {
      knownCallers: new KnownCallers(),
      limiter: new RateLimiter({ enabled: true, redisUrl: null, log }),
      authenticate: async () => null,
      resolveTenant: ({ headers }) => {
        if (headers.host === "unknown.test") throw new AppError("not_found", "Brokerage not found");
        return {} as Tenant;
      },
      contextFor: () => ({ oldReads: primaryAlone, caller: null }) as Context,
      requireSpace: async () => {},
      answerOnce: async (ctx, _post, run) => ({ ...(await run(ctx)), replayed: false }),
    });
    await app.ready();
  });
  afterEach(() => app.close());

  const send = (method: "GET" | "HEAD", url: string, headers: Record<string, string> = {}) =>
    app.inject({ method, url, headers });

  it("runs on GET, and not on HEAD, which runs what changes nothing", async () => {
    await send("HEAD", "/link/1");
    expect(runs).toEqual([]);
    await send("GET", "/link/1");
    await send("HEAD", "/reading/1");
    expect(runs).toEqual(["link", "reading"]);
  });

  it("answers HEAD with an empty 200 for any caller, token and Host", async () => {
    for (const url of ["/link/1", "/link/0", "/link/nonsense", "/link/%00", "/closed/1"]) {
      for (const host of ["north.test", "unknown.test"]) {
        const { statusCode, headers, body } = await send("HEAD", url, { host });
        expect([url, host, statusCode, headers["content-length"], body]).toEqual([url, host, 200, "0", ""]);
      }
    }
    expect(runs).toEqual([]);
  });

  it("judges GET as any other route", async () => {
    expect((await send("GET", "/link/0")).statusCode).toBe(422);
    expect((await send("GET", "/link/1", { host: "unknown.test" })).statusCode).toBe(404);
    expect((await send("GET", "/closed/1")).statusCode).toBe(401);
    expect(runs).toEqual([]);
  });

  it("counts HEAD like everything else, up to a 429", async () => {
    const { headers } = await send("HEAD", "/link/1");
    expect(headers).toMatchObject({ "x-ratelimit-limit": "300", "x-ratelimit-remaining": "299" });
    for (let left = 299; left > 0; left--) await send("HEAD", "/link/1");
    expect((await send("HEAD", "/link/1")).statusCode).toBe(429);
  });

  it("is kept by no cache: what it tells, it tells once", async () => {
    expect((await send("GET", "/link/1")).headers["cache-control"]).toBe("no-store");
    expect((await send("GET", "/reading/1")).headers).not.toHaveProperty("cache-control");
  });

  it("is not read by pages of other websites, although it is public", async () => {
    const origin = { origin: "https://elsewhere.test" };
    expect((await send("GET", "/reading/1", origin)).headers["access-control-allow-origin"]).toBe("*");
    expect((await send("GET", "/link/1", origin)).headers).not.toHaveProperty("access-control-allow-origin");
  });
});
