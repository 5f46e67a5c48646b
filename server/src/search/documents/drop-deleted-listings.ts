import { ChangeCursor } from "../../change-cursors/index.ts";
import { type Lease, requireLease } from "../../leases/index.ts";
import { listingsGone, missedDeletions } from "../../listings/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";

/** Follows the listings' change log. */
export const documentsCursor = new ChangeCursor("listing documents");

const IDS_A_PAGE = 5000;

/** After deletions that this cursor may have missed: deletes the documents of all listings that no longer exist. */
export async function dropDeletedListings(ctx: Context, lease: Lease): Promise<void> {
  const missed = await missedDeletions(ctx.db, await documentsCursor.read(ctx.db));
  if (missed === null) return;
  let dropped = 0;
  for (let last = 0; !ctx.signal.aborted; ) {
    const page = await documentsAfter(ctx, last);
    const end = page.at(-1);
    if (end === undefined) {
      await documentsCursor.settleDeletions(ctx.db, missed);
      ctx.log.info(
        { dropped },
        "documents compared with all listings, because deletions were pruned before they were processed",
      );
      return;
    }
    const gone = await listingsGone(ctx.db, page);
    if (gone.length > 0) await inTransaction(ctx, (ctx) => drop(ctx, lease, gone));
    dropped += gone.length;
    last = end;
  }
}

async function documentsAfter({ db }: Context, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom("listing_documents")
    .select("listing_id")
    .where("listing_id", ">", id)
    .orderBy("listing_id")
    .limit(IDS_A_PAGE)
    .execute();
  return rows.map(({ listing_id }) => listing_id);
}

async function drop({ db }: Context, lease: Lease, ids: readonly number[]): Promise<void> {
  await requireLease(db, lease);
  await db.deleteFrom("listing_documents").where("listing_id", "in", ids).execute();
}
