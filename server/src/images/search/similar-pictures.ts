import type { UsesModels } from "../../models/index.ts";
import type { UsesPhotos } from "../../photos/index.ts";
import type { Context } from "../../platform/context.ts";
import type { IdSet } from "../../platform/id-set.ts";
import type { UsesImages } from "../services.ts";
import { type FoundPicture, rounded } from "./find-pictures.ts";
import {
  fetchPicture,
  type KnownPicture,
  knownPictures,
  type QueryPicture,
  vectorOf,
} from "./query-picture.ts";

/** The maximum number of different pictures compared. */
const MAX_CANDIDATES = 100;

type Found = { found: FoundPicture[]; total: number };
/** `listings` is called under the search slot, so that no large list is held while a picture is fetched. */
type SimilarQuery = { url: string; listings: () => Float64Array; limit: number };

/**
 * The photos of those listings that look like the picture at a URL, most similar first: one result for each photo,
 * even if many show the same picture. `total` counts them all. A picture of these listings is not fetched; any other
 * is fetched and embedded, and not stored. The search slot is taken only for the comparison, because other servers are
 * slow.
 *
 * @throws AppError 400 when there is no picture at the URL, or the URL is not allowed; 429 or 503 when too many
 *   pictures or searches wait; ModelError when the model is unavailable.
 */
export async function similarPictures(
  ctx: Context<UsesImages & UsesModels & UsesPhotos>,
  similarTo: SimilarQuery,
): Promise<Found> {
  await ctx.images.vectors.start();
  const ours = await comparedWithKnown(
    ctx,
    await knownPictures(ctx, [ctx.photos.addressOf(similarTo.url)]),
    similarTo,
  );
  if (ours) return ours;
  const { bytes, addresses } = await fetchPicture(ctx, similarTo.url);
  const same = await comparedWithKnown(ctx, await knownPictures(ctx, addresses), similarTo);
  if (same) return same;
  const picture = await vectorOf(ctx, bytes);
  if (!picture) return { found: [], total: 0 };
  return inSlot(ctx, similarTo, (listings, enrichments) =>
    compare(ctx, picture, { listings, enrichments, similarTo }),
  );
}

/** Null when these listings show none of these pictures. */
async function comparedWithKnown(
  ctx: Context<UsesImages>,
  known: readonly KnownPicture[],
  similarTo: SimilarQuery,
): Promise<Found | null> {
  if (known.length === 0) return null;
  return inSlot(ctx, similarTo, async (listings, enrichments) => {
    const picture = known.find(({ enrichment }) => enrichments.has(enrichment));
    return picture ? compare(ctx, picture, { listings, enrichments, similarTo }) : null;
  });
}

function inSlot<Result>(
  ctx: Context<UsesImages>,
  similarTo: SimilarQuery,
  work: (listings: Float64Array, enrichments: IdSet) => Promise<Result>,
): Promise<Result> {
  return ctx.searches.run(ctx.caller, ctx.signal, async () => {
    const listings = similarTo.listings();
    return work(listings, await ctx.images.vectors.listings.among(listings));
  });
}

async function compare(
  ctx: Context<UsesImages>,
  picture: QueryPicture,
  {
    listings,
    enrichments,
    similarTo,
  }: { listings: Float64Array; enrichments: IdSet; similarTo: SimilarQuery },
): Promise<Found> {
  const { listings: shows, kinds } = ctx.images.vectors;
  const alike = await kinds.visual.nearest(picture, enrichments, MAX_CANDIDATES);
  const ranked = alike.filter(([, cosine]) => cosine > 0);
  const { shown, total } = await shows.showing(
    ranked.map(([enrichment]) => enrichment),
    listings,
    { limit: similarTo.limit, onePerListing: false },
  );
  const found = shown.map(({ listingId, enrichmentId, nth }) => {
    const [, cosine] = ranked[nth] as [number, number];
    return { listingId, enrichmentId, similarity: rounded(Math.min(1, Math.max(0, cosine))) };
  });
  return { found, total };
}
