import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { type Announcement, amendPending, announce, suppressEvents, takeEvents } from "./index.ts";

describe("announce", () => {
  let lintel: TestApp;
  let ctx: Context;
  beforeAll(async () => {
    lintel = await startTestApp();
    ctx = lintel.ctx;
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    await takeEvents(ctx.db, 1000, new Date());
  });

  const about = (n: number, fields: Partial<Announcement> = {}): Announcement => ({
    event: "image.analyzed",
    subject: `image:${n}`,
    brokerageId: null,
    data: { n },
    ...fields,
  });
  const numbers = async (limit = 1000) =>
    (await takeEvents(ctx.db, limit, new Date())).map(({ data }) => data.n);

  it("stores an event once, with its data and time", async () => {
    await announce(ctx, [
      about(1, { event: "lead.created", subject: "lead:1", brokerageId: 7, data: { name: "Ünal 'x' \\" } }),
      about(2, { sourceId: 3 }),
    ]);
    const rest = { id: expect.any(Number), occurred_at: lintel.clock.now() };
    expect(await takeEvents(ctx.db, 10, new Date())).toEqual([
      {
        ...rest,
        event: "lead.created",
        brokerage_id: 7,
        source_id: null,
        subject: "lead:1",
        data: { name: "Ünal 'x' \\" },
      },
      {
        ...rest,
        event: "image.analyzed",
        brokerage_id: null,
        source_id: 3,
        subject: "image:2",
        data: { n: 2 },
      },
    ]);
    expect(await takeEvents(ctx.db, 10, new Date())).toEqual([]);
  });

  it("keeps the order of a transaction's events, each with its own time", async () => {
    const start = ctx.clock.now();
    await inTransaction(ctx, async (ctx) => {
      await announce(ctx, [about(1), about(2)]);
      lintel.clock.advance(1000);
      await inTransaction(ctx, (ctx) => announce(ctx, [about(3)]));
      await announce(ctx, []);
    });
    const taken = await takeEvents(ctx.db, 10, new Date());
    expect(taken.map(({ data, occurred_at }) => [data.n, occurred_at.getTime() - start.getTime()])).toEqual([
      [1, 0],
      [2, 0],
      [3, 1000],
    ]);
  });

  it("keeps events of concurrent transactions apart", async () => {
    const several = (first: number) =>
      inTransaction(ctx, async (ctx) => {
        for (let n = 0; n < 5; n++) await announce(ctx, [about(first + n)]);
      });
    await Promise.all([several(10), several(20), announce(ctx, [about(1)]), announce(ctx, [about(2)])]);
    const all = (await numbers()) as number[];
    expect(all.toSorted((a, b) => a - b)).toEqual([1, 2, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24]);
    expect(all.filter((n) => n >= 20)).toEqual([20, 21, 22, 23, 24]);
  });

  it("stores no event of a rolled-back transaction, and none twice after a retry", async () => {
    const failing = inTransaction(ctx, async (ctx) => {
      await announce(ctx, [about(1)]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    const unstorable = inTransaction(ctx, async (ctx) => {
      await announce(ctx, [about(2), about(3, { subject: null as never })]);
    });
    await expect(unstorable).rejects.toThrow(/null/);
    expect(await numbers()).toEqual([]);
    await inTransaction(ctx, (ctx) => announce(ctx, [about(2)]));
    expect(await numbers()).toEqual([2]);
  });

  it("fails the whole transaction when events cannot be stored", async () => {
    const unstorable = inTransaction(ctx, async (ctx) => {
      await ctx.db.insertInto("sources").values({ name: "unannounced" }).execute();
      await announce(ctx, [about(1, { subject: null as never })]);
    });
    await expect(unstorable).rejects.toThrow(/null/);
    const kept = ctx.db.selectFrom("sources").select("id").where("name", "=", "unannounced");
    expect(await kept.execute()).toEqual([]);
  });

  it("amends events of the same transaction, and no others", async () => {
    await announce(ctx, [about(1)]);
    await inTransaction(ctx, async (ctx) => {
      await announce(ctx, [about(2), about(3)]);
      for (const n of [1, 2])
        amendPending(ctx, { event: "image.analyzed", subject: `image:${n}`, data: { more: true } });
      amendPending(ctx, { event: "lead.created", subject: "image:3", data: { more: true } });
    });
    expect((await takeEvents(ctx.db, 10, new Date())).map(({ data }) => data)).toEqual([
      { n: 1 },
      { n: 2, more: true },
      { n: 3 },
    ]);
  });

  it("suppresses the events of one transaction, and no others", async () => {
    await inTransaction(ctx, async (ctx) => {
      suppressEvents(ctx);
      await announce(ctx, [about(1)]);
    });
    await inTransaction(ctx, (ctx) => announce(ctx, [about(2)]));
    expect(await numbers()).toEqual([2]);
  });

  it("takes the earliest events up to the limit, and restores them on a rollback", async () => {
    await announce(
      ctx,
      [1, 2, 3, 4, 5].map((n) => about(n)),
    );
    const failing = inTransaction(ctx, async (ctx) => {
      expect(await takeEvents(ctx.db, 3, new Date())).toHaveLength(3);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await numbers(3)).toEqual([1, 2, 3]);
    expect(await numbers(3)).toEqual([4, 5]);
  });
});
