import { sql } from "kysely";
import { expect, it } from "vitest";
import { shownSince } from "../src/brokerages/index.ts";
import { tenantByDomain } from "../src/brokerages/tenant.queries.ts";
import { authenticate } from "../src/identity/index.ts";
import { cardsById } from "../src/listings/cards/cards-by-id.sql.ts";
import { goneListing } from "../src/listings/gone/gone-listing.sql.ts";
import { storedHistory } from "../src/listings/history/stored-history.sql.ts";
import { knownListings } from "../src/listings/import/known-listings.sql.ts";
import { startPlan } from "../src/listings/import/start-plan.sql.ts";
import { listingsWithWords } from "../src/listings/keywords/listings-with-words.sql.ts";
import { listingDetail } from "../src/listings/listing-detail.sql.ts";
import { saleRowsAfter } from "../src/listings/market/sale-rows-after.sql.ts";
import { nearbyRows } from "../src/listings/nearby-rows.sql.ts";
import { firstPhotos } from "../src/listings/page-images/kept-photos.sql.ts";
import { publicListing } from "../src/listings/public-listing.sql.ts";
import { changedListings } from "../src/listings/search-index/changed-listings.sql.ts";
import { inTransaction } from "../src/platform/database/database.ts";
import { pageOfVectors } from "../src/record-search/page-of-vectors.sql.ts";
import { fillListingsForPlans } from "./harness/fill-for-plans.ts";
import { describePlans, type PlanWatch } from "./harness/plan-watch.ts";
import type { TestApp } from "./harness/test-app.ts";

async function fill(lintel: TestApp): Promise<void> {
  await lintel.createTenant("plans");
  await fillListingsForPlans(lintel.database.db);
}

/** Each hot query goes by an index, as its file says. */
describePlans("the plan of every hot query of listings, brokerages and keys", fill, (watch) => {
  const planOf: PlanWatch["planOf"] = (...query) => watch.planOf(...query);

  it("changedListings reads the end of two indexes", async () => {
    const { indexes, tableScans } = await planOf((db) => changedListings(db, 59_990, 2000));
    expect(indexes).toEqual(
      expect.arrayContaining(["listing_photos_identity", "listing_tombstones_revision", "listings_revision"]),
    );
    expect(tableScans.filter(isNotParties)).toEqual([]);
  });

  it("listingsWithWords reads the words' index, with and without sources that hide texts", async () => {
    for (const hidden of [
      { descriptions: [], addresses: [] },
      { descriptions: [1], addresses: [2] },
    ]) {
      const { indexes, tableScans } = await planOf((db) => listingsWithWords(db, ["pool", "city"], hidden));
      expect(indexes).toEqual(expect.arrayContaining(["listing_words_words"]));
      expect(tableScans).toEqual([]);
    }
  });

  it("cardsById reads listings and photos by key", async () => {
    const ids = Array.from({ length: 20 }, (_, at) => at * 7 + 1);
    const { indexes, tableScans } = await planOf((db) => cardsById(db, ids));
    expect(indexes).toEqual(expect.arrayContaining(["listing_photos_identity", "listings_pkey"]));
    expect(tableScans.filter(isNotParties)).toEqual([]);
  });

  it("firstPhotos reads listings, photos and what is stored of them by key", async () => {
    const ids = Array.from({ length: 20 }, (_, at) => at * 7 + 1);
    const { indexes, tableScans } = await planOf((db) => firstPhotos(db, ids));
    expect(indexes).toEqual(
      expect.arrayContaining(["listing_photos_identity", "listings_pkey", "stored_photos_pkey"]),
    );
    expect(tableScans.filter(isNotParties)).toEqual([]);
  });

  it("nearbyRows reads listings and photos by key", async () => {
    const { indexes, tableScans } = await planOf((db) => nearbyRows(db, [1, 2, 3]));
    expect(indexes).toEqual(expect.arrayContaining(["listing_photos_identity", "listings_pkey"]));
    expect(tableScans.filter(isNotParties)).toEqual([]);
  });

  it("listingDetail reads one listing and what hangs on it", async () => {
    const { indexes, tableScans } = await planOf((db) => listingDetail(db, "id-77", null));
    expect(indexes).toEqual(
      expect.arrayContaining(["listings_listing_id_key", "listing_photos_identity", "stored_photos_pkey"]),
    );
    expect(tableScans.filter(isNotParties)).toEqual([]);
  });

  it("saleRowsAfter reads the end of the change log, and the history of each listing by key", async () => {
    expect(await planOf((db) => saleRowsAfter(db, 59_500, 500))).toEqual({
      indexes: ["listing_history_listing_id_event_occurred_on_price_status_key", "listings_revision"],
      tableScans: [],
    });
  });

  it("storedHistory reads one listing and its history", async () => {
    const { indexes, tableScans } = await planOf((db) => storedHistory(db, "id-77", null));
    expect(indexes).toEqual(
      expect.arrayContaining([
        "listing_history_listing_id_event_occurred_on_price_status_key",
        "listings_listing_id_key",
      ]),
    );
    expect(tableScans.filter(isNotParties)).toEqual([]);
  });

  it("goneListing reads one listing by its id, and shownSince what its brokerage shows", async () => {
    expect(await planOf((db) => goneListing(db, "id-77"))).toEqual({
      indexes: ["listings_listing_id_key"],
      tableScans: [],
    });
    const { indexes } = await planOf((db) => shownSince(db, { brokerageId: 7, sourceId: 1 }));
    expect(indexes).toContain("brokerages_pkey");
  });

  it("publicListing reads one listing by its id", async () => {
    expect(await planOf((db) => publicListing(db, "id-77", null))).toEqual({
      indexes: ["listings_listing_id_key"],
      tableScans: [],
    });
  });

  it("knownListings combines the two unique indexes, with the costs that startPlan sets", async () => {
    const keys = Array.from({ length: 1000 }, (_, at) => `key-${at}`);
    const listingIds = Array.from({ length: 1000 }, (_, at) => `id-${at}`);
    const plan = await inTransaction({ db: watch.db }, async ({ db }) => {
      await startPlan(db, 1);
      return planOf((own) => knownListings(own, { sourceId: 1, keys, listingIds }), db);
    });
    expect(plan).toEqual({
      indexes: ["listings_listing_id_key", "listings_source_id_listing_key_key"],
      tableScans: [],
    });
  });

  it("tenantByDomain goes by the domain", async () => {
    const { indexes, tableScans } = await planOf((db) =>
      tenantByDomain(db, "b7.plans.test", { localNames: true }),
    );
    expect(indexes).toEqual(expect.arrayContaining(["brokerage_domains_domain_key", "brokerages_pkey"]));
    expect(tableScans.filter((table) => table !== "brokerage_sources")).toEqual([]);
  });

  it("pageOfVectors reads one brokerage's, by the brokerage", async () => {
    const scope = { kind: "agent", brokerageId: 7, models: ["plans"], stems: ["barn"] } as const;
    expect(await planOf((db) => pageOfVectors(db, scope, 0))).toEqual({
      indexes: ["record_vectors_brokerage"],
      tableScans: [],
    });
  });

  it("authenticate goes by the key's hash", async () => {
    const plan = await planOf((db) => authenticate({ ...watch.lintel.services, db }, { "x-api-key": "7" }));
    expect(plan).toEqual({ indexes: ["api_keys_key_hash_key"], tableScans: [] });
  });

  it("authenticate goes by the hash of a cookie's token, and by primary keys", async () => {
    const { db } = watch.lintel.database;
    await sql`
      with persons as (insert into users (issuer, subject, role) select 'plans', n::text, 'agent' from generate_series(1, 3000) n returning id)
      insert into staff_sessions (token_hash, host, user_id, email, method, created_at, last_used_at, expires_at)
      select sha256(id::text::bytea), 'plans.test', id, 'a@plans.test', 'email_link', now(), now(), now() from persons`.execute(
      db,
    );
    await sql`analyze users, staff_sessions`.execute(db);
    const cookie = { token: "none", ownOrigin: "https://plans.test", isForgeable: false };
    const plan = await planOf((db) =>
      authenticate({ ...watch.lintel.services, db }, { cookie: "lintel_staff=none" }, cookie).catch(
        () => null,
      ),
    );
    expect(plan).toEqual({
      indexes: expect.arrayContaining(["staff_sessions_token_hash_key", "users_pkey"]),
      tableScans: [],
    });
  });
});

/** Agents and offices are empty here: a scan of nothing is the cheapest way. */
function isNotParties(table: string | undefined): boolean {
  return table !== "feed_agents" && table !== "feed_offices";
}
