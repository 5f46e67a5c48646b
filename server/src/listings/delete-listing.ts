import { recordChange } from "../audit/index.ts";
import { utcDay } from "../platform/clock.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { lockRevisions } from "./import/batch-writer.ts";
import { removeListings } from "./import/remove-listings.sql.ts";
import type { UsesListings } from "./services.ts";

/**
 * Removes a listing as its source would: it is not public anywhere from now on, webhooks get `listing.updated` with the change
 * `removed`, and its history remains. An import that has it makes it public again.
 *
 * @throws AppError 404 `Property not found`, also for one that is removed already.
 */
export async function deleteListing(
  ctx: Context<UsesListings>,
  input: { listing_id: string },
): Promise<{ message: string }> {
  await inTransaction(ctx, async (ctx) => {
    await lockRevisions(ctx.db);
    const listing = await ctx.db
      .selectFrom("listings")
      .innerJoin("sources", "sources.id", "listings.source_id")
      .select(["listings.id", "sources.name as source", "listings.status"])
      .where("listing_id", "=", input.listing_id)
      .where("status", "!=", "Delete")
      .executeTakeFirst();
    if (!listing) throw new AppError("not_found", "Property not found");
    await removeListings(ctx.db, {
      ids: [listing.id],
      revision: Number.MAX_SAFE_INTEGER,
      day: utcDay(ctx.clock.now()),
    });
    await recordChange(ctx, {
      action: "delete",
      targetType: "listing",
      targetId: input.listing_id,
      brokerageId: null,
      before: { source: listing.source, status: listing.status },
    });
  });
  await ctx.listings.index.catchUp();
  return { message: "Listing removed" };
}
