import { type ImageVectorKind, imagesOf, listingsByPictures, type UsesImages } from "../images/index.ts";
import type { UsesListings } from "../listings/index.ts";
import { readWords, type UsesModels } from "../models/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { pictureQueryOf } from "./picture-query.ts";
import { findListings } from "./ranking/find-listings.ts";
import { planSearch, type SearchPlan } from "./ranking/plan-search.ts";
import { type MethodName, recommend } from "./recommend.ts";
import { stillListed } from "./result-cards.ts";
import type { CompareQuery, SearchTenant } from "./search.schemas.ts";
import type { UsesSearch } from "./services.ts";

type Answer = { listing_id: string; property_id: string; similarity: number };

/**
 * One query by three methods: by the texts of listings, by the descriptions of their photos, and by the appearance of the photos;
 * and the method recommended for it. Each method returns a listing once, best first.
 *
 * @throws AppError 503 when a model does not answer.
 */
export async function compareSearches(
  ctx: TenantContext<UsesImages & UsesListings & UsesModels & UsesSearch>,
  { query, limit }: SearchTenant & CompareQuery,
) {
  const plan = await planSearch(ctx, { query, stated: {} });
  // Sequentially, so that each measured time is of one method.
  const methods = {
    semantic: await timed(() => semantic(ctx, plan, limit)),
    image_description: await timed(() => byPictures(ctx, plan, "description", limit)),
    visual_embedding: await timed(() => byPictures(ctx, plan, "visual", limit)),
  } satisfies Record<MethodName, unknown>;
  const isVisual = plan.isRanked && namesVisibleFeatures(plan.interpreted.text);
  return { query, methods, ...recommend(methods, isVisual) };
}

async function semantic(
  ctx: TenantContext<UsesListings & UsesModels & UsesSearch>,
  plan: SearchPlan,
  limit: number,
): Promise<Answer[]> {
  const found = stillListed(ctx, await findListings(ctx, plan))
    .filter(({ isWeak }) => !isWeak)
    .slice(0, limit);
  return named(ctx, found);
}

async function byPictures(
  ctx: TenantContext<UsesImages & UsesListings & UsesModels>,
  plan: SearchPlan,
  kind: ImageVectorKind,
  limit: number,
) {
  const pictureQuery = await pictureQueryOf(ctx, plan, [kind]);
  const { found } = await listingsByPictures(ctx, pictureQuery, {
    listings: plan.matching().toArray(),
    limit,
  });
  const images = await imagesOf(ctx, found);
  return named(
    ctx,
    images.map(({ listingId, similarity, image }) => ({ id: listingId, similarity, image })),
  ).map(({ image, ...answer }) => ({ ...answer, ...(image as NonNullable<typeof image>) }));
}

function named<Found extends { id: number; similarity: number; image?: object }>(
  ctx: TenantContext<UsesListings>,
  found: readonly Found[],
): (Answer & Pick<Found, "image">)[] {
  const listingIds = new Map(
    ctx.listings.index.hitsOf(found.map(({ id }) => id)).map(({ id, listingId }) => [id, listingId]),
  );
  return found.flatMap(({ id, similarity, image }) => {
    const listing_id = listingIds.get(id);
    if (listing_id === undefined) return [];
    return [{ listing_id, property_id: listing_id, similarity, ...(image && { image }) }];
  });
}

async function timed<Result extends Answer>(search: () => Promise<Result[]>) {
  const started = performance.now();
  const results = await search();
  const sum = results.reduce((all, { similarity }) => all + similarity, 0);
  return {
    results,
    count: results.length,
    avg_similarity: results.length === 0 ? null : Math.round((sum / results.length) * 10_000) / 10_000,
    execution_time_ms: Math.round((performance.now() - started) * 100) / 100,
  };
}

/**
 * Whether most of what words name can be seen in a photo, by the builtin model's vocabulary (docs/photo-words.md), whichever
 * model ranks.
 */
function namesVisibleFeatures(text: string): boolean {
  const { phrases, others } = readWords(text);
  return phrases.size > 0 && phrases.size >= others.size;
}
