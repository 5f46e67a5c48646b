import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitors, type Visitor, type VisitorFixture } from "../../../test/harness/visitor-fixture.ts";
import { deleteInactiveSessions } from "../index.ts";

const DAY = 86_400_000;

describe("forgetSessions", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openVisitors(lintel, "forgetting");
  });
  afterAll(() => lintel.close());

  const isThere = async (visitor: Visitor) => (await visitor.call("/sessions/preferences")).status === 200;
  const stored = async (table: "visitor_sessions" | "visitor_events" | "visitor_listings") =>
    (await lintel.database.db.selectFrom(table).selectAll().execute()).length;

  it("deletes a session 30 days after its last activity, with its events, and not before", async () => {
    const [quiet, reader, busy] = [
      await brokerage.startSession(),
      await brokerage.startSession(),
      await brokerage.startSession(),
    ];
    await quiet.view(...brokerage.eagle);
    lintel.clock.advance(20 * DAY);
    expect(await isThere(reader)).toBe(true);
    await busy.view(...brokerage.nampa);
    lintel.clock.advance(10 * DAY - 1000);
    await deleteInactiveSessions(lintel.ctx);
    expect(await stored("visitor_sessions")).toBe(3);
    lintel.clock.advance(1000);
    // It is gone to every caller as soon as its time is over, whenever the job comes round.
    expect(await isThere(quiet)).toBe(false);
    expect(await deleteInactiveSessions(lintel.ctx)).toBe(1);
    expect(await stored("visitor_events")).toBe(8);
    expect(await stored("visitor_listings")).toBe(8);
    expect([await isThere(reader), await isThere(busy)]).toEqual([true, true]);
  });

  it("deletes any number of sessions, in batches", async () => {
    const now = lintel.clock.now();
    await lintel.database.db
      .insertInto("visitor_sessions")
      .values(
        Array.from({ length: 450 }, () => ({
          id: crypto.randomUUID(),
          brokerage_id: brokerage.id,
          created_at: now,
          last_activity_at: now,
        })),
      )
      .execute();
    lintel.clock.advance(31 * DAY);
    expect(await deleteInactiveSessions(lintel.ctx)).toBeGreaterThanOrEqual(450);
    expect(await stored("visitor_sessions")).toBe(0);
  });
});
