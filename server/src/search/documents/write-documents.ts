import { type Lease, requireLease } from "../../leases/index.ts";
import { type DescribedListing, listingsChangedAfter } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import { refreshStatistics } from "../ranking/word-weights.ts";
import { documentOf, type ListingDocument } from "./document-of.ts";
import { documentsCursor, dropDeletedListings } from "./drop-deleted-listings.ts";
import { storeDocuments } from "./store-documents.sql.ts";

/** After this number of changed documents, the statistics of word frequencies are updated. */
const UPDATE_STATISTICS_AFTER = 500;
/** A listing takes some tenths of a millisecond, and its row has some two kilobytes. */
const LISTINGS_A_BATCH = 200;

/**
 * Writes the documents of all listings that have changed since the last run. Deleted listings and those that are not public have
 * none.
 *
 * @returns the number of processed listings.
 */
export async function writeDocuments(ctx: Context, lease: Lease): Promise<number> {
  await dropDeletedListings(ctx, lease);
  const nextBatch = ctx.background.pace(ctx.signal);
  let processed = 0;
  while (!ctx.signal.aborted) {
    const { revision: from } = await documentsCursor.read(ctx.db);
    const changed = await listingsChangedAfter(ctx.db, from, LISTINGS_A_BATCH);
    const last = changed.at(-1);
    if (!last) break;
    await nextBatch();
    const documents: ListingDocument[] = [];
    for await (const listing of iterateYielding(changed.filter(({ is_public }) => is_public))) {
      documents.push(documentOf(listing));
    }
    const hidden = changed.filter(({ is_public }) => !is_public);
    await inTransaction(ctx, (ctx) => store(ctx, lease, { from, to: last.revision, documents, hidden }));
    processed += changed.length;
  }
  if (processed >= UPDATE_STATISTICS_AFTER) await refreshStatistics(ctx.db);
  return processed;
}

type Batch = { from: number; to: number; documents: ListingDocument[]; hidden: DescribedListing[] };

async function store(ctx: Context, lease: Lease, { from, to, documents, hidden }: Batch): Promise<void> {
  await requireLease(ctx.db, lease);
  if (!(await documentsCursor.advance(ctx.db, { from, to }))) return;
  await storeDocuments(ctx.db, documents);
  if (hidden.length === 0) return;
  await ctx.db
    .deleteFrom("listing_documents")
    .where(
      "listing_id",
      "in",
      hidden.map(({ id }) => id),
    )
    .execute();
}
