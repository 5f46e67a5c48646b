import { refuseProtectedTerms } from "../../fair-housing/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import { toSearchError, type UsesModels } from "../../models/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { visibleListings } from "../image-scope.ts";
import type { UsesImages } from "../services.ts";
import { foundImages } from "./found-images.ts";
import type { ImageSearchQuery } from "./image-search.schemas.ts";
import { manualLabels } from "./manual-labels.ts";
import { PictureScores, pageOfPhotos } from "./page-of-photos.ts";
import { rankPictures } from "./rank-pictures.ts";

/**
 * Photos that match the query, by descending score, then by id (SPEC: Image search and indexing). Signals: the words
 * and the meaning of the caption and the description, visual similarity, and the words of manual features and rooms.
 *
 * @throws AppError 503 when a model does not answer.
 */
export async function searchImages(
  ctx: ActorContext<UsesImages & UsesListings & UsesModels>,
  { q: query, limit, offset, property_id, distinct }: ImageSearchQuery,
) {
  await ctx.images.vectors.start();
  const listings = await visibleListings(ctx, property_id);
  const enrichments = await ctx.images.vectors.listings.among(listings);
  // Terms of protected classes are compared with no photo.
  const { text } = refuseProtectedTerms(query);
  const labels = await manualLabels(ctx, text, listings);
  const { pictures, byHand } = await rankPictures(ctx, text, { enrichments, labels }).catch((error) => {
    throw toSearchError(error);
  });
  const scores = new PictureScores(ctx.images.vectors);
  for (const [enrichment, similarity] of pictures) scores.set(enrichment, similarity);
  const { photos, total } = await pageOfPhotos(ctx.images.vectors, {
    listings,
    findable: true,
    scores,
    byHand,
    distinct,
    offset,
    limit,
  });
  return { query, results: await foundImages(ctx, photos), total, limit, offset };
}
