import { sql } from "kysely";
import { expect, it } from "vitest";
import { claimDue } from "../src/images/enrichment/claim-due.sql.ts";
import { claimThese } from "../src/images/enrichment/claim-these.sql.ts";
import { isAnyDue, requeueEnrichedByOthers } from "../src/images/enrichment/due-enrichments.ts";
import { enrichmentsById } from "../src/images/enrichment/enrichments-by-id.sql.ts";
import { photosShowing } from "../src/images/enrichment/photos-showing.sql.ts";
import { candidates } from "../src/images/indexing/choice/candidates.sql.ts";
import { imagesOfListings } from "../src/images/indexing/choice/images-of-listings.ts";
import { coverageAfter } from "../src/images/indexing/coverage-after.sql.ts";
import { lastEnrichedAt } from "../src/images/indexing/get-image-index-stats.ts";
import { ensureEnrichments } from "../src/images/photos/ensure-enrichments.ts";
import { listingPicturesAfter, photosOfPictures } from "../src/images/photos/listing-images.ts";
import { placedImages } from "../src/images/photos/placed-images.sql.ts";
import { requeueVisible } from "../src/images/photos/removed-images.ts";
import { enrichedBefore } from "../src/images/photos/reset-replaced.ts";
import { labelsOfPhotos } from "../src/images/records/labels-of-photos.sql.ts";
import { eachPictureInRoom } from "../src/images/records/rooms.ts";
import { descriptionWords } from "../src/images/search/description-words.sql.ts";
import { manualLabelWords } from "../src/images/search/manual-label-words.sql.ts";
import { picturesWithAllWords } from "../src/images/search/pictures-with-all-words.sql.ts";
import { vectorsAfter, visualsAt, withoutVector } from "../src/images/vectors/stored-vectors.ts";
import { photosChangedAfter, photosOfListing, publicPhotos } from "../src/listings/index.ts";
import { fillListings } from "./harness/fill-for-plans.ts";
import { describePlans, type PlanWatch } from "./harness/plan-watch.ts";
import type { TestApp } from "./harness/test-app.ts";

const HOLDER = "11111111-1111-4111-8111-111111111111";
const NOW = new Date("2026-06-15T12:00:00Z");

/** 20,000 listings of five photos, each a picture of its own. */
async function fill({ database: { db } }: TestApp): Promise<void> {
  await fillListings(db, 20_000);
  await sql`
      insert into listing_photos (listing_id, position, url)
      select id, n, 'https://photos.test/' || id || '/' || n from listings, generate_series(0, 4) n`.execute(
    db,
  );
  await sql`
      insert into image_enrichments (key, url, caption, status, retry_at, enriched_by, enriched_at, room_type, room_confidence)
      select sha256(url::bytea), url, 'kitchen number' || id, case when id % 1000 = 0 then 'pending' else 'enriched' end,
        '2026-01-01', 'm', now(), case when id % 20 = 0 then 'garage' else 'kitchen' end, 0.9
      from listing_photos`.execute(db);
  await sql`
      insert into image_vectors (enrichment_id, kind, model, revision, dimensions, vector)
      select id, kind, 'm', nextval('image_revisions'), 4, '\\x0000000000000000'
      from image_enrichments, unnest(array['visual', 'description']) kinds (kind)`.execute(db);
  await sql`
      insert into listing_images (listing_id, revision, photo_ids, enrichment_ids)
      select listing_id, nextval('image_revisions'), array_agg(id), array_agg(id::integer)
      from listing_photos
      group by listing_id`.execute(db);
  await sql`
      insert into image_room_types (photo_id, room_type, confidence, set_by, set_at)
      select id, case when id % 1000 = 0 then 'garage' else 'kitchen' end, 1, 'x', now() from listing_photos where id % 5 = 0`.execute(
    db,
  );
  await sql`
      insert into image_features (photo_id, key, label, category, added_by, added_at)
      select id, 'x', 'number' || id, 'x', 'x', now() from listing_photos where id % 5 = 0`.execute(db);
}

describePlans("the plan of every hot query of photos", fill, (watch) => {
  const everything = { force: true, enrichedBy: "m", roomTypes: null, minQuality: null };
  const models = { visual: "m", description: "m", vision: "m" };

  it.each<[string, (db: PlanWatch["db"]) => Promise<unknown>, string[]]>([
    [
      "photosChangedAfter",
      (db) => photosChangedAfter(db, 19_900, 200),
      ["listing_photos_identity", "listing_tombstones_revision", "listings_revision"],
    ],
    ["publicPhotos", (db) => publicPhotos(db, [1, 2, 3]), ["listing_photos_pkey", "listings_pkey"]],
    [
      "noteEnrichments",
      (db) => ensureEnrichments(db, [{ url: "x", caption: null, image_of: null }], NOW),
      ["image_enrichments_key_key"],
    ],
    [
      "enrichedBefore",
      (db) => enrichedBefore(db, [{ url: "x", address: "x", at: NOW }], new Set()),
      ["image_enrichments_url"],
    ],
    ["listingPicturesAfter", (db) => listingPicturesAfter(db, 219_000, 2000), ["listing_images_revision"]],
    [
      "photosOfPictures",
      (db) => photosOfPictures(db, [{ listingId: 1, enrichmentId: 1 }]),
      ["listing_images_pkey"],
    ],
    ["isAnyDue", (db) => isAnyDue(db, NOW), ["image_enrichments_due"]],
    [
      "requeueEnrichedByOthers",
      (db) => requeueEnrichedByOthers(db, { enrichedBy: "m", now: NOW, limit: 1000 }),
      ["image_enrichments_enriched_by", "image_enrichments_pkey"],
    ],
    [
      "vectorsAfter",
      (db) => vectorsAfter(db, { kind: "visual", model: "m", revision: 190_000, limit: 500 }),
      ["image_vectors_revision"],
    ],
    [
      "visualsAt",
      (db) => visualsAt(db, { model: "m", addresses: ["a", "b"] }),
      ["image_enrichments_url", "image_vectors_pkey"],
    ],
    [
      "withoutVector",
      (db) => withoutVector(db, { kind: "visual", model: "m", enrichmentIds: [1, 2, 3] }),
      ["image_vectors_pkey"],
    ],
    ["eachPictureInRoom", (db) => eachPictureInRoom(db, "garage", () => {}), ["image_enrichments_room"]],
    [
      "labelsOfPhotos",
      (db) => labelsOfPhotos(db, [{ id: 1, listing: 1 }], 1),
      ["image_enrichments_pkey", "image_features_photo", "image_room_types_photo", "listing_images_pkey"],
    ],
    [
      "picturesWithAllWords",
      (db) => picturesWithAllWords(db, "kitchen number77", 1000),
      ["image_enrichments_words"],
    ],
    ["descriptionWords", (db) => descriptionWords(db, "kitchen", [1, 2, 3]), ["image_enrichments_pkey"]],
    [
      "manualLabelWords",
      (db) => manualLabelWords(db, "number77 garage", 1),
      ["image_features_words", "image_room_types_photo", "image_room_types_room"],
    ],
    ["photosOfListing", (db) => photosOfListing(db, 7), ["listing_photos_identity"]],
    [
      "enrichmentsById",
      (db) => enrichmentsById(db, models, [1, 2]),
      ["image_enrichments_pkey", "image_vectors_pkey"],
    ],
    [
      "photosShowing",
      (db) => photosShowing(db, [1, 2, 3]),
      [
        "image_enrichments_pkey",
        "image_features_photo",
        "image_room_types_photo",
        "listing_images_enrichment_ids",
      ],
    ],
    [
      "placedImages",
      (db) => placedImages(db, [{ id: 1, listing: 1 }]),
      ["image_enrichments_pkey", "image_vectors_pkey", "listing_images_pkey"],
    ],
    [
      "queueShownAgain",
      (db) => requeueVisible(db, [1, 2, 3], NOW),
      ["image_enrichments_removed", "listing_images_enrichment_ids"],
    ],
    [
      "candidates",
      (db) => candidates(db, everything, { after: 10_000, among: null, limit: 500 }),
      ["image_enrichments_pkey", "listing_images_pkey"],
    ],
    [
      "imagesOfListings",
      (db) => imagesOfListings(db, [1, 2, 3], everything),
      ["image_enrichments_pkey", "listing_images_pkey"],
    ],
    [
      "coverageAfter",
      (db) => coverageAfter(db, { after: 10_000, limit: 100, visual: "m", description: "m" }),
      ["image_vectors_pkey", "listing_images_pkey"],
    ],
    ["lastEnrichedAt", (db) => lastEnrichedAt(db), ["image_enrichments_enriched_at"]],
  ])("%s goes by its indexes", async (_, run, indexes) => {
    expect(await watch.planOf(run)).toEqual({ indexes, tableScans: [] });
  });

  it.each<[string, (db: PlanWatch["db"]) => Promise<unknown>, string[]]>([
    [
      "claimDue",
      (db) => claimDue(db, { holder: HOLDER, now: NOW, limit: 16 }),
      ["image_enrichments_due", "image_enrichments_pkey"],
    ],
    ["claimThese", (db) => claimThese(db, { holder: HOLDER, ids: [1, 2] }), ["image_enrichments_pkey"]],
  ])("%s goes by its indexes, beside the handful of leases", async (_, run, indexes) => {
    const { indexes: used, tableScans } = await watch.planOf(run);
    expect([used.filter((index) => !index.startsWith("leases_")), tableScans.filter(isNotLeases)]).toEqual([
      indexes,
      [],
    ]);
  });
});

function isNotLeases(table?: string): boolean {
  return table !== "leases";
}
