import type { TenantContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { publicHistory } from "../public-history.ts";
import { hiddenFromCaller } from "../rules/hidden-from-caller.ts";
import { shownFields } from "../rules/shown-fields.ts";
import type { UsesListings } from "../services.ts";
import type { ListingChange } from "./history.schemas.ts";
import { changesOf } from "./listing-changes.ts";
import { storedHistory } from "./stored-history.sql.ts";

/**
 * What the caller may know of a listing's past, newest first (search.md, D22).
 *
 * @throws AppError 404 when the listing does not exist, is not public, or is in no source of this brokerage.
 */
export async function getListingHistory(
  ctx: TenantContext<UsesListings>,
  { listing_id }: { listing_id: string },
): Promise<ListingChange[]> {
  const listing = await storedHistory(ctx.db, listing_id, ctx.tenant.sourceIds);
  if (!listing) throw new AppError("not_found", "Property not found");
  const hidden = await hiddenFromCaller(ctx, listing.source_id);
  const { history } = shownFields({ history: publicHistory(listing.history) }, hidden);
  return changesOf(history);
}
