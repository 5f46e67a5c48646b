import { runBulk } from "../../platform/database/bulk.ts";
import type { Db } from "../../platform/database/database.ts";
import type { CardRow } from "../cards/cards-by-id.sql.ts";
import { noteWithoutWords } from "../keywords/listing-words.ts";
import { replaceOpenHouses } from "../open-houses/open-houses.ts";
import { isPublicStatus } from "../statuses.ts";
import type { FoldedListing } from "./fold-batch.ts";
import type { StoredListing, WrittenListing } from "./listing-columns.ts";
import type { BatchPlan, KeyConflict } from "./plan-batch.ts";
import type { Reject } from "./reject.ts";
import { touchListingsById } from "./touch-listings-by-id.sql.ts";
import { writeHistory } from "./write-history.ts";
import { type Party, type WrittenParties, writeParties } from "./write-parties.ts";
import { writePhotos } from "./write-photos.ts";

export type BatchOutcome = {
  created: number;
  updated: number;
  unchanged: number;
  /** Of those that were updated. */
  removed: number;
  photos: number;
  /** Whether listings may have a new revision of which something in another table has changed. */
  touchesListings: boolean;
  rejects: Reject[];
  keyConflicts: KeyConflict[];
  /** Of the public listings that were written, for after the commit. */
  cards: CardRow[];
  /** The agents and offices that were written. */
  parties: Party[];
};

/** Carries out the plan of a batch, inside its transaction and under the lock of the change log. */
export async function storeBatch(db: Db, plan: BatchPlan, known: WrittenParties): Promise<BatchOutcome> {
  const records = plan.listings.flatMap(({ record }) => (record ? [record] : []));
  const parties = await writeParties(db, plan.sourceId, records, known);
  // First: the rows of their listings get later revisions, which the cards below have.
  const withOpenHouses = records.flatMap(({ listing_key, open_houses }) =>
    open_houses === null ? [] : [{ key: listing_key, openHouses: open_houses }],
  );
  await replaceOpenHouses(db, plan.sourceId, withOpenHouses);
  const created = await runBulk<WrittenListing>(db, plan.insert);
  const updated = await runBulk<WrittenListing>(db, plan.update);
  await runBulk(db, plan.remove);

  const idOf = new Map(created.map(({ id, listing_key }) => [listing_key, id]));
  for (const { known } of plan.listings) if (known) idOf.set(known.listing_key, known.id);
  await noteWithoutWords(
    db,
    plan.rows.map(({ record }) => idOf.get(record.listing_key) as number),
  );
  const withNewPhotos = plan.listings.filter(
    ({ record, known, photosHash }) => record && photosHash !== known?.photos_hash,
  );
  await writePhotos(db, withNewPhotos, idOf);
  const late = await writeHistory(db, plan.listings, idOf);
  const untouched = new Set(plan.listings.flatMap(({ record, known }) => (record ? [] : (known?.id ?? []))));
  const touched = [...late.listings].filter((id) => untouched.has(id));
  await touchListingsById(db, touched);
  return {
    ...count(plan.listings, late.lines),
    touchesListings: withOpenHouses.length + touched.length > 0,
    photos: withNewPhotos.reduce((sum, { record }) => sum + (record?.photos.length ?? 0), 0),
    rejects: plan.rejects,
    keyConflicts: plan.keyConflicts,
    cards: plan.hasCopies ? [] : cardRows(plan.rows, [...created, ...updated]),
    parties,
  };
}

/** The outcome of a batch without listings. */
export const emptyOutcome: BatchOutcome = {
  created: 0,
  updated: 0,
  unchanged: 0,
  removed: 0,
  photos: 0,
  touchesListings: false,
  rejects: [],
  keyConflicts: [],
  cards: [],
  parties: [],
};

/** The outcome of a batch that writes nothing. */
export function unchangedOutcome({ listings }: BatchPlan): BatchOutcome {
  return { ...emptyOutcome, ...count(listings, new Set()) };
}

/** The rows that `cardsById` would read. */
function cardRows(rows: StoredListing[], written: WrittenListing[]): CardRow[] {
  const storedAs = new Map(written.map((row) => [row.listing_key, row]));
  return rows.flatMap(({ record, listing_id, source_id, today }) => {
    const stored = storedAs.get(record.listing_key);
    if (!stored || !record.show_listing || !isPublicStatus(record.status)) return [];
    return {
      id: stored.id,
      source_id,
      revision: stored.revision,
      listing_id,
      list_price: stored.list_price,
      beds: record.beds,
      baths: stored.baths,
      sqft: record.sqft,
      lot_size_acres: record.lot_size_acres,
      year_built: record.year_built,
      address: record.address,
      city: record.city,
      state: record.state,
      zip: record.zip,
      county: record.county,
      latitude: record.latitude,
      longitude: record.longitude,
      show_address: record.show_address,
      property_type: record.property_type,
      status: record.status,
      list_date: record.list_date,
      sold_date: record.sold_date,
      feed_days_on_market: record.feed_days_on_market,
      feed_days_on_market_day: record.feed_days_on_market === null ? null : today,
      // Rows of sources with copies are left to `cardsById`.
      copies_photos: false,
      photos: record.photos.map(({ url }) => url),
      photos_count: record.photos.length,
      agent_name: record.agent?.name ?? null,
      office_name: record.office?.name ?? null,
      office_phone: record.office?.phone ?? null,
      office_email: record.office?.email ?? null,
      attribution_contact: record.attribution_contact,
      hoa_monthly: record.hoa_monthly,
      new_construction: record.new_construction,
    };
  });
}

/** A superseded version counts as an update when it added an event to the history. */
function count(
  listings: FoldedListing[],
  linesWithNewEvents: Set<number>,
): Pick<BatchOutcome, "created" | "updated" | "unchanged" | "removed"> {
  const counts = { created: 0, updated: 0, unchanged: 0, removed: 0 };
  for (const { line, outcome, isRemoval } of listings.flatMap(({ lines }) => lines)) {
    if (isRemoval && outcome === "updated") counts.removed++;
    counts[outcome !== "superseded" ? outcome : linesWithNewEvents.has(line) ? "updated" : "unchanged"]++;
  }
  return counts;
}
