import type { Context } from "../../context.ts";
import { type FoundPicture, rounded } from "./find-pictures.ts";
import { shownPicture } from "./shown-picture.ts";

/** Different pictures that are looked at, at most. */
const REACH = 100;

/**
 * The photos of those listings that look like the picture at an address, most alike first: one result for each photo, though
 * many show the same picture. `total` counts them all.
 *
 * @throws AppError 400 when there is no picture at the address, or it may not be fetched; ModelError when the model is away.
 */
export async function similarPictures(
  ctx: Context,
  { url, listings, limit }: { url: string; listings: Float64Array; limit: number },
): Promise<{ found: FoundPicture[]; total: number }> {
  await ctx.imageVectors.start();
  const { listings: shows, kinds } = ctx.imageVectors;
  const readings = await shows.among(listings);
  const picture = await shownPicture(ctx, url, readings);
  if (!picture) return { found: [], total: 0 };
  const alike = await kinds.visual.nearest(picture, readings, REACH);
  const ranked = alike.filter(([, cosine]) => cosine > 0);
  const { shown, total } = await shows.showing(
    ranked.map(([reading]) => reading),
    listings,
    { limit, onePerListing: false },
  );
  const found = shown.map(({ listingId, readingId, nth }) => {
    const [, cosine] = ranked[nth] as [number, number];
    return { listingId, readingId, similarity: rounded(Math.min(1, Math.max(0, cosine))) };
  });
  return { found, total };
}
