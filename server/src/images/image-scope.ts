import type { UsesBrokerages } from "../brokerages/index.ts";
import { type PublicListing, publicListing, type UsesListings } from "../listings/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { labelsFor } from "./records/label-scope.ts";
import type { PhotoScope } from "./records/shown-photos.ts";

/**
 * The sources whose public listings' images the caller sees on the admin routes: null means all (admins); others see
 * the sources of their brokerage, independent of the Host header.
 */
export async function visibleSources({
  actor,
  db,
  clock,
  brokerages: { tenants },
  listings: { sources },
}: ActorContext<UsesBrokerages & UsesListings>): Promise<readonly number[] | null> {
  if (actor.role === "admin") return sources.shownSources(null, clock.now());
  if (actor.brokerageId === null) return [];
  const tenant = await tenants.byId(actor.brokerageId, db).catch((error: unknown) => {
    // Thrown for a disabled brokerage, which shows no listings.
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
  return tenant === null ? [] : sources.shownSources(tenant.sourceIds, clock.now());
}

/** The photos that the caller sees on the admin routes, and the manual labels on them. */
export async function visiblePhotos(ctx: ActorContext<UsesBrokerages & UsesListings>): Promise<PhotoScope> {
  return { sourceIds: await visibleSources(ctx), labels: labelsFor(ctx.actor) };
}

/** The listings whose images the caller sees, or only the named one, if the caller sees it. */
export async function visibleListings(
  ctx: ActorContext<UsesBrokerages & UsesListings>,
  propertyId?: string,
): Promise<Float64Array> {
  const sourceIds = await visibleSources(ctx);
  if (propertyId === undefined) return ctx.listings.index.matching(sourceIds === null ? {} : { sourceIds });
  const listing = await publicListing(ctx.db, propertyId, sourceIds);
  return listing ? Float64Array.of(listing.id) : new Float64Array();
}

/** @throws AppError 404 `Property not found`, also for one that the caller does not see. */
export async function visibleListing(
  ctx: ActorContext<UsesBrokerages & UsesListings>,
  propertyId: string,
): Promise<PublicListing> {
  const listing = await publicListing(ctx.db, propertyId, await visibleSources(ctx));
  if (!listing) throw new AppError("not_found", "Property not found");
  return listing;
}
