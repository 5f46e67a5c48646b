import type { Context } from "../../platform/context.ts";
import type { UsesImages } from "../services.ts";
import type { QueryVectors } from "./query-vectors.ts";

/** A picture that a listing shows, and its similarity to the query, 0 to 1. */
export type FoundPicture = { listingId: number; enrichmentId: number; similarity: number };

/** The maximum number of pictures found by each kind of vector. */
const MAX_CANDIDATES = 300;

/**
 * The listings with pictures that match the query, each with its best picture, best first.
 *
 * `total` is the number of matching listings among the best pictures.
 */
export async function listingsByPictures(
  { images: { vectors: imageVectors } }: Context<UsesImages>,
  queries: readonly QueryVectors[],
  { listings, limit }: { listings: Float64Array; limit: number },
): Promise<{ found: FoundPicture[]; total: number }> {
  if (queries.length === 0 || listings.length === 0) return { found: [], total: 0 };
  const enrichments = await imageVectors.listings.among(listings);
  const best = new Map<number, number>();
  const nearest = await Promise.all(
    queries.map(async (words) => {
      const near = await imageVectors.kinds[words.kind].nearest(words, enrichments, MAX_CANDIDATES);
      return near.map(([enrichment, cosine]) => [enrichment, words.similarityOf(cosine)] as const);
    }),
  );
  for (const [enrichment, similarity] of nearest.flat()) {
    if (similarity > 0) best.set(enrichment, Math.max(similarity, best.get(enrichment) ?? 0));
  }
  const ranked = [...best].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const { shown, total } = await imageVectors.listings.showing(
    ranked.map(([enrichment]) => enrichment),
    listings,
    { limit, onePerListing: true },
  );
  return {
    found: shown.map(({ listingId, enrichmentId, nth }) => ({
      listingId,
      enrichmentId,
      similarity: rounded((ranked[nth] as [number, number])[1]),
    })),
    total,
  };
}

/** For each of these listings, its best matching pictures, best first; none when the match is not above chance. */
export async function bestPictures(
  { images: { vectors: imageVectors } }: Context<UsesImages>,
  queries: readonly QueryVectors[],
  { listings, each }: { listings: readonly number[]; each: number },
): Promise<Map<number, FoundPicture[]>> {
  if (queries.length === 0) return new Map();
  const enrichments = await imageVectors.listings.among(listings);
  const similarities = new Map<number, number>();
  for (const words of queries) {
    for (const [enrichment, cosine] of await imageVectors.kinds[words.kind].cosines(
      words,
      enrichments.toArray(),
    )) {
      const similarity = rounded(words.similarityOf(cosine));
      if (similarity > (similarities.get(enrichment) ?? 0)) similarities.set(enrichment, similarity);
    }
  }
  return new Map(
    listings.map((listingId) => {
      const pictures = [...imageVectors.listings.of(listingId)].flatMap((enrichmentId) => {
        const similarity = similarities.get(enrichmentId);
        return similarity === undefined ? [] : [{ listingId, enrichmentId, similarity }];
      });
      // Pictures with equal similarity stay in the listing's order.
      return [listingId, pictures.sort((a, b) => b.similarity - a.similarity).slice(0, each)];
    }),
  );
}

export function rounded(similarity: number): number {
  return Math.round(similarity * 10_000) / 10_000;
}
