import { sql } from "kysely";
import type { TestApp } from "../harness/test-app.ts";

/** What one statement writes: the database ends one that takes longer than a minute. */
const PART = 100_000;

/**
 * So many listings around forty towns, with documents and features, a tenth of them without a position; then the index is
 * loaded as at a start. Written by the database itself: an import of a million takes its time.
 */
export async function fillMarket(lintel: TestApp, listings: number): Promise<void> {
  const { db } = lintel.database;
  await sql`insert into sources (name) values ('one'), ('two')`.execute(db);
  for (let from = 1; from <= listings; from += PART) {
    await fillPart(lintel, from, Math.min(listings, from + PART - 1));
  }
  await sql`insert into change_cursors (name, revision)
    select 'listing documents', max(revision) from listings`.execute(db);
  await sql`analyze`.execute(db);
  await lintel.services.listings.index.stop();
  await lintel.services.listings.index.start();
}

async function fillPart(lintel: TestApp, from: number, to: number): Promise<void> {
  const { db } = lintel.database;
  await sql`
    insert into listings (source_id, listing_key, listing_id, content_hash, photos_hash, property_type,
      reso_property_type, property_subtype, status, city, county, state, zip, address, list_price, beds, baths, sqft,
      list_date, latitude, longitude, year_built, description)
    select 1 + n % 2, 'key-' || n, 'MLS-' || n, '', '', (array['Residential', 'Residential', 'Land', 'Commercial'])[1 + n % 4],
      'Residential', 'Single Family Residence', (array['Active', 'Active', 'Active', 'Pending', 'Closed'])[1 + n % 5],
      'Town ' || n % 40, 'County ' || n % 8, 'ID', (83000 + n % 300)::text, n % 9000 || ' Alder Street',
      100000 + (n::bigint * 7919) % 1900000, case when n % 4 <> 2 then 1 + n % 6 end, 1 + n % 12 / 4.0, 500 + n % 4500,
      date '2024-01-01' + n % 700, case when n % 10 > 0 then 43 + (n % 40) / 10.0 + (n * 31 % 1000) / 5000.0 end,
      case when n % 10 > 0 then -117 + (n % 7) / 2.0 + (n * 17 % 1000) / 3000.0 end, 1900 + n % 126, 'A house with a yard.'
    from generate_series(${from}::integer, ${to}::integer) n`.execute(db);
  await sql`
    insert into listing_documents (listing_id, revision, content_hash, facts, features, words)
    select id, revision, '', 'A house in ' || city || '.',
      case id % 3 when 0 then array['pool'] when 1 then array['view', 'shop', 'fireplace'] else array['view'] end,
      to_tsvector('english', 'house yard ' || city)
    from listings
    where id between ${from} and ${to}`.execute(db);
}
