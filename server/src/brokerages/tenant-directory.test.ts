import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../test/harness/test-database.ts";
import { readConfig } from "../platform/config/config.ts";
import type { Platform } from "../platform/context.ts";
import { brokerageServices } from "./services.ts";
import { TenantDirectory } from "./tenant-directory.ts";

describe("TenantDirectory", () => {
  it("goes on with the last answer while the database is away", async () => {
    const database = await openTestDatabase();
    const { id } = await database.db
      .insertInto("brokerages")
      .values({ slug: "calm", name: "Calm" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const tenants = new TenantDirectory(database.db);
    expect((await tenants.byId(id)).brokerageId).toBe(id);
    await database.db.destroy();
    // Past the second for which an answer is fresh.
    vi.useFakeTimers({ toFake: ["performance"], now: Date.now() });
    vi.advanceTimersByTime(1100);
    expect((await tenants.byId(id)).brokerageId).toBe(id);
    vi.useRealTimers();
    await expect(tenants.byId(id + 1)).rejects.toThrow();
    await database.close().catch(() => {});
  });

  it("sees a change of its own process at once, after forget", async () => {
    const database = await openTestDatabase();
    const tenants = new TenantDirectory(database.db);
    await expect(tenants.byDomain("new.test")).rejects.toThrow("Brokerage not found");
    const { id } = await database.db
      .insertInto("brokerages")
      .values({ slug: "new", name: "New" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto("brokerage_domains")
      .values({ brokerage_id: id, domain: "new.test" })
      .execute();
    tenants.forget();
    expect((await tenants.byDomain("new.test")).brokerageId).toBe(id);
    await expect(tenants.byDomain(null)).rejects.toThrow("Missing Host header");
    await database.close();
  });

  it("knows <slug>.localhost only where the public do not reach the program", async () => {
    const database = await openTestDatabase();
    await database.db.insertInto("brokerages").values({ slug: "near", name: "Near" }).execute();
    const find = (publicApiUrl: string) => {
      const config = readConfig({ PUBLIC_API_URL: publicApiUrl });
      const platform = { config, db: database.db, embedded: false } as Platform;
      return brokerageServices(platform, { timeZoneOf: async () => "UTC" }).brokerages.tenants.byDomain(
        "near.localhost",
      );
    };
    for (const own of ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])
      expect((await find(own)).domain).toBe("near.localhost");
    await expect(find("https://api.homes.test")).rejects.toThrow("Brokerage not found");
    await database.close();
  });

  it("does not keep an answer that was on its way when something changed", async () => {
    const database = await openTestDatabase();
    const { promise: mayArrive, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: lookupArrived, resolve: arrived } = Promise.withResolvers<void>();
    const slow = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        arrived();
        await mayArrive;
        return result;
      },
    });
    const tenants = new TenantDirectory(slow);
    const lookup = tenants.byDomain("racing.test");
    await lookupArrived;
    const { id } = await database.db
      .insertInto("brokerages")
      .values({ slug: "racing", name: "Racing" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto("brokerage_domains")
      .values({ brokerage_id: id, domain: "racing.test" })
      .execute();
    tenants.forget();
    arrive();
    expect((await lookup).brokerageId).toBe(id);
    expect((await tenants.byDomain("racing.test")).brokerageId).toBe(id);
    await database.close();
  });

  describe("during a database query", () => {
    let database: TestDatabase;
    let id: number;
    const advance = async (milliseconds: number) => {
      vi.advanceTimersByTime(milliseconds);
      // lru-cache reads the clock once a real millisecond.
      await setTimeout(5);
    };
    beforeEach(async () => {
      database = await openTestDatabase();
      ({ id } = await database.db
        .insertInto("brokerages")
        .values({ slug: "busy", name: "Busy" })
        .returning("id")
        .executeTakeFirstOrThrow());
      vi.useFakeTimers({ toFake: ["performance"], now: Date.now() });
      // For lru-cache, what was stored at 0 never expires.
      await advance(1);
    });
    afterEach(async () => {
      vi.useRealTimers();
      await database.close();
    });

    /** A directory whose queries are counted and answered only while the gate is open. */
    const openDirectory = (options?: { singleWriter: boolean }) => {
      const gate = { queries: 0, open: () => {}, opened: Promise.resolve() };
      const db = database.db.withPlugin({
        transformQuery: ({ node }) => {
          gate.queries++;
          return node;
        },
        async transformResult({ result }) {
          await gate.opened;
          return result;
        },
      });
      const close = () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        Object.assign(gate, { opened: promise, open: resolve });
      };
      return { tenants: new TenantDirectory(db, options), gate, close };
    };
    const disable = () =>
      database.db.updateTable("brokerages").set({ disabled_at: new Date() }).where("id", "=", id).execute();

    it("answers from memory up to a second, and sends one query for all", async () => {
      const { tenants, gate, close } = openDirectory();
      await tenants.byId(id);
      close();
      await advance(600);
      for (let nth = 0; nth < 5; nth++) expect((await tenants.byId(id)).brokerageId).toBe(id);
      expect(gate.queries).toBe(2);
      await advance(401);
      const answered = vi.fn();
      const lookup = tenants.byId(id).then(answered);
      await new Promise(setImmediate);
      expect(answered).not.toHaveBeenCalled();
      gate.open();
      await lookup;
      expect(gate.queries).toBe(2);
    });

    it("does not serve a brokerage that another process has disabled longer than a second", async () => {
      const { tenants, gate, close } = openDirectory();
      await tenants.byId(id);
      await disable();
      close();
      await advance(999);
      expect((await tenants.byId(id)).brokerageId).toBe(id);
      await advance(1);
      const lookup = tenants.byId(id);
      gate.open();
      await expect(lookup).rejects.toThrow("Brokerage not found");
    });

    it("sees the change behind an answer from memory as soon as the database has answered", async () => {
      const { tenants } = openDirectory({ singleWriter: true });
      await tenants.byId(id);
      await disable();
      await advance(600);
      expect((await tenants.byId(id)).brokerageId).toBe(id);
      await vi.waitFor(() => expect(tenants.byId(id)).rejects.toThrow("Brokerage not found"), 20_000);
    });

    it("answers ten seconds from memory where no other process writes, but not past a change of its own", async () => {
      const { tenants, gate, close } = openDirectory({ singleWriter: true });
      await tenants.byId(id);
      close();
      await advance(9000);
      expect((await tenants.byId(id)).brokerageId).toBe(id);
      await disable();
      tenants.forget();
      const lookup = tenants.byId(id);
      gate.open();
      await expect(lookup).rejects.toThrow("Brokerage not found");
    });
  });
});
