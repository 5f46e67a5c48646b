import { describe, expect, it, vi } from "vitest";
import { openTestDatabase } from "../../test/harness/test-database.ts";
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
});
