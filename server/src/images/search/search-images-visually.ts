import { refuseProtectedTerms } from "../../fair-housing/index.ts";
import type { UsesListings } from "../../listings/index.ts";
import { toSearchError, type UsesModels } from "../../models/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { visibleListings } from "../image-scope.ts";
import type { UsesImages } from "../services.ts";
import { rounded } from "./find-pictures.ts";
import { foundImages } from "./found-images.ts";
import type { VisualSearchQuery } from "./image-search.schemas.ts";
import { PictureScores, pageOfPhotos } from "./page-of-photos.ts";
import { queryVectors } from "./query-vectors.ts";

/** The maximum number of pictures compared with `min_score`. */
const MAX_CANDIDATES = 1000;

/**
 * Photos that look like the query, independent of their texts, best first (SPEC: Image search and indexing).
 *
 * @throws AppError 503 when the model does not answer.
 */
export async function searchImagesVisually(
  ctx: ActorContext<UsesImages & UsesListings & UsesModels>,
  { q: query, limit, min_score }: VisualSearchQuery,
) {
  const started = performance.now();
  const [queryVector] = await queryVectors(ctx, refuseProtectedTerms(query).text, ["visual"]).catch(
    (error) => {
      throw toSearchError(error);
    },
  );
  const listings = await visibleListings(ctx);
  const { kinds, listings: shows } = ctx.images.vectors;
  const near = queryVector
    ? await kinds.visual.nearest(queryVector, await shows.among(listings), MAX_CANDIDATES).catch((error) => {
        throw toSearchError(error);
      })
    : [];
  const scored = near
    .map(([enrichment, cosine]) => [enrichment, rounded(queryVector?.similarityOf(cosine) ?? 0)] as const)
    .filter(([, similarity]) => similarity > 0 && similarity >= min_score);
  const scores = new PictureScores(ctx.images.vectors);
  for (const [enrichment, similarity] of scored) scores.set(enrichment, similarity);
  const { photos, total } = await pageOfPhotos(ctx.images.vectors, {
    listings,
    findable: true,
    scores,
    offset: 0,
    limit,
  });
  const found = await foundImages(ctx, photos);
  return {
    query,
    results: found.map((image) => ({ ...image, similarity_score: image.similarity })),
    total,
    query_embedding: queryVector ? [...queryVector.vector] : [],
    execution_time_ms: Math.round((performance.now() - started) * 100) / 100,
  };
}
