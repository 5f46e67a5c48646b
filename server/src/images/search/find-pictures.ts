import type { Context } from "../../platform/context.ts";
import type { UsesImages } from "../services.ts";
import type { AskedWords } from "./asked-words.ts";

/** A picture that a listing shows, and how well it goes with what was asked, 0 to 1. */
export type FoundPicture = { listingId: number; readingId: number; similarity: number };

/** Pictures that each kind of vector finds, at most. */
const REACH = 300;

/**
 * The listings, of those, that show what was asked for, each with its best picture, the best first.
 *
 * `total` counts them all, as far as the best pictures reach.
 */
export async function listingsByPictures(
  { images: { vectors: imageVectors } }: Context<UsesImages>,
  asked: readonly AskedWords[],
  { listings, limit }: { listings: Float64Array; limit: number },
): Promise<{ found: FoundPicture[]; total: number }> {
  if (asked.length === 0 || listings.length === 0) return { found: [], total: 0 };
  const readings = await imageVectors.listings.among(listings);
  const best = new Map<number, number>();
  const nearest = await Promise.all(
    asked.map(async (words) => {
      const near = await imageVectors.kinds[words.kind].nearest(words, readings, REACH);
      return near.map(([reading, cosine]) => [reading, words.similarityOf(cosine)] as const);
    }),
  );
  for (const [reading, similarity] of nearest.flat()) {
    if (similarity > 0) best.set(reading, Math.max(similarity, best.get(reading) ?? 0));
  }
  const ranked = [...best].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const { shown, total } = await imageVectors.listings.showing(
    ranked.map(([reading]) => reading),
    listings,
    { limit, onePerListing: true },
  );
  return {
    found: shown.map(({ listingId, readingId, nth }) => ({
      listingId,
      readingId,
      similarity: rounded((ranked[nth] as [number, number])[1]),
    })),
    total,
  };
}

/** Of each of these listings the pictures that go best with what was asked, best first; none of one where it is all chance. */
export async function bestPictures(
  { images: { vectors: imageVectors } }: Context<UsesImages>,
  asked: readonly AskedWords[],
  { listings, each }: { listings: readonly number[]; each: number },
): Promise<Map<number, FoundPicture[]>> {
  if (asked.length === 0) return new Map();
  const readings = await imageVectors.listings.among(listings);
  const similarities = new Map<number, number>();
  for (const words of asked) {
    for (const [reading, cosine] of await imageVectors.kinds[words.kind].cosines(words, readings)) {
      const similarity = rounded(words.similarityOf(cosine));
      if (similarity > (similarities.get(reading) ?? 0)) similarities.set(reading, similarity);
    }
  }
  return new Map(
    listings.map((listingId) => {
      const pictures = [...imageVectors.listings.of(listingId)].flatMap((readingId) => {
        const similarity = similarities.get(readingId);
        return similarity === undefined ? [] : [{ listingId, readingId, similarity }];
      });
      // Equal ones stay in the order of the listing's photos.
      return [listingId, pictures.sort((a, b) => b.similarity - a.similarity).slice(0, each)];
    }),
  );
}

export function rounded(similarity: number): number {
  return Math.round(similarity * 10_000) / 10_000;
}
