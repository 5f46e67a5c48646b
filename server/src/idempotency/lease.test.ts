import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { recordChange } from "../audit/index.ts";
import { systemClock } from "../platform/clock.ts";
import type { Context } from "../platform/context.ts";
import type { DatabaseHandle } from "../platform/database/database.ts";
import { openDatabase } from "../platform/database/open-database.ts";
import { AppError } from "../platform/errors.ts";
import type { KeyedPost } from "../platform/http/route-deps.ts";
import { createLog } from "../platform/log.ts";
import { KeptReplies } from "./kept-replies.ts";

/** Two minutes, shortened. */
const CLAIM_MS = 600;

describe("a run that takes longer than its claim", () => {
  let lintel: TestApp;
  let second: DatabaseHandle | null = null;
  let one: Context;
  let other: Context;
  beforeAll(async () => {
    lintel = await startTestApp();
    const { databaseUrl, dataDir } = lintel.database;
    one = { ...lintel.ctx, clock: systemClock };
    // On PostgreSQL the second process has connections of its own.
    if (databaseUrl) second = await openDatabase({ databaseUrl, dataDir }, createLog("error"));
    other = { ...one, db: second?.db ?? one.db };
  });
  afterAll(async () => {
    await second?.close();
    await lintel.close();
  });

  const replies = () => new KeptReplies({ claimMs: CLAIM_MS });
  const post = (key: string, ownTransactions: boolean): KeyedPost => ({
    key,
    caller: "key 1",
    sessionId: null,
    path: "/runs",
    content: "{}",
    showsSecret: false,
    ownTransactions,
  });
  const effect = (ctx: Context, key: string) =>
    recordChange(ctx, { action: "create", targetType: key, targetId: 1, brokerageId: null, after: {} });
  const effects = async (key: string) =>
    (await one.db.selectFrom("audit_log").where("target_type", "=", key).select("id").execute()).length;

  it.each([
    ["commits as it goes", true],
    ["is one transaction", false],
  ])("keeps it to its end, so that it takes effect once, when it %s", async (_how, ownTransactions) => {
    const isStuck = one.embedded && !ownTransactions;
    const key = `long-${ownTransactions}`;
    const begun = Promise.withResolvers<void>();
    const run = async (ctx: Context) => {
      begun.resolve();
      await pause(3 * CLAIM_MS);
      // A machine that is busy for longer than a claim lasts may lose it; then nothing may be done.
      if (ctx.signal.aborted) throw new AppError("unavailable", "stopped");
      await effect(ctx, key);
      return { status: 200, body: "{}" };
    };
    let isDone = false;
    const first = replies()
      .answerOnce(one, post(key, ownTransactions), run)
      .catch((error) => error)
      .finally(() => {
        isDone = true;
      });
    await begun.promise;
    let refused = 0;
    const rival = replies();
    // On the embedded database a transaction has the only connection: a second waits for its end.
    while (!isDone && !isStuck) {
      const outcome = await rival.answerOnce(other, post(key, ownTransactions), run).catch((error) => error);
      if (outcome instanceof AppError && outcome.code === "conflict") refused++;
      await pause(50);
    }
    await first;
    expect(isStuck || refused > 0).toBe(true);
    expect(await rival.answerOnce(other, post(key, ownTransactions), run)).toMatchObject({ replayed: true });
    expect(await effects(key)).toBe(1);
  });

  it("is aborted when another process has taken over the claim, before it continues", async () => {
    const key = "stopped";
    let begun = () => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const first = replies().answerOnce(one, post(key, true), async (ctx) => {
      begun();
      await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
      if (!ctx.signal.aborted) await effect(ctx, key);
      return { status: 200, body: "{}" };
    });
    const outcome = first.catch((error) => error);
    await started;
    // As when its process was stopped for longer than the claim lasts. It may be renewed in between.
    let taken: unknown = null;
    while (taken === null) {
      await other.db
        .updateTable("idempotency_keys")
        .set({ claimed_at: new Date(0) })
        .where("status", "is", null)
        .execute();
      taken = await replies()
        .answerOnce(other, post(key, true), async (ctx) => {
          await effect(ctx, key);
          return { status: 200, body: '{"by":"the second"}' };
        })
        .catch(() => null);
    }
    expect(taken).toMatchObject({ replayed: false, body: '{"by":"the second"}' });
    expect(await outcome).toMatchObject({ code: "conflict" });
    expect(await effects(key)).toBe(1);
  });

  it("is aborted when it cannot renew its claim", async () => {
    const away = { ...one, db: { ...one.db } as unknown as Context["db"] };
    const { db } = one;
    let isAway = false;
    away.db = new Proxy(db, {
      get: (target, name) => {
        if (isAway && name === "updateTable") throw new Error("the database is away");
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const began = performance.now();
    await replies()
      .answerOnce(away, post("unreachable", true), async (ctx) => {
        isAway = true;
        await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
        isAway = false;
        return { status: 503, body: "{}" };
      })
      .catch(() => {});
    // Before another process may take it over.
    expect(performance.now() - began).toBeLessThan(CLAIM_MS * 5);
  });
});
