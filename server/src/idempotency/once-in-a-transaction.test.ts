import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { createApp } from "../app.ts";
import { recordChange } from "../audit/index.ts";
import type { Context } from "../platform/context.ts";
import { afterCommit } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { EncodedJson } from "../platform/http/json-body.ts";
import { route } from "../platform/http/route.ts";

type Operation = (ctx: Context) => Promise<unknown> | unknown;

/** Operations that the product does not have: public ones, slow ones, and ones that fail. */
describe("an operation that runs once", () => {
  let lintel: TestApp;
  let app: FastifyInstance;
  let operation: Operation;
  beforeAll(async () => {
    lintel = await startTestApp({ TRUST_PROXY: "true" });
    await lintel.createTenant("north");
    await lintel.createTenant("south");
    app = await createApp(lintel.services, [
      route({
        method: "POST",
        path: "/notes",
        operationId: "addNote",
        summary: "",
        tag: "",
        permission: "public",
        tenant: true,
        body: Type.Object({ note: Type.Optional(Type.String()) }),
        status: 201,
        response: Type.Unknown(),
        run: (ctx: Context) => operation(ctx),
      }),
    ]);
  });
  afterEach(async () => {
    await lintel.database.db.deleteFrom("idempotency_keys").execute();
    await lintel.database.db.deleteFrom("audit_log").execute();
  });
  afterAll(async () => {
    await app.close();
    await lintel.close();
  });

  async function send(headers: Record<string, string> = {}, payload: string | object = { note: "hello" }) {
    const reply = await app.inject({
      method: "POST",
      url: "/notes",
      headers: { host: "north.test", "idempotency-key": "k", "content-type": "application/json", ...headers },
      payload,
    });
    return {
      status: reply.statusCode,
      text: reply.body,
      replayed: reply.headers["idempotent-replayed"] === "true",
    };
  }

  const write = (ctx: Context) =>
    recordChange(ctx, { action: "create", targetType: "note", targetId: 1, brokerageId: null, after: {} });
  const written = async () =>
    (
      await lintel.database.db
        .selectFrom("audit_log")
        .where("target_type", "=", "note")
        .select("id")
        .execute()
    ).length;

  function counted(): { runs: number } {
    const count = { runs: 0 };
    operation = () => ({ run: ++count.runs });
    return count;
  }

  it("a caller without credentials is identified by the address", async () => {
    const count = counted();
    expect((await send({ "x-forwarded-for": "198.51.100.7" })).replayed).toBe(false);
    expect((await send({ "x-forwarded-for": "198.51.100.7" })).replayed).toBe(true);
    expect((await send({ "x-forwarded-for": "198.51.100.8" })).replayed).toBe(false);
    expect(count.runs).toBe(2);
  });

  it("a visitor is identified by the session, from any address", async () => {
    const count = counted();
    const [one, other] = ["1b4e28ba-2fa1-4d2b-883f-0016d3cca427", "6fa459ea-ee8a-4ca4-894e-db77e160355e"];
    await send({ "x-session-id": one as string, "x-forwarded-for": "198.51.100.7" });
    expect((await send({ cookie: `session_id=${one}`, "x-forwarded-for": "198.51.100.8" })).replayed).toBe(
      true,
    );
    expect((await send({ "x-session-id": other as string })).replayed).toBe(false);
    expect(count.runs).toBe(2);
  });

  it("two tokens at one address are two callers, and so is a key", async () => {
    const count = counted();
    await send({ authorization: "Bearer favorites-of-ada" });
    await send({ authorization: "Bearer favorites-of-bob" });
    await send({ "x-api-key": await lintel.createKey("agent") });
    await send();
    expect(count.runs).toBe(4);
  });

  it("the same key on another brokerage's domain is another key", async () => {
    const count = counted();
    await send();
    expect((await send({ host: "south.test" })).replayed).toBe(false);
    expect((await send({ host: "www.north.test:8000" })).replayed).toBe(true);
    expect(count.runs).toBe(2);
  });

  it("keeps the status and an encoded body unchanged", async () => {
    operation = () => new EncodedJson('{"price": 1.50,  "as":"sent"}');
    const first = await send();
    expect([first.status, first.text]).toEqual([201, '{"price": 1.50,  "as":"sent"}']);
    expect(await send()).toEqual({ status: 201, text: first.text, replayed: true });
  });

  it("its changes and its reply are committed together; side effects follow the commit", async () => {
    const seen: Promise<number>[] = [];
    operation = async (ctx) => {
      await write(ctx);
      afterCommit(ctx, () => void seen.push(written()));
      return {};
    };
    expect((await send()).status).toBe(201);
    expect(await Promise.all(seen)).toEqual([1]);
    await send();
    expect([await written(), seen.length]).toEqual([1, 1]);
  });

  it("a refusal rolls back, has no side effects, and is kept", async () => {
    let effects = 0;
    let runs = 0;
    operation = async (ctx) => {
      runs++;
      await write(ctx);
      afterCommit(ctx, () => void effects++);
      throw new AppError("conflict", "The office is closed");
    };
    expect(await send()).toEqual({ status: 409, text: '{"detail":"The office is closed"}', replayed: false });
    expect(await send()).toEqual({ status: 409, text: '{"detail":"The office is closed"}', replayed: true });
    expect([await written(), effects, runs]).toEqual([0, 0, 1]);
  });

  it.each([
    ["a failure", new Error("the pipe has burst"), 500],
    ["an outage", new AppError("unavailable", "Search service unavailable: no answer"), 503],
    ["a rate limit", new AppError("too_many_requests", "Rate limit exceeded", { retryAfter: 7 }), 429],
    ["a refused token", new AppError("unauthenticated", "Not authenticated"), 401],
    ["a refused role", new AppError("forbidden", "Not yours"), 403],
  ])("%s keeps nothing: the same key may try again", async (_name, error, status) => {
    lintel.services.log.level = "silent";
    operation = async (ctx) => {
      await write(ctx);
      throw error;
    };
    expect((await send()).status).toBe(status);
    expect((await send()).status).toBe(status);
    operation = async (ctx) => write(ctx).then(() => ({ done: true }));
    expect(await send()).toEqual({ status: 201, text: '{"done":true}', replayed: false });
    expect(await written()).toBe(1);
  });

  it("a second request is 409 while it runs, and gets its reply afterwards", async () => {
    let finish = () => {};
    const started = new Promise<void>((runs) => {
      operation = () =>
        new Promise((resolve) => {
          finish = () => resolve({});
          runs();
        });
    });
    const first = send();
    await started;
    // On the embedded database the second waits for the only connection.
    const second = lintel.services.embedded ? null : await send();
    finish();
    expect((await first).status).toBe(201);
    if (second)
      expect([second.status, second.text]).toEqual([409, expect.stringContaining("is still running")]);
    expect((await send()).replayed).toBe(true);
  });

  it("a run whose claim was taken over fails to commit", async ({ skip }) => {
    skip(lintel.services.embedded, "one connection: no request can overtake another");
    let revive = () => {};
    const started = new Promise<void>((runs) => {
      operation = async (ctx) => {
        await write(ctx);
        await new Promise<void>((resolve) => {
          revive = resolve;
          runs();
        });
        return { by: "the slow one" };
      };
    });
    const slow = send();
    await started;
    lintel.clock.advance(120_000);
    operation = async (ctx) => write(ctx).then(() => ({ by: "the second" }));
    expect(await send()).toEqual({ status: 201, text: '{"by":"the second"}', replayed: false });
    revive();
    expect(await slow).toMatchObject({ status: 409, text: expect.stringContaining("has taken over") });
    expect(await written()).toBe(1);
    expect(await send()).toEqual({ status: 201, text: '{"by":"the second"}', replayed: true });
  });

  it("a body of a hundred thousand brackets is 422, not 500", async () => {
    counted();
    const deep = `{"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect((await send({}, deep)).status).toBe(422);
  });

  it("stores nothing without a key", async () => {
    const count = counted();
    for (let n = 0; n < 2; n++) {
      await app.inject({ method: "POST", url: "/notes", headers: { host: "north.test" }, payload: {} });
    }
    expect(count.runs).toBe(2);
    expect(await lintel.database.db.selectFrom("idempotency_keys").select("scope").execute()).toEqual([]);
  });
});
