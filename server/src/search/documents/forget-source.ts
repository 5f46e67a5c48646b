import { listingIdsOfSource } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";

const LISTINGS_A_BATCH = 1000;

/**
 * Deletes the documents of a source's listings, and their vectors with them, at once: the job that follows the change log may be busy
 * with vectors of other sources.
 */
export async function forgetDocumentsOfSource({ db, signal }: Context, sourceId: number): Promise<void> {
  for (let after = ""; !signal.aborted; ) {
    const listings = await listingIdsOfSource(db, { sourceId, after, limit: LISTINGS_A_BATCH });
    const last = listings.at(-1);
    if (!last) return;
    await db
      .deleteFrom("listing_documents")
      .where(
        "listing_id",
        "in",
        listings.map(({ id }) => id),
      )
      .execute();
    after = last.listing_key;
  }
}
