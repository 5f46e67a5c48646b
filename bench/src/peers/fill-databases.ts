import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { ListingRow } from "../../../server/src/listings/search-index/listing-index.ts";
import { createKysely } from "../../../server/src/platform/database/database.ts";
import { migrate } from "../../../server/src/platform/database/migrate.ts";
import { createPool } from "../../../server/src/platform/database/pool.ts";
import { openSqlite, type SqliteStatement } from "../../peers/open-sqlite.ts";
import { syntheticListings } from "../synthetic-listings.ts";

const SCHEMA = fileURLToPath(new URL("../../peers/schema.sql", import.meta.url));
const BATCH = 20_000;
const PHOTOS = 10;
const FIRST_DAY = Date.UTC(1970, 0, 1);

const COLUMNS: Record<string, { type: string; value: (row: ListingRow) => unknown }> = {
  listing_key: { type: "text", value: (row) => row.listingId },
  listing_id: { type: "text", value: (row) => row.listingId },
  list_price: { type: "numeric", value: (row) => row.price },
  beds: { type: "integer", value: (row) => row.beds },
  baths: { type: "numeric", value: (row) => row.baths },
  sqft: { type: "integer", value: (row) => row.sqft },
  lot_size_acres: { type: "float8", value: (row) => Number(row.acres?.toFixed(2)) },
  year_built: { type: "integer", value: (row) => row.yearBuilt },
  address: { type: "text", value: (row) => row.address },
  city: { type: "text", value: (row) => row.city },
  state: { type: "text", value: (row) => row.state },
  zip: { type: "text", value: (row) => row.zip },
  county: { type: "text", value: (row) => row.county },
  latitude: { type: "float8", value: (row) => Number(row.lat?.toFixed(6)) },
  longitude: { type: "float8", value: (row) => Number(row.lng?.toFixed(6)) },
  property_type: { type: "text", value: (row) => row.type },
  property_subtype: { type: "text", value: (row) => row.subtype },
  status: { type: "text", value: (row) => row.status },
  list_date: {
    type: "date",
    value: (row) => new Date(FIRST_DAY + row.listDay! * 86_400_000).toISOString().slice(0, 10),
  },
};

/** Migrates an empty database, writes the listings with ten photos each, and copies them into the table of the peers. */
export async function fillPostgres(url: string, count: number): Promise<void> {
  const product = createKysely(createPool({ target: { url }, maxConnections: 1 }));
  await migrate(product);
  await product.destroy();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("insert into sources (name) values ('synthetic')");
    // The peers know no agents and offices.
    await client.query("insert into source_rules (source_id, attribution) values (1, false)");
    const names = Object.keys(COLUMNS);
    const arrays = names.map((name, at) => `$${at + 1}::${COLUMNS[name]!.type}[]`);
    let batch: ListingRow[] = [];
    const store = async () => {
      await client.query({
        name: "listings",
        text: `insert into listings (source_id, content_hash, photos_hash, reso_property_type, ${names.join(", ")})
          select 1, '', '', 'Residential', * from unnest(${arrays.join(", ")})`,
        values: Object.values(COLUMNS).map(({ value }) => batch.map(value)),
      });
      batch = [];
    };
    for (const row of syntheticListings(count)) {
      batch.push(row);
      if (batch.length === BATCH) await store();
    }
    if (batch.length > 0) await store();
    for (let from = 1; from <= count; from += BATCH) {
      await client.query(
        `insert into listing_photos (listing_id, position, url)
        select id, nth, 'https://photos.example.test/mls/2026/' || listing_id || '/' || nth || '-1600x1067.jpg'
        from listings, generate_series(0, ${PHOTOS - 1}) nth
        where id >= $1 and id < $1 + ${BATCH}`,
        [from],
      );
    }
    // Documents and photos count as indexed: only listing searches are measured.
    await client.query(
      `insert into change_cursors (name, revision)
      select name, (select max(revision) from listings) from unnest(array['listing documents', 'listing images']) name
      on conflict (name) do update set revision = excluded.revision`,
    );
    await client.query(await readFile(SCHEMA, "utf8"));
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

const SQLITE_SCHEMA = `
  create table listings (
    id integer primary key,
    listing_id text not null unique,
    list_price real, beds integer, baths real, sqft integer, lot_size_acres real, year_built integer,
    address text, city text, state text, zip text, county text, latitude real, longitude real,
    property_type text not null, status text not null, list_date text, sold_date text, photos text not null
  )`;
const SQLITE_INDEXES = `
  create index listings_box on listings (status, latitude, longitude, list_price, beds, baths, list_date, listing_id);
  create index listings_newest on listings (status, list_date desc, listing_id, latitude, longitude, list_price, beds, baths);
  create index listings_facets on listings (latitude, longitude, status, list_price, beds, baths, city, zip);
  analyze`;

/** Copies the table of the peers into a new SQLite file, in the same order. */
export async function fillSqlite(url: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const sqlite = await openSqlite(file);
  try {
    sqlite.exec("pragma journal_mode = wal; pragma synchronous = off");
    sqlite.exec(SQLITE_SCHEMA);
    const columns = `listing_id, list_price, beds, baths, sqft, lot_size_acres, year_built, address, city, state, zip, county, latitude,
      longitude, property_type, status, list_date::text, sold_date::text, to_json(photos)::text as photos`;
    let insert: SqliteStatement | undefined;
    for (let after = ""; ; ) {
      const { rows } = await client.query(
        `select ${columns} from peers.listings where listing_id > $1 order by listing_id limit ${BATCH}`,
        [after],
      );
      if (rows.length === 0) break;
      const names = Object.keys(rows[0]);
      insert ??= sqlite.prepare(
        `insert into listings (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
      );
      sqlite.exec("begin");
      for (const row of rows) insert.run(...Object.values(row));
      sqlite.exec("commit");
      after = rows.at(-1).listing_id;
    }
    sqlite.exec(SQLITE_INDEXES);
  } finally {
    sqlite.close();
    await client.end();
  }
}
