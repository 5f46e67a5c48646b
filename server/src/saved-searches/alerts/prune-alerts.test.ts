import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAlertMail, openSearches, type SearchesFixture } from "../../../test/harness/searches-fixture.ts";
import { pruneAlerts } from "../index.ts";

const DAY = 86_400_000;

describe("pruneAlerts", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  beforeAll(async () => {
    mail = await openAlertMail();
    north = await openSearches(mail.lintel, "north");
  });
  afterAll(() => mail.close());

  const rowsOf = async (
    table: "search_events" | "search_alerts" | "listing_states" | "search_confirmations",
  ) => (await mail.lintel.database.db.selectFrom(table).selectAll().execute()).length;

  it("deletes events after 90 days, alerts after 180, and listings that are gone for 90", async () => {
    const token = await north.signIn("ada@visitors.test");
    await north.save(token, { filters: { city: ["Boise"] }, frequency: "instant" });
    await north.import({ ListingId: "N-1" }, { ListingId: "N-2" });
    await north.send();
    await mail.lintel.database.db.deleteFrom("listings").where("listing_id", "=", "N-2").execute();
    await north.match();
    const prune = async (days: number) => {
      mail.lintel.clock.advance(days * DAY);
      await pruneAlerts(mail.lintel.ctx);
    };
    await prune(89);
    expect([await rowsOf("search_events"), await rowsOf("listing_states")]).toEqual([2, 2]);
    await prune(2);
    expect([await rowsOf("search_events"), await rowsOf("listing_states")]).toEqual([0, 1]);
    expect(await rowsOf("search_alerts")).toBe(1);
    await prune(90);
    expect(await rowsOf("search_alerts")).toBe(0);
  });

  it("ends a mail whose row of the ledger is gone, and leaves nothing that waits for it", async () => {
    const { db } = mail.lintel.database;
    const token = await north.signIn("gone@visitors.test");
    await north.save(token, { filters: { city: ["Gone"] }, frequency: "instant" });
    await north.import({ ListingId: "gone-1", City: "Gone" });
    await db.deleteFrom("messages").where("recipient", "=", "gone@visitors.test").execute();
    mail.lintel.clock.advance(2 * DAY);
    await pruneAlerts(mail.lintel.ctx);
    const open = await db.selectFrom("search_alerts").select("id").where("finished_at", "is", null).execute();
    const waiting = await db.selectFrom("search_events").select("id").where("pending", "=", true).execute();
    expect([open, waiting]).toEqual([[], []]);
  });

  it("keeps the 2,000 newest events of a client that no alert is to tell", async () => {
    const { db } = mail.lintel.database;
    await north.signIn("many@visitors.test");
    const { id } = await db
      .selectFrom("clients")
      .select("id")
      .where("email", "=", "many@visitors.test")
      .executeTakeFirstOrThrow();
    await sql`
      insert into search_events (client_id, listing_id, revision, kinds, search_ids, of_favorite, new_for, status, part, occurred_at,
        ready_at, pending)
      select ${id}, nth, nth, '{new}', '{}', false, '{1}', 'Active', 'at_once', ${mail.lintel.clock.now()}, ${mail.lintel.clock.now()}, nth <= 5
      from generate_series(1, 2205) as nth`.execute(db);
    await pruneAlerts(mail.lintel.ctx);
    const { rows } = await sql<{ pending: number; others: number; oldest: number }>`
      select count(*) filter (where pending)::integer as pending, count(*) filter (where not pending)::integer as others,
        min(listing_id) filter (where not pending)::integer as oldest
      from search_events
      where client_id = ${id}`.execute(db);
    expect(rows).toEqual([{ pending: 5, others: 2000, oldest: 206 }]);
  });
});
