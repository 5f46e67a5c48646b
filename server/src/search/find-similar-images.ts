import { imagesOf, similarPictures, type UsesImages } from "../images/index.ts";
import type { UsesListings } from "../listings/index.ts";
import { toSearchError, type UsesModels } from "../models/index.ts";
import type { TenantContext } from "../platform/context.ts";
import type { SearchTenant, SimilarImagesQuery } from "./search.schemas.ts";

/**
 * Photos of the tenant's listings that look like a picture, most alike first. Our own photos are read from the storage; all other
 * pictures are fetched as photos of feeds are, and not stored.
 *
 * @throws AppError 400 when there is no picture at the address, or it may not be fetched; 503 when the model does not answer.
 */
export async function findSimilarImages(
  ctx: TenantContext<UsesImages & UsesListings & UsesModels>,
  { image_url, limit }: SearchTenant & SimilarImagesQuery,
) {
  const { sourceIds } = ctx.tenant;
  const listings = () => ctx.listings.index.matching(sourceIds === null ? {} : { sourceIds });
  const { found, total } = await similarPictures(ctx, { url: image_url, listings, limit }).catch((error) => {
    throw toSearchError(error);
  });
  const images = await imagesOf(ctx, found);
  const hits = ctx.listings.index.hitsOf([...new Set(images.map(({ listingId }) => listingId))]);
  const listingIds = new Map(hits.map(({ id, listingId }) => [id, listingId]));
  const results = images.flatMap(({ listingId, image, similarity }) => {
    const listing_id = listingIds.get(listingId);
    if (listing_id === undefined) return [];
    return [{ listing_id, property_id: listing_id, ...image, similarity, score: similarity }];
  });
  return { results, total };
}
