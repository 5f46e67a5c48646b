import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { home, subscribe } from "../../../test/harness/market.ts";
import {
  openAlertMail,
  openSearches,
  SEARCHES,
  type SearchesFixture,
} from "../../../test/harness/searches-fixture.ts";

const DAY = 86_400_000;

describe("matchChanges", () => {
  let mail: Awaited<ReturnType<typeof openAlertMail>>;
  let north: SearchesFixture;
  let token: string;
  let made = 0;
  beforeAll(async () => {
    mail = await openAlertMail();
  });
  afterAll(() => mail.close());
  beforeEach(async () => {
    await mail.lintel.database.db.deleteFrom("saved_searches").execute();
    north = await openSearches(mail.lintel, `north-${++made}`);
    token = await north.signIn(`ada-${made}@visitors.test`);
  });

  const subjects = async () => {
    await north.send();
    return (await mail.mailsTo(`ada-${made}@visitors.test`)).map(({ subject }) => subject);
  };
  const id = (name: string) => `N-${made}-${name}`;
  const place = { UnparsedAddress: "12 Main St", PostalCode: "83702" };

  it("mails a listing that begins to match an instant search", async () => {
    await north.import({ ListingId: id("1"), ListPrice: 390_000 });
    const saved = await north.save(token, {
      filters: { city: ["Boise"], max_price: 400_000 },
      frequency: "instant",
    });
    expect([saved.status, saved.body]).toMatchObject([201, { total: 1, new_count: 0, frequency: "instant" }]);
    await north.import({ ListingId: id("2"), ListPrice: 380_000, ...place });
    expect(await subjects()).toEqual(["New: 12 Main St, Boise, ID 83702, $380,000"]);
  });

  it("tells the first search of the next change of a listing that was there before", async () => {
    await north.import({ ListingId: id("1"), ListPrice: 500_000, ...place });
    await north.save(token, { filters: { city: ["Boise"] }, frequency: "instant" });
    await north.import({ ListingId: id("1"), ListPrice: 485_000, ...place });
    mail.lintel.clock.advance(3_600_000);
    expect(await subjects()).toEqual(["\u2212$15,000: 12 Main St, Boise, ID 83702, $485,000"]);
  });

  it("knows homes of the last 90 days, although no search was there meanwhile", async () => {
    const saved = await north.save(token, { filters: { city: ["Boise"] } });
    await north.import({ ListingId: id("1"), ...place });
    await mail.lintel.call(`${SEARCHES}/${saved.body.id}`, { ...north.as(token), method: "DELETE" });
    await north.import({ ListingId: id("1"), StandardStatus: "Withdrawn", ...place });
    mail.lintel.clock.advance(80 * DAY);
    await north.save(token, { filters: { city: ["Boise"] }, frequency: "instant" });
    await north.import({ ListingId: id("2"), ...place });
    expect(await subjects()).toEqual([]);
    mail.lintel.clock.advance(DAY);
    await north.import({ ListingId: id("3"), UnparsedAddress: "14 Main St", PostalCode: "83702" });
    expect(await subjects()).toEqual(["New: 14 Main St, Boise, ID 83702, $400,000"]);
  });

  it("takes a home for relisted only where the brokerage shows the source that had it", async () => {
    const south = await openSearches(mail.lintel, `south-${made}`);
    await south.import({ ListingId: id("south"), ...place });
    await north.save(token, { filters: { city: ["Boise"] }, frequency: "instant" });
    await north.import({ ListingId: id("1"), ...place });
    expect(await subjects()).toHaveLength(1);
    await subscribe(mail.lintel, north.id, [north.source, south.source]);
    await south.import({ ListingId: id("moved"), UnparsedAddress: "7 Oak St", PostalCode: "83702" });
    expect(await subjects()).toHaveLength(2);
    await north.import({ ListingId: id("2"), UnparsedAddress: "7 Oak St", PostalCode: "83702" });
    expect(await subjects()).toHaveLength(2);
  });

  it("takes a home that was sold more than 90 days ago for new, although the sale is still shown", async () => {
    await north.save(token, { filters: { city: ["Boise"], status: ["Active"] }, frequency: "instant" });
    await north.import({ ListingId: id("1"), StandardStatus: "Closed", CloseDate: "2025-01-15", ...place });
    await north.import({ ListingId: id("2"), ...place });
    expect(await subjects()).toEqual(["New: 12 Main St, Boise, ID 83702, $400,000"]);
  });

  it("stores what one change means to more clients than a statement has parameters for", async () => {
    const { db } = mail.lintel.database;
    await sql`
      with added as (
        insert into clients (brokerage_id, email, created_at)
        select ${north.id}, 'many-' || nth || '@visitors.test', now() from generate_series(1, 6000) nth
        returning id
      )
      insert into saved_searches (brokerage_id, client_id, given_filters, criteria, frequency, channels, events, matching_since,
        matching_after, created_at, updated_at)
      select ${north.id}, id, '{"city": ["Boise"]}', '{"filters": {"state": "any"}}', 'daily', '{email}', '{new}', now(), 0, now(), now()
      from added`.execute(db);
    await mail.lintel.importListings(north.source, [
      home({ ListingId: id("1") }),
      home({ ListingId: id("2"), UnparsedAddress: "9 Elm St" }),
    ]);
    expect(await north.match()).toBe(2);
    const { rows } = await sql<object>`
      select (select count(*)::integer from messages where kind = 'search_alert' and brokerage_id = ${north.id}) as mails,
        (select count(*)::integer from search_events join clients on clients.id = client_id where brokerage_id = ${north.id}) as events`.execute(
      db,
    );
    expect(rows).toEqual([{ mails: 6000, events: 12_000 }]);
  });
});
