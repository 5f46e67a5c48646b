import { Writable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BackgroundShare } from "../background-share.ts";
import { AppError } from "../errors.ts";
import { createHttpApp } from "./create-http-app.ts";

type Line = { request_id?: string; err?: { message: string; stack: string }; level: number };

/** A door with routes behind it that fail: the product has none that can be made to. */
describe("request ids", () => {
  let app: FastifyInstance;
  let lines: Line[];
  beforeEach(async () => {
    lines = [];
    const stream = new Writable({
      write: (line, _encoding, done) => done(void lines.push(JSON.parse(String(line)))),
    });
    app = createHttpApp({
      log: pino({ level: "info" }, stream),
      proxyHops: 0,
      background: new BackgroundShare(),
      draining: new AbortController().signal,
      domainsOf: async () => [],
    });
    app.get("/broken", async () => {
      throw new Error("the pipe has burst");
    });
    app.get("/away", async () => {
      throw new AppError("unavailable", "Search service unavailable: no answer", {
        cause: new Error("ETIMEDOUT"),
      });
    });
    app.post("/closed", async () => {
      throw new AppError("conflict", "Closed");
    });
    await app.ready();
  });
  afterEach(() => app.close());

  const call = (
    url: string,
    options: { method?: "GET" | "POST" | "DELETE"; headers?: Record<string, string> } = {},
  ) => app.inject({ method: "GET", url, ...options });

  it("a failure's reply names the request, its log line has the same id and the cause, which the reply has not", async () => {
    const reply = await call("/broken", {
      headers: { "x-request-id": "checkout-17", "x-api-key": "lk_secret" },
    });
    expect(reply.statusCode).toBe(500);
    expect(reply.headers["x-request-id"]).toBe("checkout-17");
    expect(reply.json()).toEqual({ detail: "Internal server error", request_id: "checkout-17" });
    expect(lines).toEqual([
      expect.objectContaining({
        request_id: "checkout-17",
        err: expect.objectContaining({ message: "the pipe has burst" }),
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain("lk_secret");
  });

  it("what is out of reach is logged with its id too", async () => {
    const reply = await call("/away");
    expect([reply.statusCode, reply.json()]).toEqual([
      503,
      { detail: "Search service unavailable: no answer" },
    ]);
    expect(lines.map((line) => line.request_id)).toEqual([reply.headers["x-request-id"]]);
  });

  it("refusals have an id and leave no line in the log", async () => {
    const replies = [
      await call("/none"),
      await call("/broken", { method: "DELETE" }),
      await call("/closed", { method: "POST" }),
      await call("/closed", {
        method: "POST",
        headers: { "content-type": "text/xml", "content-length": "1" },
      }),
      await call("/%"),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 405, 409, 415, 400]);
    const ids = replies.map(({ headers }) => headers["x-request-id"]);
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[0-9a-f-]{36}$/)));
    expect(new Set(ids).size).toBe(ids.length);
    expect(lines).toEqual([]);
  });
});
