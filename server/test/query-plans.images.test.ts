import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listingReadingsAfter, photosOfPictures } from "../src/images/photos/listing-images.sql.ts";
import { noteReadings } from "../src/images/photos/note-readings.sql.ts";
import { dueReadings, queueReadByOthers } from "../src/images/reading/due-readings.sql.ts";
import { vectorsAfter, visualsAt, withoutVector } from "../src/images/vectors/stored-vectors.sql.ts";
import { photosChangedAfter, publicPhotos } from "../src/listings/index.ts";
import { type PlanWatch, watchPlans } from "./harness/plan-watch.ts";
import { startTestApp, type TestApp } from "./harness/test-app.ts";

const NOW = new Date("2026-06-15T12:00:00Z");

/** On PostgreSQL, with 20,000 listings of five photos, each a picture of its own. */
describe.runIf(process.env.DATABASE_URL)("the plan of every hot query of photos", () => {
  let lintel: TestApp;
  let watch: PlanWatch;
  beforeAll(async () => {
    lintel = await startTestApp();
    watch = watchPlans(lintel);
    await fill();
  });
  afterAll(async () => {
    await watch.close();
    await lintel.close();
  });

  async function fill(): Promise<void> {
    const { db } = lintel.database;
    await sql`insert into sources (name) values ('plans')`.execute(db);
    await sql`
      insert into listings (source_id, listing_key, listing_id, content_hash, photos_hash, property_type,
        reso_property_type, status, description)
      select 1, 'key-' || n, 'id-' || n, '', '', 'Residential', 'Residential', 'Active', repeat('words ', 100)
      from generate_series(1, 20000) n`.execute(db);
    await sql`
      insert into listing_photos (listing_id, position, url)
      select id, n, 'https://photos.test/' || id || '/' || n from listings, generate_series(0, 4) n`.execute(
      db,
    );
    await sql`
      insert into image_readings (key, url, status, retry_at, read_by, read_at)
      select sha256(url::bytea), url, case when id % 1000 = 0 then 'pending' else 'read' end, '2026-01-01', 'm', now()
      from listing_photos`.execute(db);
    await sql`
      insert into image_vectors (reading_id, kind, model, revision, dimensions, vector)
      select id, kind, 'm', nextval('image_revisions'), 4, '\\x0000000000000000'
      from image_readings, unnest(array['visual', 'description']) kinds (kind)`.execute(db);
    await sql`
      insert into listing_images (listing_id, revision, photo_ids, reading_ids)
      select listing_id, nextval('image_revisions'), array_agg(id), array_agg(id::integer)
      from listing_photos
      group by listing_id`.execute(db);
    await sql`
      insert into listing_tombstones (listing_id, revision)
      select 100000 + n, n from generate_series(1, 5000) n`.execute(db);
    await sql`analyze`.execute(db);
  }

  const models = { visual: "m", description: "m", vision: "m" };

  it.each<[string, (db: PlanWatch["db"]) => Promise<unknown>, string[]]>([
    [
      "photosChangedAfter",
      (db) => photosChangedAfter(db, 19_900, 200),
      ["listing_photos_listing_id_url_key", "listing_tombstones_revision", "listings_revision"],
    ],
    ["publicPhotos", (db) => publicPhotos(db, [1, 2, 3]), ["listing_photos_pkey", "listings_pkey"]],
    [
      "noteReadings",
      (db) => noteReadings(db, [{ url: "x", caption: null, image_of: null }], NOW),
      ["image_readings_key_key"],
    ],
    ["listingReadingsAfter", (db) => listingReadingsAfter(db, 219_000, 2000), ["listing_images_revision"]],
    [
      "photosOfPictures",
      (db) => photosOfPictures(db, [{ listingId: 1, readingId: 1 }]),
      ["listing_images_pkey"],
    ],
    [
      "dueReadings",
      (db) => dueReadings(db, { models, now: NOW, limit: 100 }),
      ["image_readings_due", "image_vectors_pkey"],
    ],
    [
      "queueReadByOthers",
      (db) => queueReadByOthers(db, { readBy: "m", now: NOW, limit: 1000 }),
      ["image_readings_pkey", "image_readings_read_by"],
    ],
    [
      "vectorsAfter",
      (db) => vectorsAfter(db, { kind: "visual", model: "m", revision: 190_000, limit: 500 }),
      ["image_vectors_revision"],
    ],
    [
      "visualsAt",
      (db) => visualsAt(db, { model: "m", addresses: ["a", "b"] }),
      ["image_readings_url", "image_vectors_pkey"],
    ],
    [
      "withoutVector",
      (db) => withoutVector(db, { kind: "visual", model: "m", readingIds: [1, 2, 3] }),
      ["image_vectors_pkey"],
    ],
  ])("%s goes by its indexes", async (_, run, indexes) => {
    expect(await watch.planOf(run)).toEqual({ indexes, tableScans: [] });
  });
});
