import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { importFile } from "../../src/listings/index.ts";
import type { Db } from "../../src/platform/database/database.ts";
import type { TestApp } from "../harness/test-app.ts";
import { diversify } from "./diversify.ts";
import { type ListingRow, readListingRows } from "./listing-rows.ts";
import { SeededRandom } from "./seeded-random.ts";

const FILE = fileURLToPath(new URL("../../../examples/king-county/kc_house_data.csv.gz", import.meta.url));
const MAP = fileURLToPath(new URL("../../../examples/king-county/map.json", import.meta.url));

/** A brokerage and the sources it subscribes to; null: it has no subscriptions, so all. */
export type Subscriber = { id: number; host: string; sourceIds: readonly number[] | null };

export type KingCounty = { rows: ListingRow[]; subscribers: Subscriber[] };

/**
 * Imports the county's house sales as one source, and parts of them again as two more, whose listing ids therefore
 * clash and get their source's name in front; makes the rows diverse; and creates brokerages with all, two, one and
 * none of the sources' listings.
 *
 * @param nth of the first source: 1 imports every sale, 3 every third.
 */
export async function loadKingCounty(lintel: TestApp, seed: number, nth: number): Promise<KingCounty> {
  const { db } = lintel.database;
  await importSales(lintel, "king-county", await everyNthSale(lintel, nth));
  await importSales(lintel, "East-MLS", await everyNthSale(lintel, 9));
  await importSales(lintel, "west-mls", await everyNthSale(lintel, 7));
  await db.insertInto("sources").values({ name: "empty-mls" }).execute();
  await addPrices(db);
  await addOpenHouses(db);
  await addPartiesAndPhotos(db);
  await diversify(db, new SeededRandom(seed));
  await sql`analyze listings`.execute(db);
  await lintel.services.listings.index.catchUp();

  const subscribers = [
    await subscriber(lintel, "everything", null),
    await subscriber(lintel, "two-sources", ["king-county", "west-mls"]),
    await subscriber(lintel, "one-source", ["East-MLS"]),
    await subscriber(lintel, "no-listings", ["empty-mls"]),
  ];
  lintel.services.brokerages.tenants.forget();
  return { rows: await readListingRows(db), subscribers };
}

/** A third of the listings have had other prices in the last weeks, some of which the public has not seen. */
async function addPrices(db: Db): Promise<void> {
  await sql`
    insert into listing_history (listing_id, event, occurred_on, price, status, was_shown)
    select id, (array['listed', 'price_changed', 'price_changed', 'status_changed'])[1 + nth],
      date '2026-06-16' - (id * 7 + nth * nth * 13)::integer % 60, list_price + ((id * 31 + nth * 17) % 7 - 3) * 15000,
      'Active', (id + nth) % 5 > 0
    from listings, generate_series(0, 3) nth
    where id % 3 = 0
    on conflict do nothing`.execute(db);
}

/** Of whole days, of which none begins or ends near the present. */
async function addOpenHouses(db: Db): Promise<void> {
  await sql`
    insert into open_houses (source_id, open_house_key, listing_key, date, status, type)
    select source_id, id || '-' || nth, listing_key,
      case when (id + nth) % 4 = 0 then date '2026-06-05' else date '2026-06-18' + (id * nth % 9)::integer end,
      (array['Active', 'Active', 'Active', 'Canceled', 'Ended'])[1 + (id * 3 + nth) % 5],
      (array[null, 'Public', 'Public', 'Broker', 'Office'])[1 + (id * 7 + nth) % 5]
    from listings, generate_series(1, 2) nth
    where id % 6 = 0`.execute(db);
}

/** Some listings get an office, an agent or a photo; their revisions come with the changes after this. */
async function addPartiesAndPhotos(db: Db): Promise<void> {
  await sql`
    insert into feed_offices (source_id, office_key, record_name)
    select id, office, office from sources, unnest(array['Office 1', 'Office, 2']) office`.execute(db);
  await sql`
    insert into feed_agents (source_id, member_key, record_name)
    select id, 'Agent ' || nth, 'Agent ' || nth from sources, generate_series(1, 12) nth`.execute(db);
  await sql`
    update listings set
      list_office_id = (
        select id from feed_offices o where o.source_id = listings.source_id order by id offset listings.id % 3 limit 1
      ),
      list_agent_id = (
        select id from feed_agents a where a.source_id = listings.source_id order by id offset listings.id % 14 limit 1
      )`.execute(db);
  await sql`
    insert into listing_photos (listing_id, position, url)
    select id, 0, 'https://photos.example.com/' || id from listings where id % 4 > 0`.execute(db);
}

/** A day in the life of the listings: some change, a few go, and a new source comes. */
export async function changeKingCounty(
  lintel: TestApp,
  county: KingCounty,
  seed: number,
): Promise<KingCounty> {
  const { db } = lintel.database;
  await diversify(db, new SeededRandom(seed), 0.05);
  await importSales(lintel, `new-mls-${seed}`, await everyNthSale(lintel, 60));
  await lintel.services.listings.index.catchUp();
  return { ...county, rows: await readListingRows(db) };
}

async function importSales(lintel: TestApp, source: string, file: string): Promise<void> {
  const report = await importFile(lintel.ctx, { file, map: MAP, source }, () => {});
  if (report.rejected > 0 || report.created === 0)
    throw new Error(`The import failed: ${JSON.stringify(report)}`);
}

/** A part of the county's file, as a file of its own. */
async function everyNthSale(lintel: TestApp, n: number): Promise<string> {
  const lines = gunzipSync(await readFile(FILE))
    .toString("utf8")
    .split("\n");
  const file = join(lintel.database.dataDir, `every-${n}th-sale.csv`);
  await writeFile(file, lines.filter((_, at) => at % n === 0).join("\n"));
  return file;
}

async function subscriber(lintel: TestApp, slug: string, sources: string[] | null): Promise<Subscriber> {
  const { db } = lintel.database;
  const { id, host } = await lintel.createTenant(slug);
  if (sources === null) return { id, host, sourceIds: null };
  const found = await db.selectFrom("sources").select("id").where("name", "in", sources).execute();
  const sourceIds = found.map((source) => source.id);
  const subscriptions = sourceIds.map((source_id) => ({ brokerage_id: id, source_id }));
  await db.insertInto("brokerage_sources").values(subscriptions).execute();
  return { id, host, sourceIds };
}
