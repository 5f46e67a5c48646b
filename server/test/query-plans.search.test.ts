import { sql } from "kysely";
import { expect, it } from "vitest";
import { describedListings, listingProse, listingsChangedAfter } from "../src/listings/index.ts";
import { listingsWithWords } from "../src/search/ranking/listings-with-words.sql.ts";
import { mentionedNames } from "../src/search/ranking/mentioned-names.sql.ts";
import { listingFactTexts } from "../src/search/sentences/listing-fact-texts.sql.ts";
import { changedDocuments } from "../src/search/vectors/changed-documents.sql.ts";
import { vectorsAfter } from "../src/search/vectors/stored-vectors.ts";
import { fillListings } from "./harness/fill-for-plans.ts";
import { describePlans } from "./harness/plan-watch.ts";
import type { TestApp } from "./harness/test-app.ts";

const MODEL = "plans@1";

/** 30,000 listings, their documents and a model's vectors. */
async function fill({ database: { db } }: TestApp): Promise<void> {
  await fillListings(db, 30_000);
  await sql`
      insert into listing_documents (listing_id, revision, content_hash, facts, features, words)
      select id, revision, '', 'facts', '{}',
        to_tsvector('english', 'home kitchen garden rare' || id % 3000 || ' only' || id || repeat(' filler' || id % 7, 50))
      from listings`.execute(db);
  await sql`
      insert into listing_vectors (listing_id, model, revision, content_hash, dimensions, vectors)
      select listing_id, ${MODEL}, nextval('vector_revisions'), '', 384, decode(repeat('0000', 384), 'hex')
      from listing_documents`.execute(db);
}

describePlans("the plan of every hot query of searches by words", fill, (watch) => {
  it("listingsChangedAfter reads on in the change log", async () => {
    expect(await watch.planOf((db) => listingsChangedAfter(db, 29_000, 200))).toEqual({
      indexes: ["listing_tombstones_revision", "listings_revision"],
      tableScans: [],
    });
  });

  it("describedListings goes by the ids", async () => {
    expect(await watch.planOf((db) => describedListings(db, [7, 8, 9]))).toEqual({
      indexes: ["listings_pkey"],
      tableScans: [],
    });
  });

  it("listingProse and listingFactTexts go by the ids", async () => {
    expect(await watch.planOf((db) => listingProse(db, [7, 8, 9]))).toEqual({
      indexes: ["listings_pkey"],
      tableScans: [],
    });
    expect(await watch.planOf((db) => listingFactTexts(db, [7, 8, 9]))).toEqual({
      indexes: ["listing_documents_pkey"],
      tableScans: [],
    });
  });

  it("unreadDocuments reads on in the documents' revisions", async () => {
    const options = { model: MODEL, revision: 29_000, limit: 100 };
    expect(await watch.planOf((db) => changedDocuments(db, options))).toEqual({
      indexes: ["listing_documents_revision", "listing_vectors_pkey"],
      tableScans: [],
    });
  });

  it("vectorsAfter reads on in the model's own revisions", async () => {
    expect(
      await watch.planOf((db) => vectorsAfter(db, { model: MODEL, revision: 29_900, limit: 500 })),
    ).toEqual({ indexes: ["listing_vectors_revision"], tableScans: [] });
  });

  it("listingsWithWords finds selective words through their index, and the rest by the listings' ids", async () => {
    const options = {
      selective: ["rare7", "only9"],
      all: ["rare7", "only9", "garden"].map((query) => ({ query, best: null })),
      retrieved: [5, 6],
      limit: 1000,
    };
    expect(
      await watch.planOf((db) => listingsWithWords(db, { ...options, among: null, sourceIds: null })),
    ).toEqual({
      indexes: ["listing_documents_pkey", "listing_documents_words"],
      tableScans: [],
    });
    const among = Array.from({ length: 5000 }, (_, nth) => nth + 1);
    const { tableScans } = await watch.planOf((db) =>
      listingsWithWords(db, { ...options, among, sourceIds: [1] }),
    );
    expect(tableScans).toEqual([]);
  });

  it("mentionedNames finds the names of any brokerage, and of one, through indexes", async () => {
    const names = ["rare7 garden", "only9"];
    const planOf = (sourceIds: number[] | null) => watch.planOf((db) => mentionedNames(db, names, sourceIds));
    expect(await planOf(null)).toEqual({ indexes: ["listing_documents_words"], tableScans: [] });
    expect(await planOf([1])).toEqual({
      indexes: ["listing_documents_words", "listings_pkey"],
      tableScans: [],
    });
  });
});
