import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const MIGRATION = new URL("../../migrations/0038-history-and-days.sql", import.meta.url);

describe("Listings that were imported before the upgrade", () => {
  let lintel: TestApp;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    const counted = (ListingId: string, StateOrProvince: string) =>
      home({ ListingId, StateOrProvince, DaysOnMarket: 10 });
    market = await openMarket(lintel, "upgraded", [
      counted("EVENING", "ID"),
      counted("EAST", "NY"),
      counted("NOON", "ID"),
      counted("TOUCHED", "ID"),
    ]);
  });
  afterAll(() => lintel.close());

  const migrate = async () => {
    const text = await readFile(MIGRATION, "utf8");
    for (const statement of text.split(";").filter((each) => each.trim() !== "")) {
      await sql.raw(statement).execute(lintel.database.db);
    }
  };

  it("count their days from the day that it was where they are", async () => {
    const { db } = lintel.database;
    const stored = (id: string, day: string, time: string) =>
      sql`update listings set feed_days_on_market_day = ${day}::date, updated_at = ${time}::timestamptz
        where listing_id = ${id}`.execute(db);
    // 20:00 in Boise and 22:00 in New York were the next day already by UTC.
    await stored("EVENING", "2026-06-02", "2026-06-02T02:00:00Z");
    await stored("EAST", "2026-06-02", "2026-06-02T02:00:00Z");
    await stored("NOON", "2026-06-02", "2026-06-02T18:00:00Z");
    await stored("TOUCHED", "2026-06-02", "2026-06-09T02:00:00Z");
    await migrate();
    const { rows } = await sql<{ listing_id: string; day: string }>`
      select listing_id, feed_days_on_market_day::text as day from listings order by listing_id`.execute(db);
    expect(rows).toEqual([
      { listing_id: "EAST", day: "2026-06-01" },
      { listing_id: "EVENING", day: "2026-06-01" },
      { listing_id: "NOON", day: "2026-06-02" },
      { listing_id: "TOUCHED", day: "2026-06-02" },
    ]);
  });

  it("tell of their past what the status alone allows", async () => {
    await sql`insert into listing_history (listing_id, event, occurred_on, price, status, was_shown)
      select id, v.event, v.day::date, v.price, v.status, true
      from listings, (values
        ('status_changed', '2030-01-02', 510000, 'Hold'),
        ('price_changed', '2030-01-03', 520000, 'Active'),
        ('status_changed', '2030-01-04', 530000, 'Active'),
        ('price_changed', '2030-01-05', 540000, 'Active')
      ) v (event, day, price, status)
      where listing_id = 'NOON'`.execute(lintel.database.db);
    await migrate();
    const { body } = await market.get("/api/properties/NOON");
    const history = body.history.map(({ price, status }: { price: number; status: string }) => [
      price,
      status,
    ]);
    expect(history.slice(0, 3)).toEqual([
      [540_000, "Active"],
      [530_000, "Active"],
      [expect.anything(), "Off Market"],
    ]);
    expect(JSON.stringify(history)).not.toContain("520000");
  });
});
